package two

// Number is a constant.
const Number = 1
