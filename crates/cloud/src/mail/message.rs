//! The messages that we mail to people.
//!
//! Every mail has a text part and a simple HTML part. Values that users chose are escaped and never become links.

use domain::file::File;
use domain::package::Package;
use domain::portal::Portal;
use domain::readable_colours::{Colour, ReadableColours};
use store::mails::UPLOAD_RECEIPT;
use texts::Language;
use url::Url;
use wire::ids::PackageId;
use wire::time::Time;

/// The kind of mail that invites someone to a Team.
pub const INVITATION: &str = "invitation";

/// The kind of mail with which someone sets a new password.
pub const PASSWORD_RESET: &str = "password_reset";

/// The kinds of mails that are not needed once their package has ended.
pub const OF_LIVE_PACKAGES: [&str; 3] = [PACKAGE_FOR_YOU, PACKAGE_RECEIVED, PACKAGE_ENDING];
const PACKAGE_ENDING: &str = "package_ending";
const PACKAGE_FOR_YOU: &str = "package_for_you";
const PACKAGE_RECEIVED: &str = "package_received";

/// The server that sends all mails.
#[derive(Clone, Copy)]
pub struct Server<'a> {
    pub name: &'a str,
    /// Also the address of its console.
    pub address: &'a Url,
}

#[derive(Clone, Copy)]
pub enum Message<'a> {
    Invitation {
        team: &'a str,
        /// The name, or the address if there is no name.
        inviter: &'a str,
        inviter_email: &'a str,
        link: &'a Url,
    },
    PasswordReset {
        link: &'a Url,
    },
    PasswordChanged,
    /// To the new address.
    EmailConfirmation {
        link: &'a Url,
    },
    /// Too many wrong one-time passwords, with the right password.
    OtpGuessed,
    EmailChanged {
        new_email: &'a str,
    },
    ApiKeyCreated {
        team: &'a str,
        key_name: &'a str,
    },
    PackageForYou {
        note: PackageNote<'a>,
        access: Access<'a>,
    },
    PackageSent {
        note: PackageNote<'a>,
        recipients: usize,
    },
    PackageEnding {
        note: PackageNote<'a>,
    },
    DownloadReceipt {
        note: PackageNote<'a>,
        /// `None` for a link that was shared without a recipient.
        recipient: Option<&'a str>,
    },
    PackageReceived {
        note: PackageNote<'a>,
        portal: PortalNote<'a>,
        answers: &'a [(String, String)],
        access: Access<'a>,
    },
    UploadReceipt {
        note: PackageNote<'a>,
        portal: PortalNote<'a>,
        at: Time,
    },
    ConnectionFailing {
        team: &'a str,
        connection: &'a str,
        reason: &'a str,
    },
    /// Packages end soon, and the connection has not got them.
    DeliveryEnding {
        team: &'a str,
        connection: &'a str,
        count: usize,
        /// Of the first packages; empty if not everybody may see them.
        names: &'a [String],
        until: Time,
    },
    /// Packages have ended, and the connection never got them.
    DeliveryLost {
        team: &'a str,
        connection: &'a str,
        count: usize,
        names: &'a [String],
        /// For how long they can still be restored.
        grace_hours: u32,
    },
    /// Files that a transfer did not send.
    FilesWithheld {
        team: &'a str,
        connection: &'a str,
        /// Its name; `None` if not everybody may see it.
        package: Option<&'a str>,
        count: i64,
        /// Of the first files, with the reasons.
        names: &'a [String],
    },
    GatewaySilent {
        team: &'a str,
        connection: &'a str,
        /// `None` if it was never heard of.
        since: Option<Time>,
    },
    ImportComplete {
        note: PackageNote<'a>,
        connection: &'a str,
    },
    ImportFailed {
        /// Of the package.
        name: &'a str,
        connection: &'a str,
        reason: &'a str,
    },
    WebhookFailing {
        team: &'a str,
        webhook: &'a str,
        attempts: usize,
        reason: &'a str,
    },
}

/// What mails say about a package.
#[derive(Clone, Copy)]
pub struct PackageNote<'a> {
    pub id: &'a PackageId,
    pub name: &'a str,
    /// The sender's message. Shown as text, and shortened if it is long.
    pub message: &'a str,
    /// The email address.
    pub sender: &'a str,
    /// The name of a member; empty if only the address is known, or if an unauthenticated sender claimed it.
    pub sender_name: &'a str,
    pub size: i64,
    pub total_files: i64,
    /// The first files only.
    pub files: &'a [FileNote],
    pub expiry: Option<Time>,
}

pub struct FileNote {
    pub name: String,
    pub size: i64,
}

/// How a recipient can download a package.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    pub link: &'a Url,
    pub has_password: bool,
    /// `None` if there is no limit.
    pub downloads_left: Option<i64>,
}

/// The Portal whose name and branding a mail uses.
#[derive(Clone, Copy)]
pub struct PortalNote<'a> {
    pub name: &'a str,
    pub language: &'a str,
    pub logo_url: &'a str,
    pub primary_color: &'a str,
}

impl<'a> PackageNote<'a> {
    /// Without the name of the sender and the files, which are stored elsewhere.
    pub fn of(package: &'a Package) -> Self {
        Self {
            id: &package.id,
            name: &package.name,
            message: &package.description,
            sender: &package.sender,
            sender_name: "",
            size: package.size,
            total_files: package.total_files,
            files: &[],
            expiry: package.expiry.time(),
        }
    }

    pub(super) const fn who(&self) -> &'a str {
        if self.sender_name.is_empty() { self.sender } else { self.sender_name }
    }
}

impl FileNote {
    pub fn of(file: &File) -> Self {
        Self { name: file.place.whole(), size: file.size }
    }
}

impl<'a> PortalNote<'a> {
    pub fn of(portal: &'a Portal) -> Self {
        Self {
            name: &portal.name,
            language: &portal.settings.language,
            logo_url: &portal.settings.logo_url,
            primary_color: &portal.settings.primary_color,
        }
    }

    pub(super) fn colours(&self) -> Option<ReadableColours> {
        Colour::parse(self.primary_color).map(ReadableColours::of)
    }

    /// Only formats that every mail program shows, and only over HTTPS.
    pub(super) fn logo(&self) -> Option<Url> {
        let address = Url::parse(self.logo_url).ok()?;
        let path = address.path().to_ascii_lowercase();
        let is_shown = [".png", ".jpg", ".jpeg"].iter().any(|ending| path.ends_with(ending));
        (address.scheme() == "https" && is_shown).then_some(address)
    }
}

impl<'a> Message<'a> {
    /// The name of the kind. The names of its texts have `-` instead of `_`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Invitation { .. } => INVITATION,
            Self::PasswordReset { .. } => PASSWORD_RESET,
            Self::PasswordChanged => "password_changed",
            Self::OtpGuessed => "otp_guessed",
            Self::EmailConfirmation { .. } => "email_confirmation",
            Self::EmailChanged { .. } => "email_changed",
            Self::ApiKeyCreated { .. } => "api_key_created",
            Self::PackageForYou { .. } => PACKAGE_FOR_YOU,
            Self::PackageSent { .. } => "package_sent",
            Self::PackageEnding { .. } => PACKAGE_ENDING,
            Self::DownloadReceipt { .. } => "download_receipt",
            Self::PackageReceived { .. } => PACKAGE_RECEIVED,
            Self::UploadReceipt { .. } => UPLOAD_RECEIPT,
            Self::ConnectionFailing { .. } => "connection_failing",
            Self::DeliveryEnding { .. } => "delivery_ending",
            Self::DeliveryLost { .. } => "delivery_lost",
            Self::FilesWithheld { .. } => "files_withheld",
            Self::GatewaySilent { .. } => "gateway_silent",
            Self::ImportComplete { .. } => "import_complete",
            Self::ImportFailed { .. } => "import_failed",
            Self::WebhookFailing { .. } => "webhook_failing",
        }
    }

    /// The Portal's language if there is one. The language of members is not known yet, so they get English.
    pub fn language(&self) -> Language {
        self.portal().and_then(|portal| Language::of_tag(portal.language)).unwrap_or_default()
    }

    pub(super) const fn portal(&self) -> Option<&PortalNote<'a>> {
        match self {
            Self::PackageReceived { portal, .. } | Self::UploadReceipt { portal, .. } => Some(portal),
            _ => None,
        }
    }

    pub(super) const fn note(&self) -> Option<&PackageNote<'a>> {
        match self {
            Self::PackageForYou { note, .. }
            | Self::PackageSent { note, .. }
            | Self::PackageEnding { note }
            | Self::DownloadReceipt { note, .. }
            | Self::PackageReceived { note, .. }
            | Self::UploadReceipt { note, .. }
            | Self::ImportComplete { note, .. } => Some(note),
            _ => None,
        }
    }

    /// An unauthenticated sender's name must not be used as a display name: received packages use the Portal's name.
    pub(super) fn on_behalf_of(&self) -> &'a str {
        match self {
            Self::PackageForYou { note, .. } => note.who(),
            _ => self.portal().map_or("", |portal| portal.name),
        }
    }

    /// Replies go to the person who knows more than we do.
    pub(super) const fn reply_to(&self) -> Option<&'a str> {
        match self {
            Self::PackageForYou { note, .. } | Self::PackageReceived { note, .. } => Some(note.sender),
            Self::Invitation { inviter_email, .. } => Some(inviter_email),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PortalNote;

    fn portal<'a>(logo_url: &'a str, primary_color: &'a str) -> PortalNote<'a> {
        PortalNote { name: "Rushes", language: "de-AT", logo_url, primary_color }
    }

    #[test]
    fn only_hosted_pictures_that_mails_show_are_logos() {
        let shown =
            ["https://example.org/logo.png", "https://example.org/a/LOGO.JPG?v=2", "https://example.org/l.jpeg"];
        for address in shown {
            assert_eq!(portal(address, "").logo().unwrap().as_str(), address);
        }
        let hidden =
            ["", "http://example.org/l.png", "https://example.org/l.svg", "https://example.org/l?x=.png", "l.png"];
        for address in hidden {
            assert_eq!(portal(address, "").logo(), None, "{address}");
        }
    }

    #[test]
    fn a_colour_that_is_none_is_left_out() {
        assert_eq!(portal("", "#ffd400").colours().unwrap().light.text.to_string(), "#000000");
        assert_eq!(portal("", "red;}").colours(), None);
    }
}
