// Command demo greets its arguments and prints a sum.
package main

import (
	"fmt"
	"os"

	"example.org/demo/calc"
	"example.org/greet"
)

func main() {
	for _, name := range os.Args[1:] {
		fmt.Println(greet.Hello(name))
	}
	fmt.Println(calc.Add(2, 3))
}
