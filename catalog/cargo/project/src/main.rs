fn main() {
    for name in std::env::args().skip(1) {
        println!("{}", greet::hello(&name));
    }
    println!("{}", demo::add(2, 3));
}
