//! Limits on the size of a file and on its name.

use crate::rule::Breach;
use crate::source::{Language, Source};

/// A longer file is hard to read in one go.
const BUDGET: usize = 400;

pub(crate) fn over_budget(source: &Source) -> Vec<Breach> {
    let lines = source.product_lines();
    let breach = Breach { line: BUDGET, found: format!("{lines} lines, {BUDGET} is the budget") };
    if source.language == Language::Rust && lines > BUDGET { vec![breach] } else { Vec::new() }
}

pub(crate) fn is_module_file(source: &Source) -> Vec<Breach> {
    let breach = Breach { line: 1, found: "a file called mod.rs".to_owned() };
    if source.path.ends_with("/mod.rs") { vec![breach] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, over_budget};
    use crate::source::Source;

    #[test]
    fn one_line_too_many_is_seen_and_tests_do_not_count() {
        let lines = |count| "fn a() {}\n".repeat(count);
        let breaches = |text: &str| over_budget(&Source::new("crates/wire/src/lib.rs", text)).len();
        assert_eq!(breaches(&lines(BUDGET)), 0);
        assert_eq!(breaches(&lines(BUDGET + 1)), 1);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", lines(BUDGET));
        assert_eq!(breaches(&tests), 0);
    }
}
