//! The fields of a connection's `authorization`, for each provider.
//!
//! The pages build their forms from this table. Each provider parses its fields itself, because it also validates
//! them. A test of the providers checks that they read exactly the fields of this table.

use crate::connection::{Direction, ProviderKind};
use crate::named::named;

named! {
    /// What a field contains.
    FieldKind {
        Text = "text",
        Url = "url",
        /// Hidden while it is typed.
        Secret = "secret",
        /// A whole private key, with line breaks.
        PrivateKey = "private_key",
        /// `true` or `false`, as text.
        Flag = "flag",
        /// One of `choices`.
        Choice = "choice",
        /// Always the same value, so people are not asked for it.
        Fixed = "fixed",
    }
}

named! {
    /// How a bucket is opened, if the provider has more than one way.
    AccessMode {
        Keys = "keys",
        Role = "role",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub kind: FieldKind,
    pub is_optional: bool,
    /// The value that a form begins with; the only value of a fixed field.
    pub initial: &'static str,
    pub choices: &'static [&'static str],
    /// Set if the field is only for connections in this direction.
    pub direction: Option<Direction>,
    /// Set if the field is only for this way to open the bucket.
    pub access_mode: Option<AccessMode>,
}

pub const STORAGE_CLASSES: &[&str] =
    &["STANDARD", "INTELLIGENT_TIERING", "STANDARD_IA", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"];

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind, is_optional: false, initial: "", choices: &[], direction: None, access_mode: None }
}

const fn text(name: &'static str) -> Field {
    field(name, FieldKind::Text)
}

const fn secret(name: &'static str) -> Field {
    field(name, FieldKind::Secret)
}

const fn fixed(name: &'static str, initial: &'static str) -> Field {
    Field { initial, ..field(name, FieldKind::Fixed) }
}

const fn only_by(access_mode: AccessMode, field: Field) -> Field {
    Field { access_mode: Some(access_mode), ..field }
}

const CLIENT_ID: Field = text("client_id");
const CLIENT_SECRET: Field = secret("client_secret");
const DESTINATION: Field = text("destination");
const ENDPOINT: Field = field("endpoint", FieldKind::Url);
const REGION: Field = text("region");
const PRIVATE_KEY: Field = field("private_key", FieldKind::PrivateKey);
/// Files that are fetched keep the class that they have.
const STORAGE_CLASS: Field = Field {
    is_optional: true,
    initial: "STANDARD",
    choices: STORAGE_CLASSES,
    direction: Some(Direction::ServiceToCloud),
    ..field("storage_class", FieldKind::Choice)
};

const VENDOR_A_S3: &[Field] = &[
    only_by(AccessMode::Role, text("role_arn")),
    only_by(AccessMode::Role, text("external_id")),
    only_by(AccessMode::Keys, CLIENT_ID),
    only_by(AccessMode::Keys, CLIENT_SECRET),
    DESTINATION,
    REGION,
    STORAGE_CLASS,
];
const VENDOR_B_BLOB: &[Field] = &[secret("blob_service_sas_url"), DESTINATION];
const VENDOR_C_B2: &[Field] = &[CLIENT_ID, CLIENT_SECRET, DESTINATION];
const VENDOR_D_BOX: &[Field] = &[
    CLIENT_ID,
    CLIENT_SECRET,
    text("public_key_id"),
    PRIVATE_KEY,
    Field { is_optional: true, ..secret("passphrase") },
    text("enterprise_id"),
];
const VENDOR_F: &[Field] = &[secret("developer_token"), text("account_id"), text("team_id"), text("project_id")];
const VENDOR_F_V4: &[Field] = &[
    fixed("auth_strategy", "server"),
    CLIENT_ID,
    CLIENT_SECRET,
    text("account_id"),
    text("workspace_id"),
    text("project_id"),
];
const VENDOR_G_STORAGE: &[Field] = &[text("client_email"), PRIVATE_KEY, DESTINATION];
const VENDOR_I: &[Field] = &[text("application_id"), secret("application_token"), text("storage_id")];
const VENDOR_N: &[Field] = &[secret("team_id")];

/// Of the providers that speak S3 at an endpoint of their own.
const COMPATIBLE: &[Field] = &[CLIENT_ID, CLIENT_SECRET, DESTINATION, ENDPOINT, REGION];
const VENDOR_K_S3: &[Field] = &[
    CLIENT_ID,
    CLIENT_SECRET,
    DESTINATION,
    ENDPOINT,
    Field { initial: "default", ..REGION },
    Field { initial: "true", ..field("force_s3_path_style", FieldKind::Flag) },
];
const VENDOR_L_S3: &[Field] = &[CLIENT_ID, CLIENT_SECRET, DESTINATION, ENDPOINT, fixed("region", "eu")];

impl ProviderKind {
    /// In the order in which people are asked for them.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::VendorAS3 => VENDOR_A_S3,
            Self::VendorBBlob => VENDOR_B_BLOB,
            Self::VendorCB2 => VENDOR_C_B2,
            Self::VendorDBox => VENDOR_D_BOX,
            Self::VendorES3 | Self::VendorHS3 => COMPATIBLE,
            Self::VendorF => VENDOR_F,
            Self::VendorFV4 => VENDOR_F_V4,
            Self::VendorGStorage => VENDOR_G_STORAGE,
            Self::VendorI => VENDOR_I,
            Self::VendorKS3 => VENDOR_K_S3,
            Self::VendorLS3 => VENDOR_L_S3,
            Self::VendorN => VENDOR_N,
            // Gateways poll for their work, with a token of ours.
            Self::VendorAEfsGateway | Self::DesktopGateway | Self::VendorJGateway | Self::VendorMGateway => &[],
        }
    }
}
