TEXT = "hello"
