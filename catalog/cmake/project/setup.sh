# Makes a build directory.
cmake -S . -B ready && cmake --build ready
