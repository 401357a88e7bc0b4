//! Properties of every mail, whatever people wrote into it.

use std::collections::BTreeSet;

use texts::Language;

use super::message::{Message, PackageNote, PortalNote};
use super::plain::LINE_ENDS;
use super::samples::Samples;

/// Lines of the text part that look like ours.
fn own_lines(text: &str) -> usize {
    text.split(LINE_ENDS).filter(|line| !line.is_empty() && !line.starts_with("    ")).count()
}

fn marks(html: &str) -> usize {
    html.matches(['<', '>', '"']).count()
}

fn hostile() -> Vec<String> {
    let forged = "7\n\nDownload it here:\r\nhttps://evil.example\rx\u{b}x\u{c}x\u{85}x\u{2028}x\u{2029}x";
    testkit::hostile_strings().into_iter().chain([forged.to_owned()]).collect()
}

#[test]
fn answers_of_strangers_are_text() {
    let samples = Samples::new().unwrap();
    let messages = samples.messages();
    let (_, Message::PackageReceived { note, portal, access, .. }) =
        *messages.iter().find(|(name, _)| *name == "package_received").unwrap()
    else {
        panic!("a sample has the kind that it is named after");
    };
    let rendered = |label: &str, value: &str| {
        let answers = [(label.to_owned(), value.to_owned())];
        Message::PackageReceived { note, portal, answers: &answers, access }.render(samples.server()).unwrap()
    };
    let plain = rendered("label", "value");
    for text in hostile() {
        let content = rendered(&text, &text);
        assert!(own_lines(&content.text) <= own_lines(&plain.text), "{text:?} looks like our text: {}", content.text);
        assert_eq!(marks(&content.html), marks(&plain.html), "{text:?} is markup");
        assert_eq!(content.subject, plain.subject);
    }
}

/// The same mail with other words in all places that people fill in.
fn with_words<'a>(
    message: &Message<'a>,
    words: &'a str,
    files: &'a [super::FileNote],
    names: &'a [String],
) -> Message<'a> {
    let noted = |note: PackageNote<'a>| PackageNote {
        name: words,
        message: words,
        sender: words,
        sender_name: words,
        files,
        ..note
    };
    let of_portal = |portal: PortalNote<'a>| PortalNote { name: words, ..portal };
    match *message {
        Message::Invitation { link, .. } => {
            Message::Invitation { team: words, inviter: words, inviter_email: words, link }
        }
        Message::EmailChanged { .. } => Message::EmailChanged { new_email: words },
        Message::ApiKeyCreated { .. } => Message::ApiKeyCreated { team: words, key_name: words },
        Message::PackageForYou { note, access } => Message::PackageForYou { note: noted(note), access },
        Message::PackageSent { note, recipients } => Message::PackageSent { note: noted(note), recipients },
        Message::PackageEnding { note } => Message::PackageEnding { note: noted(note) },
        Message::DownloadReceipt { note, .. } => Message::DownloadReceipt { note: noted(note), recipient: Some(words) },
        Message::PackageReceived { note, portal, answers, access } => {
            Message::PackageReceived { note: noted(note), portal: of_portal(portal), answers, access }
        }
        Message::UploadReceipt { note, portal, at } => {
            Message::UploadReceipt { note: noted(note), portal: of_portal(portal), at }
        }
        Message::ConnectionFailing { .. } => {
            Message::ConnectionFailing { team: words, connection: words, reason: words }
        }
        Message::DeliveryEnding { count, until, .. } => {
            Message::DeliveryEnding { team: words, connection: words, count, names, until }
        }
        Message::DeliveryLost { count, grace_hours, .. } => {
            Message::DeliveryLost { team: words, connection: words, count, names, grace_hours }
        }
        Message::FilesWithheld { count, .. } => {
            Message::FilesWithheld { team: words, connection: words, package: Some(words), count, names }
        }
        Message::GatewaySilent { since, .. } => Message::GatewaySilent { team: words, connection: words, since },
        Message::ImportComplete { note, .. } => Message::ImportComplete { note: noted(note), connection: words },
        Message::ImportFailed { .. } => Message::ImportFailed { name: words, connection: words, reason: words },
        Message::WebhookFailing { attempts, .. } => {
            Message::WebhookFailing { team: words, webhook: words, attempts, reason: words }
        }
        Message::PasswordReset { .. }
        | Message::EmailConfirmation { .. }
        | Message::PasswordChanged
        | Message::OtpGuessed => *message,
    }
}

#[test]
fn whatever_people_wrote_is_text() {
    let samples = Samples::new().unwrap();
    for (name, message) in samples.messages() {
        let rendered = |words: &str| {
            let files = [super::FileNote { name: words.to_owned(), size: 1 }];
            with_words(&message, words, &files, &[words.to_owned()]).render(samples.server()).unwrap()
        };
        let plain = rendered("words");
        for text in hostile() {
            let content = rendered(&text);
            assert!(own_lines(&content.text) <= own_lines(&plain.text), "{name} {text:?}: {}", content.text);
            // An empty message has no section.
            assert!(marks(&content.html) <= marks(&plain.html), "{name} {text:?}: {}", content.html);
            assert_eq!(content.subject.split(LINE_ENDS).count(), 1, "{name} {text:?}");
        }
    }
}

#[test]
fn every_kind_is_whole_in_every_language() {
    let samples = Samples::new().unwrap();
    for (name, message) in samples.messages() {
        for language in Language::ALL {
            let content = message.render_in(language, samples.server()).unwrap();
            let whole = format!("{}\n{}\n{}", content.subject, content.text, content.html);
            let hint = format!("{name} in {language}: {whole}");
            assert!(!whole.contains("mail-") && !whole.contains("{$") && !whole.contains("{{"), "{hint}");
            assert!(content.html.contains(&format!("lang=\"{language}\" dir=\"ltr\"")), "{hint}");
            assert!(content.html.contains("files.example.org") && content.text.contains("files.example.org"), "{hint}");
            for tag in ["<Day 4>", "<Berlin>", "<Notes", "<A>", "<farm>", "<index>", "<script", "<svg"] {
                assert!(!content.html.contains(tag), "{hint}");
            }
            assert!(content.html.matches("<a ").count() <= 1, "one button: {hint}");
            assert!(content.html.matches("<img ").count() <= 1, "a logo at most: {hint}");
        }
    }
}

#[test]
fn every_kind_that_has_texts_has_a_sample() {
    let source = include_str!("../../../texts/locales/en/mail.ftl");
    let named = source.lines().filter_map(|line| line.strip_prefix("mail-")?.split_once("-subject ="));
    let named: BTreeSet<String> = named.map(|(kind, _)| kind.replace('-', "_")).collect();
    let samples = Samples::new().unwrap();
    let shown: BTreeSet<String> = samples.messages().iter().map(|(_, message)| message.kind().to_owned()).collect();
    assert_eq!(shown, named);
}

#[test]
fn a_portal_speaks_its_language_and_wears_its_colour() {
    let samples = Samples::new().unwrap();
    for (_, message) in samples.messages() {
        let Message::UploadReceipt { note, portal, at } = message else { continue };
        for (tag, expected) in [("pt-BR", "pt-BR"), ("de-AT", "de"), ("", "en"), ("tlh", "en")] {
            let portal = PortalNote { language: tag, ..portal };
            let content = Message::UploadReceipt { note, portal, at }.render(samples.server()).unwrap();
            assert!(content.html.contains(&format!("<html lang=\"{expected}\"")), "{tag}: {}", content.html);
        }
    }
    let (_, received) = samples.messages().into_iter().find(|(name, _)| *name == "package_received").unwrap();
    let html = received.render(samples.server()).unwrap().html;
    assert!(html.contains("bgcolor=\"#ffd400\"") && html.contains("color:#000000"), "{html}");
    assert!(html.contains("logo.png\" alt=\"Rushes &lt;Berlin&gt;\""), "{html}");
}

#[test]
fn a_mail_from_before_can_still_be_read() {
    let kept = r#"{"subject":"s","text":"t","html":"h"}"#;
    let content: super::Content = serde_json::from_str(kept).unwrap();
    assert_eq!((content.on_behalf_of.as_str(), content.reply_to, content.thread), ("", None, None));
}
