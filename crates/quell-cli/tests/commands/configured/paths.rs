pub mod small {
    pub fn limit(x: u8) -> bool {
        x > 200
    }
}
pub mod large {
    pub fn limit(x: u8) -> bool {
        x > 200
    }
}
