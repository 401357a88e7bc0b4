//! Writes all mails as files, for people who translate, brand or change them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use texts::{Language, Texts};

use super::samples::Samples;
use crate::{interruption, whole_directory};

/// Writes every kind in every language, both parts, and a page that lists them. Returns the number of mails.
pub fn write_preview(directory: &Path) -> anyhow::Result<usize> {
    whole_directory::fill(directory, write_all)
}

fn write_all(directory: &Path) -> anyhow::Result<usize> {
    let samples = Samples::new()?;
    let messages = samples.messages();
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let mut rows = String::new();
    for (name, message) in &messages {
        interruption::check()?;
        write!(rows, "<tr><th scope=\"row\">{name}</th>")?;
        for language in Language::ALL {
            let content = message.render_in(language, samples.server())?;
            let file = format!("{name}.{language}");
            write(&format!("{file}.html"), &content.html)?;
            write(&format!("{file}.txt"), &format!("Subject: {}\n\n{}", content.subject, content.text))?;
            write!(rows, "<td><a href=\"{file}.html\">page</a> <a href=\"{file}.txt\">text</a></td>")?;
        }
        rows.push_str("</tr>\n");
    }
    write("index.html", &index(&rows))?;
    Ok(messages.len() * Language::ALL.len())
}

fn index(rows: &str) -> String {
    let heads: String = Language::ALL.iter().fold(String::new(), |heads, language| {
        format!("{heads}<th scope=\"col\">{}</th>", Texts::of(*language).say("language-name", &[]))
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light \
         dark\"><title>Mails</title>\n<style>body {{ font: 16px/1.5 sans-serif; margin: 24px }} th, td {{ padding: 4px \
         16px 4px 0; text-align: left }}</style></head>\n<body><h1>Mails</h1>\n<table>\n<tr><th \
         scope=\"col\">Kind</th>{heads}</tr>\n{rows}</table>\n</body>\n</html>\n"
    )
}
