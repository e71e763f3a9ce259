module example.org/demo

go 1.21

require example.org/greet v0.0.0

replace example.org/greet => ./greet
