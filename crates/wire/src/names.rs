//! Names that clients of the reference service know under another spelling.
//!
//! Both spellings are accepted everywhere. Inside the service there are only the neutral ones; replies use the others where
//! an installation or a request asks for them.

use serde::{Deserialize, Deserializer, Serialize};

/// The spelling of names in replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NameSet {
    #[default]
    Neutral,
    Reference,
}

impl NameSet {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "neutral" => Some(Self::Neutral),
            "reference" => Some(Self::Reference),
            _ => None,
        }
    }
}

/// Something that has names of both sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Direction,
    Provider,
    Activity,
}

use Named::{Activity, Direction, Provider};

/// The whole table: the neutral name, and that of the reference service. Providers that are not here have one name. Of
/// several lines with one neutral name, the first is used in replies.
const TABLE: &[(Named, &str, &str)] = &[
    (Direction, "service_to_cloud", "masv_to_cloud"),
    (Direction, "cloud_to_service", "cloud_to_masv"),
    (Provider, "vendor_a_s3", "amazon_s3"),
    (Provider, "vendor_a_efs_sg", "amazon_efs_sg"),
    (Provider, "vendor_h_s3", "wasabi_s3"),
    (Provider, "vendor_j_sg", "storage_gateway"),
    (Provider, "vendor_j_sg", "jellyfish_sg"),
    (Provider, "vendor_j_sg", "opendrives_sg"),
    (Provider, "vendor_j_sg", "synology_sg"),
    (Provider, "vendor_j_sg", "qnap_sg"),
    // Not read back as this one: `storage_gateway` is the line above.
    (Provider, "vendor_m_sg", "storage_gateway"),
    (Activity, "upload", "package_upload_to_masv"),
    (Activity, "download", "package_download_from_masv"),
    (Activity, "link_creation", "link_generation"),
    (Activity, "transfer", "package_transfer_masv_to_cloud"),
];

impl Named {
    /// The neutral name of a name of either set. A name that is in neither stays as it is.
    pub fn neutral(self, name: &str) -> &str {
        let line = TABLE.iter().find(|(named, _, reference)| *named == self && *reference == name);
        line.map_or(name, |(_, neutral, _)| neutral)
    }

    /// The name of the reference service for a neutral one.
    pub fn reference(self, neutral: &str) -> &str {
        let line = TABLE.iter().find(|(named, known, _)| *named == self && *known == neutral);
        line.map_or(neutral, |(_, _, reference)| reference)
    }

    /// Whether both are names of the same thing.
    pub fn is_same(self, neutral: &str, given: &str) -> bool {
        neutral == given || TABLE.contains(&(self, neutral, given))
    }
}

/// The spelling of a storage gateway that is kept with it: there are several for one kind. `None` for any other provider.
pub fn gateway_alias(provider: &str) -> Option<&str> {
    (Provider.neutral(provider) == "vendor_j_sg" && provider != "vendor_j_sg").then_some(provider)
}

/// Reads the direction of a transfer in either spelling.
pub(crate) fn direction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let given = Option::<String>::deserialize(deserializer)?;
    Ok(given.map(|given| Direction.neutral(&given).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Named, TABLE, gateway_alias};

    #[test]
    fn every_name_leads_back() {
        for (named, neutral, reference) in TABLE {
            assert!(named.is_same(neutral, named.reference(neutral)));
            assert!(named.is_same(neutral, reference) && named.is_same(neutral, neutral));
            assert_eq!(named.neutral(neutral), *neutral);
        }
        assert_eq!(Named::Provider.reference("vendor_j_sg"), "storage_gateway");
        assert_eq!(Named::Provider.reference("vendor_m_sg"), "storage_gateway");
        assert_eq!(Named::Provider.neutral("storage_gateway"), "vendor_j_sg");
        assert_eq!(Named::Provider.reference("vendor_b_blob"), "vendor_b_blob");
        assert_eq!(Named::Direction.neutral("amazon_s3"), "amazon_s3", "each kind has its own names");
        assert!(!Named::Provider.is_same("vendor_a_s3", "wasabi_s3"));
    }

    #[test]
    fn only_gateways_keep_their_spelling() {
        assert_eq!(gateway_alias("synology_sg"), Some("synology_sg"));
        for provider in ["vendor_j_sg", "vendor_m_sg", "desktop_sg", "amazon_s3", "x"] {
            assert_eq!(gateway_alias(provider), None);
        }
    }
}
