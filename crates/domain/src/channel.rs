//! A progress channel: one package and one topic, and its name.

use wire::ids::PackageId;

/// The subject of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    Upload,
    Zip,
}

impl Topic {
    pub const ALL: [Self; 2] = [Self::Upload, Self::Zip];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Zip => "zip",
        }
    }
}

/// One package and one topic.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Channel {
    pub package_id: PackageId,
    pub topic: Topic,
}

impl Channel {
    pub fn name(&self) -> String {
        format!("{}-{}", self.topic.as_str(), self.package_id)
    }

    pub fn parse(name: &str) -> Option<Self> {
        let (topic, id) = name.split_once('-')?;
        let topic = Topic::ALL.into_iter().find(|known| known.as_str() == topic)?;
        Some(Self { package_id: id.parse().ok()?, topic })
    }
}

#[cfg(test)]
mod tests {
    use super::{Channel, Topic};

    #[test]
    fn names_are_read_as_written() {
        for topic in Topic::ALL {
            let channel = Channel { package_id: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(), topic };
            assert_eq!(Channel::parse(&channel.name()), Some(channel));
        }
        for name in ["", "upload", "upload-", "other-01KA2B3C4D5E6F7G8H9JKMNPQR", "upload-01KA"] {
            assert_eq!(Channel::parse(name), None, "{name}");
        }
    }
}
