//! Cloud connections: a Team's storage outside of this service.

use std::borrow::Cow;

use wire::ids::{CloudConnectionId, GatewayId, TeamId};
use wire::names::Named;
use wire::time::Time;

use crate::Refusal;
use crate::named::named;

/// The direction in which files are transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    ServiceToCloud,
    CloudToService,
}

impl Direction {
    pub const ALL: [Self; 2] = [Self::ServiceToCloud, Self::CloudToService];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ServiceToCloud => "service_to_cloud",
            Self::CloudToService => "cloud_to_service",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.as_str() == text)
    }

    pub fn check(field: &'static str, text: &str) -> Result<Self, Refusal> {
        Self::parse(text).ok_or_else(|| Refusal::invalid(field, "must be service_to_cloud or cloud_to_service"))
    }
}

named! {
    /// The storage provider, with the tokens of the specification.
    ProviderKind {
        VendorAS3 = "vendor_a_s3",
        VendorAEfsGateway = "vendor_a_efs_sg",
        VendorBBlob = "vendor_b_blob",
        VendorCB2 = "vendor_c_b2",
        VendorDBox = "vendor_d_box",
        DesktopGateway = "desktop_sg",
        VendorES3 = "vendor_e_s3",
        VendorFV4 = "vendor_f_v4",
        VendorF = "vendor_f",
        VendorGStorage = "vendor_g_storage",
        VendorHS3 = "vendor_h_s3",
        VendorI = "vendor_i",
        VendorJGateway = "vendor_j_sg",
        VendorKS3 = "vendor_k_s3",
        VendorLS3 = "vendor_l_s3",
        VendorMGateway = "vendor_m_sg",
        VendorN = "vendor_n",
    }
}

impl ProviderKind {
    /// Reads a name in either spelling.
    pub fn check(field: &'static str, text: &str) -> Result<Self, Refusal> {
        Self::parse(Named::Provider.neutral(text)).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|kind| kind.as_str()).collect();
            Refusal::invalid(field, format!("must be one of {}", known.join(", ")))
        })
    }

    /// A storage gateway fetches its work itself.
    pub const fn is_gateway(self) -> bool {
        matches!(self, Self::VendorAEfsGateway | Self::DesktopGateway | Self::VendorJGateway | Self::VendorMGateway)
    }

    /// Speaks S3.
    pub const fn is_s3(self) -> bool {
        matches!(self, Self::VendorAS3 | Self::VendorES3 | Self::VendorHS3 | Self::VendorKS3 | Self::VendorLS3)
    }

    pub const fn has_direction(self, direction: Direction) -> bool {
        matches!(direction, Direction::ServiceToCloud) || matches!(self, Self::VendorAS3 | Self::VendorHS3)
    }

    /// Whether the Team can choose a target directory for package folders. With a gateway, it is below the folder that was
    /// chosen there.
    pub const fn has_target_directory(self) -> bool {
        !matches!(self, Self::VendorN)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConnectionState {
    Ok,
    /// The last transfer or check failed.
    Error,
}

impl ConnectionState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Ok, Self::Error].into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloudConnection {
    pub id: CloudConnectionId,
    pub team_id: TeamId,
    pub name: String,
    pub provider: ProviderKind,
    /// The name with which a gateway was created, if it is another one.
    pub provider_alias: Option<String>,
    pub direction: Direction,
    /// Encrypted.
    pub authorization: String,
    /// Bucket or container; empty if the provider has none.
    pub destination: String,
    pub region: String,
    pub target_directory: String,
    pub source_directories: Vec<String>,
    pub upload_transfer_manifest: bool,
    pub state: ConnectionState,
    /// Why the state is `error`.
    pub state_reason: String,
    pub gateway: Option<Gateway>,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// The agent's side of a storage gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gateway {
    pub id: GatewayId,
    pub token_hash: String,
    /// When it last requested work.
    pub polled_at: Option<Time>,
}

/// A gateway that has not requested work for this long is disconnected.
const CONNECTED_SECONDS: i64 = 90;

impl Gateway {
    pub fn is_connected(&self, now: Time) -> bool {
        self.polled_at.is_some_and(|polled_at| polled_at.plus_seconds(CONNECTED_SECONDS) >= now)
    }
}

/// The settings of a connection in a request, except its authorization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    pub target_directory: String,
    pub source_directories: Vec<String>,
    pub upload_transfer_manifest: bool,
}

impl Placement {
    /// The settings that a connection has.
    pub fn of(connection: &CloudConnection) -> Self {
        Self {
            target_directory: connection.target_directory.clone(),
            source_directories: connection.source_directories.clone(),
            upload_transfer_manifest: connection.upload_transfer_manifest,
        }
    }
}

const DIRECTORY_LONGEST: usize = 512;
const SOURCES_MOST: usize = 100;

/// Rejects settings that the provider or the direction does not support, so that nobody believes they take effect.
pub fn check_placement(
    provider: ProviderKind,
    direction: Direction,
    target: Option<&str>,
    sources: Option<&[String]>,
    manifest: bool,
) -> Result<Placement, Refusal> {
    if !provider.has_direction(direction) {
        let reason = format!("{} takes files only: it must be service_to_cloud", provider.as_str());
        return Err(Refusal::invalid("direction", reason));
    }
    let (target, sources) = (target.unwrap_or_default(), sources.unwrap_or_default());
    let takes_target = direction == Direction::ServiceToCloud && provider.has_target_directory();
    if !target.is_empty() && !takes_target {
        let reason = format!("is not supported for {} in this direction: leave it out", provider.as_str());
        return Err(Refusal::invalid("target_directory_id", reason));
    }
    if !sources.is_empty() && direction != Direction::CloudToService {
        return Err(Refusal::invalid("source_directory_ids", "is only for cloud_to_service: leave it out"));
    }
    if sources.len() > SOURCES_MOST {
        return Err(Refusal::invalid("source_directory_ids", format!("can have up to {SOURCES_MOST} entries")));
    }
    if manifest && !(provider.is_s3() && direction == Direction::ServiceToCloud) {
        let reason = "is supported by S3 and S3-compatible providers that take files: leave it out";
        return Err(Refusal::invalid("upload_transfer_manifest", reason));
    }
    let source = |(index, text): (usize, &String)| {
        check_directory(format!("source_directory_ids[{index}]"), text, DIRECTORY_LONGEST)
    };
    Ok(Placement {
        target_directory: check_directory("target_directory_id", target, DIRECTORY_LONGEST)?,
        source_directories: sources.iter().enumerate().map(source).collect::<Result<_, _>>()?,
        upload_transfer_manifest: manifest,
    })
}

/// A relative path that only goes down, without a slash at either end.
pub fn check_directory(field: impl Into<Cow<'static, str>>, text: &str, longest: usize) -> Result<String, Refusal> {
    let path = text.trim_matches('/');
    let is_bad =
        |part: &str| matches!(part, "" | "." | "..") || part.contains('\\') || part.chars().any(char::is_control);
    if path.len() > longest {
        return Err(Refusal::invalid(field, format!("can have up to {longest} bytes")));
    }
    if !path.is_empty() && path.split('/').any(is_bad) {
        let reason = "must be a path of names with / between them, without . or .., backslash or control characters";
        return Err(Refusal::invalid(field, reason));
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{Direction, Gateway, ProviderKind, check_placement};
    use crate::Refusal;

    const OUT: Direction = Direction::ServiceToCloud;
    const IN: Direction = Direction::CloudToService;

    #[test]
    fn tokens_are_read_as_they_are_written() {
        assert_eq!(ProviderKind::ALL.len(), 17);
        for kind in ProviderKind::ALL {
            assert_eq!(ProviderKind::parse(kind.as_str()), Some(*kind));
            assert_eq!(kind.is_gateway(), kind.as_str().ends_with("_sg"));
            assert_eq!(kind.is_s3(), kind.as_str().ends_with("_s3"));
        }
        assert!(ProviderKind::check("provider", "vendor_z").is_err());
    }

    #[test]
    fn what_does_not_apply_is_refused_by_name() {
        let field = |provider, direction, target, sources: &[String], manifest| match check_placement(
            provider,
            direction,
            Some(target),
            Some(sources),
            manifest,
        ) {
            Ok(_) => String::new(),
            Err(Refusal::Invalid { field, .. }) => field.into_owned(),
            Err(other) => panic!("{other:?}"),
        };
        let some = ["a".to_owned()];
        let cases = [
            (field(ProviderKind::VendorAS3, OUT, "a/b", &[], true), ""),
            (field(ProviderKind::VendorAS3, IN, "", &some, false), ""),
            (field(ProviderKind::VendorHS3, IN, "", &[], false), ""),
            (field(ProviderKind::VendorES3, IN, "", &[], false), "direction"),
            (field(ProviderKind::VendorI, IN, "", &[], false), "direction"),
            (field(ProviderKind::VendorN, OUT, "a", &[], false), "target_directory_id"),
            (field(ProviderKind::DesktopGateway, OUT, "a/b", &[], false), ""),
            (field(ProviderKind::DesktopGateway, OUT, "a/../..", &[], false), "target_directory_id"),
            (field(ProviderKind::VendorAS3, IN, "a", &[], false), "target_directory_id"),
            (field(ProviderKind::VendorAS3, OUT, "", &some, false), "source_directory_ids"),
            (field(ProviderKind::VendorBBlob, OUT, "", &[], true), "upload_transfer_manifest"),
            (field(ProviderKind::VendorAS3, IN, "", &[], true), "upload_transfer_manifest"),
            (field(ProviderKind::VendorAS3, IN, "", &["a/../b".to_owned()], false), "source_directory_ids[0]"),
            (field(ProviderKind::VendorAS3, OUT, "a//b", &[], false), "target_directory_id"),
            (field(ProviderKind::VendorAS3, OUT, "../a", &[], false), "target_directory_id"),
            (field(ProviderKind::VendorAS3, OUT, "a\\b", &[], false), "target_directory_id"),
        ];
        for (index, (found, expected)) in cases.into_iter().enumerate() {
            assert_eq!(found, expected, "case {index}");
        }
        let placed = check_placement(ProviderKind::VendorBBlob, OUT, Some("/a/b/"), None, false).unwrap();
        assert_eq!(placed.target_directory, "a/b");
    }

    #[test]
    fn a_gateway_is_there_for_ninety_seconds_after_it_asked() {
        let asked = Time::from_millis(1_000_000);
        let gateway = |polled_at| Gateway {
            id: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(),
            token_hash: String::new(),
            polled_at,
        };
        assert!(!gateway(None).is_connected(asked));
        assert!(gateway(Some(asked)).is_connected(asked.plus_seconds(90)));
        assert!(!gateway(Some(asked)).is_connected(asked.plus_seconds(91)));
    }
}
