//! The supported languages, and how to choose one for a visitor.

use std::fmt;

use serde::{Serialize, Serializer};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    #[default]
    English,
    French,
    German,
    Spanish,
    BrazilianPortuguese,
    Japanese,
}

impl Language {
    pub const ALL: [Self; 6] =
        [Self::English, Self::French, Self::German, Self::Spanish, Self::BrazilianPortuguese, Self::Japanese];

    /// As written in `lang` of a page and in `Content-Language`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
            Self::Spanish => "es",
            Self::BrazilianPortuguese => "pt-BR",
            Self::Japanese => "ja",
        }
    }

    /// The language of a tag such as `de-AT`, by its first part, or by the whole tag if the first part is not enough.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| language.tag().split('-').next() == Some(&primary))
    }

    /// The best match for an `Accept-Language` header such as `fr;q=0.5, de`.
    pub fn of_accept_language(header: &str) -> Option<Self> {
        let mut best: Option<(Self, f32)> = None;
        for part in header.split(',').take(32) {
            let mut fields = part.split(';');
            let Some(language) = fields.next().and_then(Self::of_tag) else { continue };
            let weight = fields.find_map(|field| field.trim().strip_prefix("q=")).map_or(Ok(1.0), str::parse);
            let Ok(weight) = weight else { continue };
            if weight > best.map_or(0.0, |(_, known)| known) {
                best = Some((language, weight));
            }
        }
        best.map(|(language, _)| language)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn tags_are_known_by_their_first_part() {
        for (tag, expected) in [
            ("de", Some(Language::German)),
            ("de-AT", Some(Language::German)),
            ("PT", Some(Language::BrazilianPortuguese)),
            ("pt_BR", Some(Language::BrazilianPortuguese)),
            (" ja ", Some(Language::Japanese)),
            ("nl", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(Language::of_tag(tag), expected, "{tag}");
        }
    }

    #[test]
    fn the_heaviest_language_that_we_have_wins() {
        for (header, expected) in [
            ("nl, fr;q=0.5, de;q=0.7", Some(Language::German)),
            ("es", Some(Language::Spanish)),
            ("fr;q=0, en;q=0.1", Some(Language::English)),
            ("de;q=much, fr;q=0.2", Some(Language::French)),
            ("nl", None),
            ("", None),
        ] {
            assert_eq!(Language::of_accept_language(header), expected, "{header}");
        }
    }
}
