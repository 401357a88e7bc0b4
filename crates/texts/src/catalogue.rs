//! The texts of one language, read from its files.

use std::collections::HashMap;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::Language;

/// The values of a text's variables.
pub type Arguments<'a> = [(&'a str, FluentValue<'a>)];

/// The files that the server uses; those of the pages' scripts are read by the pages' build.
macro_rules! files {
    ($($tag:literal),*) => {
        [$(($tag, [
            include_str!(concat!("../locales/", $tag, "/common.ftl")),
            include_str!(concat!("../locales/", $tag, "/mail.ftl")),
            include_str!(concat!("../locales/", $tag, "/shell.ftl")),
        ])),*]
    };
}

const FILES: [(&str, [&str; 3]); 6] = files!["en", "fr", "de", "es", "pt-BR", "ja"];

pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    pub fn of(language: Language) -> &'static Self {
        static ALL: OnceLock<HashMap<Language, Texts>> = OnceLock::new();
        let all = ALL.get_or_init(|| Language::ALL.into_iter().map(|language| (language, read(language))).collect());
        &all[&language]
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The text with this name, in this language or else in English.
    pub fn say(&self, name: &str, arguments: &Arguments<'_>) -> String {
        self.find(name, arguments).unwrap_or_else(|| name.to_owned())
    }

    /// The text with this name, if it exists.
    pub fn find(&self, name: &str, arguments: &Arguments<'_>) -> Option<String> {
        self.own(name, arguments).or_else(|| Self::of(Language::English).own(name, arguments))
    }

    fn own(&self, name: &str, arguments: &Arguments<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(name)?.value()?;
        let arguments: FluentArgs<'_> = arguments.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned())
    }
}

fn read(language: Language) -> Texts {
    let identifier: LanguageIdentifier = language.tag().parse().expect("our own tags are well formed");
    let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
    // The isolation marks around right-to-left names confuse mail programs, and none of our languages needs them.
    bundle.set_use_isolating(false);
    let (_, files) = FILES.iter().find(|(tag, _)| *tag == language.tag()).expect("every language has its files");
    for file in files {
        // An invalid line is skipped here and found by the test below.
        let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    Texts { language, bundle }
}

#[cfg(test)]
mod tests {
    use super::{FILES, Texts};
    use crate::Language;
    use fluent_bundle::FluentResource;

    #[test]
    fn every_file_can_be_read() {
        for (tag, files) in FILES {
            for file in files {
                if let Err((_, errors)) = FluentResource::try_new(file.to_owned()) {
                    panic!("{tag}: {errors:?}");
                }
            }
        }
    }

    #[test]
    fn a_text_that_nobody_has_is_its_own_name() {
        assert_eq!(Texts::of(Language::German).say("nobody-has-this", &[]), "nobody-has-this");
    }
}
