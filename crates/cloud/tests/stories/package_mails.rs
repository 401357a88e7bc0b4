//! The mails about packages, as people read them.

use cloud::mail::{Message, PackageNote};
use testkit::compare_snapshot;
use wire::time::Time;

const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stories/snapshots");

fn note() -> PackageNote<'static> {
    PackageNote {
        name: "Dailies <Day 4>",
        message: "Two cameras & sound.\nSee https://example.org/notes for the order.",
        sender: "anna@example.org",
        size: 1_500_000_000,
        total_files: 2,
        expiry: Some(Time::from_millis(1_767_225_600_000)),
    }
}

#[test]
fn mails_read_as_kept() {
    let server = "https://files.example.org/".parse().unwrap();
    let link = "https://files.example.org/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=abc".parse().unwrap();
    let alone = PackageNote { message: "", total_files: 1, size: 5, expiry: None, ..note() };
    let answers = [("Reel <A>".to_owned(), "7".to_owned()), ("Remarks".to_owned(), "two\nlines".to_owned())];
    let messages = [
        ("package_for_you", Message::PackageForYou { note: note(), has_password: true, link: &link }),
        ("package_for_you_plain", Message::PackageForYou { note: alone, has_password: false, link: &link }),
        ("package_sent", Message::PackageSent { note: note(), recipients: 3 }),
        ("package_sent_by_link", Message::PackageSent { note: alone, recipients: 0 }),
        ("package_ending", Message::PackageEnding { note: note() }),
        (
            "package_received",
            Message::PackageReceived {
                note: note(),
                portal: "Rushes <Berlin>",
                answers: &answers,
                has_password: true,
                link: &link,
            },
        ),
        ("upload_receipt", Message::UploadReceipt { note: note(), portal: "Rushes <Berlin>" }),
        ("download_receipt", Message::DownloadReceipt { package: "Dailies <Day 4>", recipient: "ben@example.org" }),
    ];
    for (name, message) in messages {
        let content = message.render(&server).unwrap();
        assert!(
            !content.html.contains("<Day 4>") && !content.html.contains("<Berlin>"),
            "what people write is escaped: {}",
            content.html
        );
        let whole = format!("Subject: {}\n\n{}\n\n{}\n", content.subject, content.text, content.html);
        compare_snapshot(SNAPSHOTS, &format!("mail_{name}.txt"), &whole);
    }
}
