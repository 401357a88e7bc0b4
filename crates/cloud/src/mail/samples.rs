//! One sample mail of every kind and variant, for previews and tests.

use url::Url;
use wire::ids::PackageId;
use wire::time::Time;

use super::message::{Access, FileNote, Message, PackageNote, PortalNote, Server};

/// 31 December 2025, 17:30.
const UNTIL: Time = Time::from_millis(1_767_202_200_000);

pub struct Samples {
    package: PackageId,
    server: Url,
    download: Url,
    invitation: Url,
    reset: Url,
    email: Url,
    files: Vec<FileNote>,
    answers: Vec<(String, String)>,
    names: Vec<String>,
}

impl Samples {
    pub fn new() -> anyhow::Result<Self> {
        let server: Url = "https://files.example.org/".parse()?;
        let files = [
            ("Day 4/A001_C003.mov", 18_400_000_000),
            ("Day 4/A001_C004.mov", 12_100_000_000),
            ("Day 4/B001_C001.mov", 9_800_000_000),
            ("Day 4/Sound/T01.wav", 640_000_000),
            ("Day 4/<Notes & order>.pdf", 1),
        ];
        let answers = [("Reel <A>", "7"), ("Remarks", "Two cameras.\nThe slate of take 3 is missing.")];
        Ok(Self {
            package: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse()?,
            download: server.join("d/01KA2B3C4D5E6F7G8H9JKMNPQS?secret=f3Zk8QmVtY2bXw6N")?,
            invitation: server.join("invitation?token=f3Zk8QmVtY2bXw6N")?,
            reset: server.join("reset?token=f3Zk8QmVtY2bXw6N")?,
            email: server.join("email?token=f3Zk8QmVtY2bXw6N")?,
            files: files.map(|(name, size)| FileNote { name: name.to_owned(), size }).into(),
            answers: answers.map(|(label, value)| (label.to_owned(), value.to_owned())).into(),
            names: vec!["Dailies <Day 4>".to_owned(), "Sound".to_owned()],
            server,
        })
    }

    pub const fn server(&self) -> Server<'_> {
        Server { name: "Acme Transfer", address: &self.server }
    }

    /// All mails, by the name of their file.
    pub fn messages(&self) -> Vec<(&'static str, Message<'_>)> {
        [
            self.about_packages(),
            self.about_portals(),
            self.about_accounts(),
            Self::about_faults(),
            self.about_deliveries(),
        ]
        .concat()
    }

    fn note(&self) -> PackageNote<'_> {
        PackageNote {
            id: &self.package,
            name: "Dailies <Day 4>",
            message: "Two cameras & sound.\nSee https://example.org/notes for the order.",
            sender: "anna@example.org",
            sender_name: "Anna Berg",
            size: 41_000_000_000,
            total_files: 42,
            files: &self.files,
            expiry: Some(UNTIL),
        }
    }

    /// With as little content as possible.
    fn bare(&self) -> PackageNote<'_> {
        PackageNote { message: "", sender_name: "", total_files: 1, files: &[], size: 5, expiry: None, ..self.note() }
    }

    fn about_packages(&self) -> Vec<(&'static str, Message<'_>)> {
        let (note, bare) = (self.note(), self.bare());
        let guarded = Access { link: &self.download, has_password: true, downloads_left: Some(3) };
        let open = Access { has_password: false, downloads_left: None, ..guarded };
        vec![
            ("package_for_you", Message::PackageForYou { note, access: guarded }),
            ("package_for_you_bare", Message::PackageForYou { note: bare, access: open }),
            ("package_sent", Message::PackageSent { note, recipients: 3 }),
            ("package_sent_by_link", Message::PackageSent { note: bare, recipients: 0 }),
            ("package_ending", Message::PackageEnding { note }),
            ("import_complete", Message::ImportComplete { note, connection: "Archive <Berlin>" }),
            ("download_receipt", Message::DownloadReceipt { note, recipient: Some("ben@example.org") }),
            ("download_receipt_by_link", Message::DownloadReceipt { note, recipient: None }),
        ]
    }

    fn about_portals(&self) -> Vec<(&'static str, Message<'_>)> {
        let name = "Rushes <Berlin>";
        let dressed = PortalNote {
            name,
            language: "en",
            logo_url: "https://files.example.org/logo.png",
            primary_color: "#ffd400",
        };
        let plain = PortalNote { logo_url: "https://files.example.org/logo.svg", primary_color: "", ..dressed };
        let note = PackageNote { sender_name: "", ..self.note() };
        let access = Access { link: &self.download, has_password: true, downloads_left: None };
        vec![
            ("package_received", Message::PackageReceived { note, portal: dressed, answers: &self.answers, access }),
            (
                "package_received_bare",
                Message::PackageReceived {
                    note: self.bare(),
                    portal: plain,
                    answers: &[],
                    access: Access { has_password: false, ..access },
                },
            ),
            ("upload_receipt", Message::UploadReceipt { note, portal: dressed, at: UNTIL.plus_days(-7) }),
        ]
    }

    fn about_deliveries(&self) -> Vec<(&'static str, Message<'_>)> {
        let (team, connection) = ("Film & Ton", "Archive <Berlin>");
        vec![
            (
                "delivery_ending",
                Message::DeliveryEnding { team, connection, count: 7, names: &self.names, until: UNTIL },
            ),
            (
                "delivery_ending_hidden",
                Message::DeliveryEnding { team, connection, count: 1, names: &[], until: UNTIL },
            ),
            (
                "delivery_lost",
                Message::DeliveryLost { team, connection, count: 7, names: &self.names, grace_hours: 24 },
            ),
            ("delivery_lost_forever", Message::DeliveryLost { team, connection, count: 1, names: &[], grace_hours: 0 }),
            (
                "files_withheld",
                Message::FilesWithheld {
                    team,
                    connection,
                    package: Some("Dailies <Day 4>"),
                    count: 3,
                    names: &self.names,
                },
            ),
            ("gateway_silent", Message::GatewaySilent { team, connection, since: Some(UNTIL) }),
            ("gateway_never_seen", Message::GatewaySilent { team, connection, since: None }),
        ]
    }

    fn about_accounts(&self) -> Vec<(&'static str, Message<'_>)> {
        let team = "Film & Ton";
        vec![
            (
                "invitation",
                Message::Invitation {
                    team,
                    inviter: "Anna Berg",
                    inviter_email: "anna@example.org",
                    link: &self.invitation,
                },
            ),
            ("password_reset", Message::PasswordReset { link: &self.reset }),
            ("password_changed", Message::PasswordChanged),
            ("otp_guessed", Message::OtpGuessed),
            ("email_confirmation", Message::EmailConfirmation { link: &self.email }),
            ("email_changed", Message::EmailChanged { new_email: "anna.berg@example.org" }),
            ("api_key_created", Message::ApiKeyCreated { team, key_name: "Render <farm>" }),
        ]
    }

    fn about_faults() -> Vec<(&'static str, Message<'static>)> {
        let team = "Film & Ton";
        vec![
            (
                "connection_failing",
                Message::ConnectionFailing {
                    team,
                    connection: "Archive <Berlin>",
                    reason: "the bucket refuses the keys: 403 AccessDenied",
                },
            ),
            (
                "import_failed",
                Message::ImportFailed {
                    name: "Rushes <Day 4>",
                    connection: "Archive <Berlin>",
                    reason: "day/none: the bucket answered 404 NoSuchKey",
                },
            ),
            (
                "webhook_failing",
                Message::WebhookFailing { team, webhook: "Asset <index>", attempts: 5, reason: "answered 502" },
            ),
        ]
    }
}
