//! Fluent's arguments: an input is the value of every variable of every text, in every language.

use std::collections::BTreeSet;
use std::path::Path;

use fixtures::{Fuzz, Random};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use texts::{FluentValue, Language, Texts};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "{", "}", "{ $name }", "{ -brand }", "{ NUMBER(1) }", "{ \"\" }", "\n    .title = x", "\n", "=", "*[other]",
    "[one]", "one", "other", "1", "-1", "1e309", "0.5", "NaN", "\\u0041", "\\", "\"", "<b>", "&", "\u{2068}",
    "\u{2069}", "\u{202e}", "é", "🎬", "\u{0}", "%s", "$x",
];
/// The files that the server reads.
const FILES: [&str; 3] = ["common.ftl", "mail.ftl", "shell.ftl"];
/// A value that occurs in no text.
const MARK: &str = "\u{e000}mark\u{e001}";
/// Texts that are looked at for each input, so that many inputs are.
const TEXTS_PER_INPUT: usize = 20;

struct Text {
    language: Language,
    name: String,
    variables: BTreeSet<String>,
    /// Whether the value of a variable decides what the text says.
    chooses: bool,
}

impl Text {
    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.add_expression(expression);
            }
        }
    }

    fn add_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.chooses = true;
                self.add_inline(selector);
                for variant in variants {
                    self.add(&variant.value);
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.add_expression(expression),
            // A function, or another text, can do more with a value than show it.
            InlineExpression::FunctionReference { .. }
            | InlineExpression::TermReference { .. }
            | InlineExpression::MessageReference { .. } => self.chooses = true,
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn said(&self, value: &FluentValue<'static>) -> String {
        let arguments: Vec<_> = self.variables.iter().map(|name| (name.as_str(), value.clone())).collect();
        Texts::of(self.language).say(&self.name, &arguments)
    }
}

/// The texts that have variables.
fn texts() -> Vec<Text> {
    let mut found = Vec::new();
    for language in Language::ALL {
        for file in FILES {
            let path = Path::new("locales").join(language.tag()).join(file);
            let source = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let resource = parse(source.as_str()).unwrap_or_else(|(resource, _)| resource);
            let messages = resource.body.iter().filter_map(|entry| match entry {
                Entry::Message(message) => Some((message.id.name, message.value.as_ref()?)),
                _ => None,
            });
            for (name, pattern) in messages {
                let (name, variables) = (name.to_owned(), BTreeSet::new());
                let mut text = Text { language, name, variables, chooses: false };
                text.add(pattern);
                found.push(text);
            }
        }
    }
    found.retain(|text| !text.variables.is_empty());
    assert!(found.len() > 100, "only {} texts with variables were found", found.len());
    found
}

fn make(random: &mut Random) -> Vec<u8> {
    if random.once_in(4) { random.number().to_string().into_bytes() } else { random.joined(PIECES, 6).into_bytes() }
}

/// A value is shown as it is, wherever it stands: nothing in it means anything to Fluent.
fn check_text(text: &Text, value: &str) {
    let said = text.said(&FluentValue::from(value.to_owned()));
    assert!(value.is_empty() || !said.is_empty(), "{} {}", text.language, text.name);
    if !text.chooses {
        let expected = text.said(&FluentValue::from(MARK.to_owned())).replace(MARK, value);
        assert_eq!(said, expected, "{} {}", text.language, text.name);
    }
}

/// Any count has a form in every language.
fn check_number(text: &Text, value: &str) {
    let Ok(number) = value.parse::<i64>() else { return };
    let said = text.said(&FluentValue::from(number));
    assert!(!said.is_empty(), "{} {}", text.language, text.name);
}

fn check(texts: &[Text], input: &[u8]) {
    let value = String::from_utf8_lossy(input);
    // Other texts for other inputs, and the same ones for the same input.
    let sum = input.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    for text in texts.iter().cycle().skip(sum % texts.len()).step_by(37).take(TEXTS_PER_INPUT) {
        check_text(text, &value);
        check_number(text, &value);
    }
}

#[test]
fn values_are_shown_as_they_are() {
    let texts = texts();
    Fuzz::new("fluent_arguments").pieces(PIECES).run(make, |input| check(&texts, input));
}
