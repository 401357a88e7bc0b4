//! How to start a server with the configuration that a command was given.

use std::collections::BTreeSet;
use std::path::Path;

use super::error::Origin;
use super::load::Loaded;

/// The command, as it works in any directory, after the names of the variables that it needs. Their values may be
/// secret.
pub fn start_command(loaded: &Loaded) -> String {
    let files: BTreeSet<&Path> = loaded.origins().filter_map(file).collect();
    let variables: BTreeSet<&str> = loaded.origins().filter_map(variable).collect();
    let mut command = "tonnage serve".to_owned();
    for file in files {
        command = format!("{command} --config {}", quoted(file));
    }
    command = format!("{command} --data-dir {}", quoted(&loaded.config.data_dir));
    for (flag, value) in loaded.flags().filter(|(flag, _)| *flag != "--data-dir") {
        command = format!("{command} {flag} {value}");
    }
    if variables.is_empty() {
        return command;
    }
    let variables: Vec<&str> = variables.into_iter().collect();
    format!("{command}\n  with these environment variables as they are now: {}", variables.join(", "))
}

fn file(origin: &Origin) -> Option<&Path> {
    if let Origin::File(path) = origin { Some(path) } else { None }
}

fn variable(origin: &Origin) -> Option<&str> {
    if let Origin::Environment(name) = origin { Some(name) } else { None }
}

/// An absolute path as a shell reads it.
fn quoted(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:@%".contains(letter);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use crate::config::{Flags, Role, load};

    #[test]
    fn the_command_names_everything_that_it_needs() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("t.toml");
        std::fs::write(&file, "listen = '127.0.0.1:1'\n").unwrap();
        let flags = Flags { config: Some(file.clone()), data_dir: Some("/data".into()), ..Flags::default() };
        let variables = [
            ("TONNAGE_DATABASE__URL", "postgres://a:secret@b/c"),
            ("TONNAGE_SECRET_KEY", "a key of thirty-two bytes or more"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let command = super::start_command(&load(&flags, variables.into_iter()).unwrap());
        let expected = format!(
            "tonnage serve --config {} --data-dir /data\n  with these environment variables as they are now: \
             TONNAGE_DATABASE__URL, TONNAGE_SECRET_KEY",
            file.display()
        );
        assert_eq!(command, expected);
        let plain = Flags { data_dir: Some("/data".into()), ..Flags::default() };
        let command = super::start_command(&load(&plain, std::iter::empty()).unwrap());
        assert_eq!(command, "tonnage serve --data-dir /data");
        let flags = Flags {
            data_dir: Some("/Anna's disk".into()),
            listen: Some("[::1]:80".into()),
            roles: Some(vec![Role::Api, Role::Worker, Role::Store]),
            ..Flags::default()
        };
        let command = super::start_command(&load(&flags, std::iter::empty()).unwrap());
        assert_eq!(command, r"tonnage serve --data-dir '/Anna'\''s disk' --listen [::1]:80 --roles api,worker,store");
    }
}
