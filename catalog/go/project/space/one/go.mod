module example.org/one

go 1.21
