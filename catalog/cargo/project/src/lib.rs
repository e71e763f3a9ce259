//! Adds numbers.

/// Returns the sum of `a` and `b`.
pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        println!("adding");
        assert_eq!(super::add(1, 2), 3);
    }
}
