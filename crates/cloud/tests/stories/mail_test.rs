//! `tonnage mail test`: one mail, and what came of it.

use std::process::Output;

use testkit::{Behaviour, SmtpSink};

use super::backup::scene::run;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn tried(url: &str) -> Output {
    let variables = [("TONNAGE_MAIL__SMTP_URL", url), ("TONNAGE_MAIL__FROM", "Films <files@example.org>")];
    run(&["mail", "test", "anna@example.org"], &variables).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_is_sent_and_the_answer_reported() {
    testkit::prepare();
    let sink = SmtpSink::start().await;
    let output = tried(&sink.url()).await;
    let report = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{report}");
    let way = "The mail from files@example.org to anna@example.org through 127.0.0.1, port ";
    assert!(report.starts_with(way) && report.lines().count() == 1, "{report}");
    for part in ["(without encryption, without signing in)", "was accepted: 250 kept.", "spam folder"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let mail = sink.take_to("anna@example.org");
    assert_eq!(mail.header("Subject"), ["Test mail from Films"]);
    assert_eq!(mail.header("Auto-Submitted"), ["auto-generated"]);
    assert!(mail.part("text/plain").contains("This is a test mail from Films."), "{}", mail.data);
    assert!(sink.take().is_empty(), "one mail");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_not_accepted_is_explained() {
    testkit::prepare();
    let sink = SmtpSink::start().await;
    for (behaviour, said, advice) in [
        (Behaviour::Refuse, "no such user", "Check the recipient, and that the server lets you send"),
        (Behaviour::RefuseSender, "sender rejected", "mail.from"),
        (Behaviour::Postpone, "later", "Try again in some minutes"),
        (Behaviour::RefuseUs, "authentication required", "Check the user name and the password in mail.smtp_url"),
        (Behaviour::TurnAway, "no service", "lets you send as the address"),
        (Behaviour::HangUp, "", "Check the host and the port"),
    ] {
        sink.behave(behaviour);
        let output = tried(&sink.url()).await;
        let complaint = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{behaviour:?}");
        let begin = "error: the mail from files@example.org to anna@example.org through 127.0.0.1";
        assert!(complaint.starts_with(begin) && complaint.contains("was not accepted: "), "{complaint}");
        assert!(complaint.contains(said) && complaint.contains(advice), "{behaviour:?}: {complaint}");
    }
    let output = tried("smtp://anna:canary@127.0.0.1:1").await;
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint.contains("(without encryption, with a user name and a password)"), "{complaint}");
    assert!(complaint.contains("Check the host and the port") && !complaint.contains("canary"), "{complaint}");
}

#[tokio::test]
async fn a_missing_server_is_named() {
    let output = tried("").await;
    let complaint = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""));
    assert!(complaint.starts_with("error: no mail server is configured: set mail.smtp_url"), "{complaint}");
    let output = run(&["mail", "test", "anna"], &[]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("must be an email address such as"), "{}", text(&output.stderr));
}
