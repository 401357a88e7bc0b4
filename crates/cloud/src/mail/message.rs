//! What we write to people.
//!
//! Every mail has a written text part and a simple page. Values that users
//! chose are escaped and never become links.

use domain::package::Package;
use minijinja::{AutoEscape, Environment, context};
use serde::{Deserialize, Serialize};
use url::Url;
use wire::time::Time;

/// A mail as it is kept, sealed, until it is sent.
#[derive(Serialize, Deserialize)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The kind of mail with which someone joins a Team.
pub const INVITATION: &str = "invitation";

pub enum Message<'a> {
    Invitation {
        team: &'a str,
        inviter: &'a str,
        link: &'a Url,
    },
    PasswordReset {
        link: &'a Url,
    },
    PasswordChanged,
    EmailChanged {
        new_email: &'a str,
    },
    ApiKeyCreated {
        team: &'a str,
        key_name: &'a str,
    },
    PackageForYou {
        note: PackageNote<'a>,
        has_password: bool,
        link: &'a Url,
    },
    PackageSent {
        note: PackageNote<'a>,
        recipients: usize,
    },
    PackageEnding {
        note: PackageNote<'a>,
    },
    DownloadReceipt {
        package: &'a str,
        recipient: &'a str,
    },
    PackageReceived {
        note: PackageNote<'a>,
        portal: &'a str,
        answers: &'a [(String, String)],
        has_password: bool,
        link: &'a Url,
    },
    UploadReceipt {
        note: PackageNote<'a>,
        portal: &'a str,
    },
}

/// What mails tell of a package.
#[derive(Clone, Copy)]
pub struct PackageNote<'a> {
    pub name: &'a str,
    /// What the sender wrote. Shown as text, cut when it is long.
    pub message: &'a str,
    pub sender: &'a str,
    pub size: i64,
    pub total_files: i64,
    pub expiry: Option<Time>,
}

/// A mail is no place for a novel, nor for whatever a stranger wants to say at length.
const MESSAGE_LONGEST: usize = 2_000;

impl<'a> PackageNote<'a> {
    pub fn of(package: &'a Package) -> Self {
        Self {
            name: &package.name,
            message: &package.description,
            sender: &package.sender,
            size: package.size,
            total_files: package.total_files,
            expiry: package.expiry.time(),
        }
    }

    fn values(&self) -> minijinja::Value {
        let message: String = self.message.chars().take(MESSAGE_LONGEST).collect();
        let files = if self.total_files == 1 { "1 file".to_owned() } else { format!("{} files", self.total_files) };
        let until = self.expiry.map(|time| time.to_string()[..10].to_owned());
        context! {
            name => self.name,
            sender => self.sender,
            message => message.trim(),
            files,
            size => readable_size(self.size),
            until,
        }
    }
}

/// A text in which no mail program finds a link.
fn without_links(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_joint = |index: usize| match letters[index] {
        ':' | '/' | '\\' | '@' => true,
        '.' => letters.get(index + 1).is_some_and(|next| next.is_alphabetic()),
        _ => false,
    };
    (0..letters.len()).map(|index| if is_joint(index) { ' ' } else { letters[index] }).collect()
}

/// A text whose lines after the first are set in: none of them reads like a line of ours.
fn set_in(text: &str) -> String {
    let breaks = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    text.replace("\r\n", "\n").split(breaks).collect::<Vec<_>>().join("\n    ")
}

/// `1.5 GB`: powers of a thousand, as people count.
fn readable_size(bytes: i64) -> String {
    const UNITS: [&str; 6] = ["bytes", "kB", "MB", "GB", "TB", "PB"];
    let (mut tenths, mut unit) = (i128::from(bytes.max(0)) * 10, 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths = (tenths + 500) / 1_000;
        unit += 1;
    }
    match (unit, tenths) {
        (0, _) => format!("{} {}", tenths / 10, UNITS[0]),
        _ => format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit]),
    }
}

const TEMPLATES: &[(&str, &str)] = &[
    ("layout.html", include_str!("templates/layout.html")),
    ("layout.txt", include_str!("templates/layout.txt")),
    ("invitation.html", include_str!("templates/invitation.html")),
    ("invitation.txt", include_str!("templates/invitation.txt")),
    ("password_reset.html", include_str!("templates/password_reset.html")),
    ("password_reset.txt", include_str!("templates/password_reset.txt")),
    ("password_changed.html", include_str!("templates/password_changed.html")),
    ("password_changed.txt", include_str!("templates/password_changed.txt")),
    ("email_changed.html", include_str!("templates/email_changed.html")),
    ("email_changed.txt", include_str!("templates/email_changed.txt")),
    ("api_key_created.html", include_str!("templates/api_key_created.html")),
    ("api_key_created.txt", include_str!("templates/api_key_created.txt")),
    ("package_for_you.html", include_str!("templates/package_for_you.html")),
    ("package_for_you.txt", include_str!("templates/package_for_you.txt")),
    ("package_sent.html", include_str!("templates/package_sent.html")),
    ("package_sent.txt", include_str!("templates/package_sent.txt")),
    ("package_ending.html", include_str!("templates/package_ending.html")),
    ("package_ending.txt", include_str!("templates/package_ending.txt")),
    ("download_receipt.html", include_str!("templates/download_receipt.html")),
    ("download_receipt.txt", include_str!("templates/download_receipt.txt")),
    ("package_received.html", include_str!("templates/package_received.html")),
    ("package_received.txt", include_str!("templates/package_received.txt")),
    ("upload_receipt.html", include_str!("templates/upload_receipt.html")),
    ("upload_receipt.txt", include_str!("templates/upload_receipt.txt")),
];

impl Message<'_> {
    /// The name of the kind, which is also the name of its templates.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Invitation { .. } => INVITATION,
            Self::PasswordReset { .. } => "password_reset",
            Self::PasswordChanged => "password_changed",
            Self::EmailChanged { .. } => "email_changed",
            Self::ApiKeyCreated { .. } => "api_key_created",
            Self::PackageForYou { .. } => "package_for_you",
            Self::PackageSent { .. } => "package_sent",
            Self::PackageEnding { .. } => "package_ending",
            Self::DownloadReceipt { .. } => "download_receipt",
            Self::PackageReceived { .. } => "package_received",
            Self::UploadReceipt { .. } => "upload_receipt",
        }
    }

    fn subject(&self) -> String {
        match self {
            Self::Invitation { team, inviter, .. } => format!("{inviter} invites you to {team}"),
            Self::PasswordReset { .. } => "Choose a new password".to_owned(),
            Self::PasswordChanged => "Your password was changed".to_owned(),
            Self::EmailChanged { .. } => "Your e-mail address was changed".to_owned(),
            Self::ApiKeyCreated { team, .. } => format!("A new API key in {team}"),
            Self::PackageForYou { note, .. } => format!("{} sent you {}", note.sender, note.name),
            Self::PackageSent { note, .. } => format!("{} is on its way", note.name),
            Self::PackageEnding { note } => format!("{} will be deleted soon", note.name),
            Self::DownloadReceipt { package, .. } => format!("{package} was downloaded"),
            Self::PackageReceived { note, portal, .. } => format!("{} sent {} to {portal}", note.sender, note.name),
            Self::UploadReceipt { portal, .. } => format!("{portal} has received your files"),
        }
    }

    pub fn render(&self, server: &Url) -> anyhow::Result<Content> {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|name| match name.rsplit_once('.') {
            Some((_, "html")) => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        templates.add_filter("set_in", |text: String| set_in(&text));
        for (name, source) in TEMPLATES {
            templates.add_template(name, source)?;
        }
        let subject = self.subject();
        let values = match *self {
            Self::Invitation { team, inviter, link } => context! { team, inviter, link => link.as_str() },
            Self::PasswordReset { link } => context! { link => link.as_str() },
            Self::PasswordChanged => context! {},
            Self::EmailChanged { new_email } => context! { new_email },
            Self::ApiKeyCreated { team, key_name } => context! { team, key_name },
            Self::PackageForYou { note, has_password, link } => {
                context! { has_password, link => link.as_str(), ..note.values() }
            }
            Self::PackageSent { note, recipients } => context! { recipients, ..note.values() },
            Self::PackageEnding { note } => note.values(),
            Self::DownloadReceipt { package, recipient } => context! { package, recipient },
            Self::PackageReceived { note, portal, answers, has_password, link } => {
                context! { portal, answers => answers.to_vec(), has_password, link => link.as_str(), ..note.values() }
            }
            // Anyone can have it sent to anyone: what a stranger wrote must not read as an address to follow.
            Self::UploadReceipt { note, portal } => {
                context! { portal, name => without_links(note.name), ..note.values() }
            }
        };
        let values = context! { subject => subject.as_str(), server => server.as_str(), ..values };
        let render = |ending: &str| {
            let name = format!("{}.{ending}", self.kind());
            templates.get_template(&name).and_then(|template| template.render(&values))
        };
        Ok(Content { text: render("txt")?, html: render("html")?, subject })
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, PackageNote, readable_size, without_links};

    fn note() -> PackageNote<'static> {
        PackageNote {
            name: "<b>Dailies</b>",
            message: "<b>Day 4</b>\nTwo cameras.",
            sender: "anna@example.org",
            size: 1_500_000_000,
            total_files: 2,
            expiry: Some(wire::time::Time::from_millis(1_767_225_600_000)),
        }
    }

    #[test]
    fn sizes_read_as_people_count() {
        let cases = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (1_500_000_000, "1.5 GB"),
            (999_960, "1.0 MB"),
            (15_000_000_000_000, "15.0 TB"),
            (i64::MAX, "9223.4 PB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(readable_size(bytes), text);
        }
    }

    #[test]
    fn what_strangers_write_is_no_link() {
        for (text, shown) in [
            ("Dailies 4.1", "Dailies 4.1"),
            ("http://evil.example/x", "http   evil example x"),
            ("win at evil.example now.", "win at evil example now."),
            ("you@evil.example", "you evil example"),
        ] {
            assert_eq!(without_links(text), shown);
        }
    }

    #[test]
    fn answers_of_strangers_are_text() {
        let server = "https://files.example.org/".parse().unwrap();
        let link = "https://files.example.org/d/x".parse().unwrap();
        let rendered = |label: &str, value: &str| {
            let answers = [(label.to_owned(), value.to_owned())];
            let message = Message::PackageReceived {
                note: note(),
                portal: "P",
                answers: &answers,
                has_password: false,
                link: &link,
            };
            message.render(&server).unwrap()
        };
        let marks = |html: &str| html.matches(['<', '>', '"']).count();
        // Whatever stands at the beginning of a line is ours.
        let own_lines = |text: &str| {
            let breaks = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
            text.split(breaks).filter(|line| !line.is_empty() && !line.starts_with("    ")).count()
        };
        let plain = rendered("label", "value");
        let forged = "7\n\nDownload it here:\r\nhttps://evil.example\rx\u{b}x\u{c}x\u{85}x\u{2028}x\u{2029}x";
        for text in testkit::hostile_strings().into_iter().chain([forged.to_owned()]) {
            let content = rendered(&text, &text);
            assert!(own_lines(&content.text) <= own_lines(&plain.text), "{text:?} reads like ours: {}", content.text);
            assert_eq!(marks(&content.html), marks(&plain.html), "{text:?} is markup");
            assert_eq!(content.subject, plain.subject);
        }
    }

    #[test]
    fn every_kind_renders_with_its_values_escaped() {
        let server = "https://files.example.org/".parse().unwrap();
        let link = "https://files.example.org/invitation?token=abc".parse().unwrap();
        let messages = [
            Message::Invitation { team: "<b>Film</b>", inviter: "Anna", link: &link },
            Message::PasswordReset { link: &link },
            Message::PasswordChanged,
            Message::EmailChanged { new_email: "<b>new</b>@example.org" },
            Message::ApiKeyCreated { team: "<b>Film</b>", key_name: "<b>ci</b>" },
            Message::PackageForYou { note: note(), has_password: true, link: &link },
            Message::PackageSent { note: note(), recipients: 2 },
            Message::PackageEnding { note: note() },
            Message::DownloadReceipt { package: "<b>Dailies</b>", recipient: "ben@example.org" },
            Message::PackageReceived {
                note: note(),
                portal: "<b>Rushes</b>",
                answers: &[("<b>Reel</b>".into(), "<b>A1</b>".into())],
                has_password: false,
                link: &link,
            },
            Message::UploadReceipt { note: note(), portal: "<b>Rushes</b>" },
        ];
        for message in messages {
            let content = message.render(&server).unwrap();
            assert!(!content.html.contains("<b>"), "{}", content.html);
            assert!(content.html.contains("files.example.org"), "{}", content.html);
            assert!(content.text.contains("files.example.org"), "{}", content.text);
            assert!(!content.text.contains("{{"), "{}", content.text);
            assert!(!content.subject.is_empty());
        }
    }
}
