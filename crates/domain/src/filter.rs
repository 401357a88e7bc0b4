//! Filters: which files of a package are forwarded to a connection.

use std::collections::HashSet;

use wire::filters::FilterRule;
use wire::ids::{FilterId, TeamId};
use wire::time::Time;

use crate::Refusal;
use crate::re2::Pattern;

pub const RULES_MOST: usize = 20;
pub const VALUES_MOST: usize = 50;
/// How many names can be tested in one call.
pub const NAMES_MOST: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub id: FilterId,
    pub team_id: TeamId,
    pub name: String,
    pub rules: Vec<FilterRule>,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// Compiled rules, ready to use.
#[derive(Debug, Clone)]
pub struct CompiledFilter(Vec<CompiledRule>);

#[derive(Debug, Clone)]
struct CompiledRule {
    action: Action,
    patterns: Vec<Pattern>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Include,
    Exclude,
}

impl Filter {
    pub fn compile(&self) -> Result<CompiledFilter, Refusal> {
        compile(&self.rules)
    }
}

/// Validates rules by compiling them. May take a second of processor time.
pub fn compile(rules: &[FilterRule]) -> Result<CompiledFilter, Refusal> {
    if !(1..=RULES_MOST).contains(&rules.len()) {
        return Err(Refusal::invalid("rules", format!("must be 1 to {RULES_MOST} rules")));
    }
    let mut criteria = HashSet::new();
    for (index, rule) in rules.iter().enumerate() {
        one_of(format!("rules[{index}].criterion"), &rule.criterion, &["file_name"])?;
        if !criteria.insert(rule.criterion.as_str()) {
            let reason = format!("must differ from rule to rule, and another one has {}", rule.criterion);
            return Err(Refusal::invalid(format!("rules[{index}].criterion"), reason));
        }
    }
    let compiled = rules.iter().enumerate().map(|(index, rule)| compile_rule(index, rule));
    compiled.collect::<Result<_, _>>().map(CompiledFilter)
}

fn compile_rule(index: usize, rule: &FilterRule) -> Result<CompiledRule, Refusal> {
    one_of(format!("rules[{index}].action"), &rule.action, &["include", "exclude"])?;
    one_of(format!("rules[{index}].operator"), &rule.operator, &["regex_match"])?;
    if !(1..=VALUES_MOST).contains(&rule.values.len()) {
        return Err(Refusal::invalid(format!("rules[{index}].values"), format!("must be 1 to {VALUES_MOST} values")));
    }
    let pattern = |(number, value): (usize, &String)| {
        let field = || format!("rules[{index}].values[{number}]");
        if value.is_empty() {
            return Err(Refusal::invalid(field(), "must not be empty"));
        }
        Pattern::compile(value).map_err(|error| Refusal::invalid(field(), error.to_string()))
    };
    let patterns = rule.values.iter().enumerate().map(pattern).collect::<Result<_, _>>()?;
    let action = if rule.action == "include" { Action::Include } else { Action::Exclude };
    Ok(CompiledRule { action, patterns })
}

fn one_of(field: String, value: &str, known: &[&str]) -> Result<(), Refusal> {
    if known.contains(&value) {
        return Ok(());
    }
    Err(Refusal::invalid(field, format!("must be {}", known.join(" or "))))
}

impl CompiledFilter {
    /// Whether a file with this name passes every rule. A value matches anywhere in the name.
    pub fn keeps(&self, file_name: &str) -> bool {
        self.held_back_by(file_name).is_none()
    }

    /// The index of the first rule that a file with this name does not pass.
    pub fn held_back_by(&self, file_name: &str) -> Option<usize> {
        self.0.iter().position(|rule| {
            let matches = rule.patterns.iter().any(|pattern| pattern.is_match(file_name));
            matches != (rule.action == Action::Include)
        })
    }
}

#[cfg(test)]
mod tests {
    use wire::filters::FilterRule;

    use super::compile;
    use crate::Refusal;

    fn rule(action: &str, values: &[&str]) -> FilterRule {
        FilterRule {
            action: action.to_owned(),
            criterion: "file_name".to_owned(),
            operator: "regex_match".to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        }
    }

    #[test]
    fn a_value_matches_anywhere_and_any_value_will_do() {
        let cases: [(&str, &[&str], &str, bool); 9] = [
            ("include", &["mov"], "a.mov", true),
            ("include", &["mov"], "movie.txt", true),
            ("include", &[r"\.mov$"], "movie.mov.txt", false),
            ("include", &[r"\.mov$", r"\.mxf$"], "a.mxf", true),
            ("include", &[r"\.mov$", r"\.mxf$"], "a.wav", false),
            ("exclude", &[r"^\."], ".hidden", false),
            ("exclude", &[r"^\."], "a.hidden", true),
            ("exclude", &["(?i)thumbs", "~$"], "Thumbs.db", false),
            ("exclude", &["(?i)thumbs", "~$"], "a.txt", true),
        ];
        for (action, values, name, kept) in cases {
            let filter = compile(&[rule(action, values)]).unwrap();
            assert_eq!(filter.keeps(name), kept, "{action} {values:?} {name}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let broken = |change: fn(&mut FilterRule)| {
            let mut rule = rule("include", &["a", "b"]);
            change(&mut rule);
            vec![rule]
        };
        let cases: Vec<(Vec<FilterRule>, &str)> = vec![
            (Vec::new(), "rules"),
            (vec![rule("include", &["a"]); 21], "rules"),
            (vec![rule("include", &["a"]), rule("exclude", &["b"])], "rules[1].criterion"),
            (broken(|rule| rule.action = "keep".into()), "rules[0].action"),
            (broken(|rule| rule.criterion = "size".into()), "rules[0].criterion"),
            (broken(|rule| rule.operator = "equals".into()), "rules[0].operator"),
            (broken(|rule| rule.values = Vec::new()), "rules[0].values"),
            (broken(|rule| rule.values = vec!["a".into(); 51]), "rules[0].values"),
            (broken(|rule| rule.values[1] = "a(".into()), "rules[0].values[1]"),
            (broken(|rule| rule.values[1] = String::new()), "rules[0].values[1]"),
            (broken(|rule| rule.values[0] = "a".repeat(1_025)), "rules[0].values[0]"),
            (broken(|rule| rule.values[0] = r"(\pL{30}){30}".into()), "rules[0].values[0]"),
        ];
        for (rules, expected) in cases {
            match compile(&rules) {
                Err(Refusal::Invalid { field, reason }) => assert_eq!(field, expected, "{reason}"),
                other => panic!("{rules:?}: {other:?}"),
            }
        }
    }
}
