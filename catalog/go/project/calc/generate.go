package calc

//go:generate go version
