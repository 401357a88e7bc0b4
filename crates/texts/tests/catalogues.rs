//! Every language says the same things: all files, also those that only the pages read.

#![expect(clippy::unwrap_used, reason = "a catalogue that cannot be read has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use fluent_syntax::unicode::unescape_unicode_to_string;
use texts::Language;

const MODEL: &str = "en";

/// The sources of one language by the names of their files.
type Files = BTreeMap<String, String>;
/// What one file says: messages as `name`, attributes as `name.attribute`, terms as `-name`.
type Said = BTreeMap<String, Text>;

#[derive(Debug, Default, PartialEq, Eq)]
struct Text {
    variables: BTreeSet<String>,
    words: Vec<String>,
}

impl Text {
    fn of(pattern: &Pattern<&str>) -> Self {
        let mut text = Self::default();
        text.add(pattern);
        text
    }

    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.words.push((*value).to_owned()),
                PatternElement::Placeable { expression } => self.add_expression(expression),
            }
        }
    }

    fn add_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_inline(selector);
                for variant in variants {
                    self.add(&variant.value);
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::StringLiteral { value } => {
                self.words.push(unescape_unicode_to_string(value).into_owned());
            }
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::FunctionReference { arguments, .. }
            | InlineExpression::TermReference { arguments: Some(arguments), .. } => self.add_arguments(arguments),
            InlineExpression::Placeable { expression } => self.add_expression(expression),
            InlineExpression::NumberLiteral { .. }
            | InlineExpression::MessageReference { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }

    fn add_arguments(&mut self, arguments: &CallArguments<&str>) {
        let named = arguments.named.iter().map(|argument| &argument.value);
        for argument in arguments.positional.iter().chain(named) {
            self.add_inline(argument);
        }
    }

    /// Texts are put into pages and mails as text: markup would be shown, or be a hole.
    fn has_markup(&self) -> bool {
        let is_entity = |rest: &str| {
            let name = rest.split(';').next().unwrap_or_default();
            let in_alphabet = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
            rest.len() > name.len() && !name.is_empty() && name.chars().all(in_alphabet)
        };
        self.words.iter().any(|words| words.contains('<') || words.split('&').skip(1).any(is_entity))
    }
}

/// What a file says, and what is wrong with it alone.
fn read(source: &str, complain: &mut impl FnMut(&str, &str)) -> Said {
    let resource = parse(source).unwrap_or_else(|(resource, errors)| {
        for error in errors {
            let line = source[..error.pos.start].lines().count().max(1);
            complain(&format!("line {line}"), &error.kind.to_string());
        }
        resource
    });
    let mut said = Said::new();
    for entry in &resource.body {
        let (name, value, attributes) = match entry {
            Entry::Message(message) => (message.id.name.to_owned(), message.value.as_ref(), &message.attributes),
            Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value), &term.attributes),
            Entry::Junk { .. } | Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
        };
        let attributes = attributes.iter().map(|own| (format!("{name}.{}", own.id.name), &own.value));
        let values = value.map(|value| (name.clone(), value));
        for (name, pattern) in values.into_iter().chain(attributes) {
            let text = Text::of(pattern);
            if text.has_markup() {
                complain(&name, "holds markup");
            }
            if said.insert(name.clone(), text).is_some() {
                complain(&name, "is said twice");
            }
        }
    }
    said
}

fn complaints(catalogues: &BTreeMap<&str, Files>) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut said: BTreeMap<(&str, &str), Said> = BTreeMap::new();
    for (language, files) in catalogues {
        for (file, source) in files {
            let mut complain =
                |name: &str, reason: &str| complaints.push(format!("{file} {language} {name}: {reason}"));
            said.insert((language, file), read(source, &mut complain));
        }
    }
    for (language, files) in catalogues {
        let model = &catalogues[MODEL];
        let missing = model.keys().filter(|file| !files.contains_key(*file));
        complaints.extend(missing.map(|file| format!("{file} {language}: the file is missing")));
        for file in files.keys() {
            let own = &said[&(*language, file.as_str())];
            match said.get(&(MODEL, file.as_str())) {
                Some(model) => {
                    complaints.extend(differences(model, own).map(|text| format!("{file} {language} {text}")));
                }
                None => complaints.push(format!("{file} {language}: there is no such file in {MODEL}")),
            }
        }
    }
    complaints
}

fn differences<'a>(model: &'a Said, own: &'a Said) -> impl Iterator<Item = String> + 'a {
    let compared = model.iter().filter_map(move |(name, text)| match own.get(name) {
        None => Some(format!("{name}: is missing")),
        Some(own) if own.variables != text.variables => {
            Some(format!("{name}: has the variables {:?}, and {:?} in {MODEL}", own.variables, text.variables))
        }
        Some(_) => None,
    });
    let strange = own.keys().filter(|name| !model.contains_key(*name));
    compared.chain(strange.map(|name| format!("{name}: is not in {MODEL}")))
}

fn on_disk() -> BTreeMap<&'static str, Files> {
    let folder = Path::new("locales");
    let read = |language: Language| {
        let entries = std::fs::read_dir(folder.join(language.tag())).unwrap().map(|entry| entry.unwrap().path());
        let files = entries.filter(|path| path.extension().is_some_and(|ending| ending == "ftl"));
        let named = files.map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        });
        (language.tag(), named.collect())
    };
    Language::ALL.into_iter().map(read).collect()
}

#[test]
fn all_languages_say_the_same() {
    let catalogues = on_disk();
    assert!(catalogues[MODEL].contains_key("mail.ftl"), "the catalogues were found");
    let complaints = complaints(&catalogues);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn no_language_is_left_out() {
    let folder = Path::new("locales");
    let found: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, Language::ALL.iter().map(ToString::to_string).collect());
}

#[test]
fn what_differs_is_named() {
    let english = "a = One { $x }\n    .b = Two\n-c = Three\n";
    let cases = [
        ("a = Eins { $x }\n    .b = Zwei\n-c = Drei\n", None),
        ("a = { $x ->\n    [one] Eins { $x }\n   *[other] Viele\n }\n    .b = Zwei\n-c = Drei\n", None),
        ("a = { NUMBER($x) }\n    .b = Zwei\n-c = Drei\n", None),
        ("a = Eins { $x }\n-c = Drei\n", Some("x.ftl de a.b: is missing")),
        (
            "a = Eins { $y }\n    .b = Zwei\n-c = Drei\n",
            Some("x.ftl de a: has the variables {\"y\"}, and {\"x\"} in en"),
        ),
        ("a = Eins { $x }\n    .b = Zwei\n", Some("x.ftl de -c: is missing")),
        ("a = Eins { $x }\n    .b = Zwei\n-c = Drei\nd = Vier\n", Some("x.ftl de d: is not in en")),
        ("a = Eins { $x }\n    .b = <b>Zwei\n-c = Drei\n", Some("x.ftl de a.b: holds markup")),
        ("a = Eins { $x }\n    .b = Zwei&nbsp;\n-c = Drei\n", Some("x.ftl de a.b: holds markup")),
        ("a = Eins { $x }\n    .b = { \"\\u003c\" }\n-c = Drei\n", Some("x.ftl de a.b: holds markup")),
        ("a = Eins { $x }\n    .b = R & D; so\n-c = Drei\n", None),
        ("a = Eins { $x }\n    .b = Zwei\n-c = Drei\n-c = Vier\n", Some("x.ftl de -c: is said twice")),
    ];
    let file = |source: &str| Files::from([("x.ftl".to_owned(), source.to_owned())]);
    for (german, expected) in cases {
        let catalogues = BTreeMap::from([("en", file(english)), ("de", file(german))]);
        assert_eq!(complaints(&catalogues), Vec::from_iter(expected.map(str::to_owned)), "{german}");
    }
    let broken =
        BTreeMap::from([("en", file(english)), ("de", file("a = Eins { $x }\n    .b = Zwei\n-c = Drei\nd { x\n"))]);
    assert!(complaints(&broken)[0].starts_with("x.ftl de line "), "{:?}", complaints(&broken));
    let missing = BTreeMap::from([("en", file(english)), ("de", Files::new())]);
    assert_eq!(complaints(&missing), ["x.ftl de: the file is missing"]);
    let strange = BTreeMap::from([("en", Files::new()), ("de", file(english))]);
    assert_eq!(complaints(&strange), ["x.ftl de: there is no such file in en"]);
}
