//! Solved.

/// Every value.
#[derive(Debug, Default)]
pub struct Solution {}
impl Solution {
    /// Builds it.
    pub fn new() -> Solution {
        Solution {}
    }
}
