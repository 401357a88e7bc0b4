//! The templates of the two parts of every mail. They are parsed once.

use std::sync::LazyLock;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};

use super::letter::Letter;
use super::plain::set_in;

const TEMPLATES: [(&str, &str); 2] = [
    ("letter.html", include_str!("templates/letter.html")), //
    ("letter.txt", include_str!("templates/letter.txt")),
];

/// A template that cannot be parsed is left out and logged; the tests use all of them.
static PARSED: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|name| match name.rsplit_once('.') {
        Some((_, "html")) => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    templates.add_filter("set_in", |text: String| set_in(&text));
    for (name, source) in TEMPLATES {
        if let Err(error) = templates.add_template(name, source) {
            tracing::error!(%error, template = name, "cannot parse a mail template");
        }
    }
    templates
});

pub(super) fn text(letter: &Letter) -> anyhow::Result<String> {
    Ok(PARSED.get_template("letter.txt")?.render(Serde(letter))?)
}

pub(super) fn html(letter: &Letter) -> anyhow::Result<String> {
    Ok(PARSED.get_template("letter.html")?.render(Serde(letter))?)
}
