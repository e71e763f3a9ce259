package one

// Number is a constant.
const Number = 1
