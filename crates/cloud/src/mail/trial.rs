//! One mail that an operator sends to see whether mails arrive, and what its outcome means.

use lettre::transport::smtp::Error;
use lettre::transport::smtp::response::Response;

use super::render::Content;

/// What was tried, what came back, and what to check.
pub struct Trial {
    pub is_accepted: bool,
    pub report: String,
}

impl Trial {
    /// `way` says from whom to whom and through which server; `shown` hides what nobody may read.
    pub(super) fn of(way: &str, answer: &Result<Response, Error>, shown: impl Fn(&str) -> String) -> Self {
        match answer {
            Ok(response) => {
                let said: Vec<&str> = response.message().collect();
                let said = shown(&format!("{} {}", response.code(), said.join(" ")));
                let report = format!(
                    "The mail from {way} was accepted: {}. Check that it arrives, and that it is not in the spam folder.",
                    said.trim_end_matches('.')
                );
                Self { is_accepted: true, report }
            }
            Err(error) => {
                let report = format!(
                    "the mail from {way} was not accepted: {}. {}",
                    shown(&whole(error)).trim_end_matches('.'),
                    advice(Fault::of(error))
                );
                Self { is_accepted: false, report }
            }
        }
    }
}

pub(super) fn content(server_name: &str) -> Content {
    let text = format!(
        "This is a test mail from {server_name}.\n\nIf you can read it, the server can send mails. Nothing else was sent, \
         and you need not answer.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><body><p>This is a test mail from {}.</p><p>If you can read it, the server can \
         send mails. Nothing else was sent, and you need not answer.</p></body></html>\n",
        escaped(server_name)
    );
    Content {
        subject: format!("Test mail from {server_name}"),
        text,
        html,
        on_behalf_of: String::new(),
        reply_to: None,
        thread: None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The error with its causes.
fn whole(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(found) = cause {
        let found_text = found.to_string();
        if !text.contains(&found_text) {
            text = format!("{text}: {found_text}");
        }
        cause = found.source();
    }
    text
}

/// The server rejects our own credentials. The operator must fix that; then the mail is sent.
pub(super) fn is_about_us(error: &Error) -> bool {
    error.status().is_some_and(|code| is_code_about_us(&code.to_string()))
}

fn is_code_about_us(code: &str) -> bool {
    matches!(code, "530" | "534" | "535" | "538")
}

/// What kept the mail from being accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Credentials,
    Encryption,
    /// The server refuses for now.
    Later,
    /// The server refuses for good.
    Refused,
    /// The mail cannot be sent to this server at all.
    Client,
    Unreachable,
}

impl Fault {
    fn of(error: &Error) -> Self {
        match () {
            () if is_about_us(error) => Self::Credentials,
            () if error.is_tls() => Self::Encryption,
            () if error.is_transient() => Self::Later,
            () if error.is_permanent() => Self::Refused,
            () if error.is_client() => Self::Client,
            () => Self::Unreachable,
        }
    }
}

const fn advice(fault: Fault) -> &'static str {
    match fault {
        Fault::Credentials => {
            "Check the user name and the password in mail.smtp_url (write %40 for @ there), and whether the server asks for \
             encryption before it lets anyone sign in."
        }
        Fault::Encryption => {
            "Check that the host in mail.smtp_url is the name in the server's certificate, that this system trusts the \
             certificate, and that the port fits: smtps:// is for 465, smtp://...?tls=required for 587."
        }
        Fault::Later => {
            "The server may accept it later, for example if it makes new senders wait. Try again in some minutes."
        }
        Fault::Refused => {
            "Check the recipient, and that the server lets you send as the address in mail.from: many accept only the \
             addresses of the account that signs in."
        }
        Fault::Client => {
            "Check whether the server offers the encryption that mail.smtp_url asks for, a way to sign in, and, if the \
             address has letters beyond ASCII, SMTPUTF8."
        }
        Fault::Unreachable => {
            "Check the host and the port in mail.smtp_url, that the mail server runs, and that no firewall is in between: \
             many networks block port 25."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, advice, content, is_code_about_us};

    #[test]
    fn every_fault_has_its_own_advice() {
        let faults = [
            (Fault::Credentials, "password"),
            (Fault::Encryption, "certificate"),
            (Fault::Later, "Try again"),
            (Fault::Refused, "mail.from"),
            (Fault::Client, "SMTPUTF8"),
            (Fault::Unreachable, "port 25"),
        ];
        for (fault, word) in faults {
            assert!(advice(fault).contains(word) && advice(fault).ends_with('.'), "{fault:?}");
        }
        assert!(is_code_about_us("535") && !is_code_about_us("550"));
    }

    #[test]
    fn a_name_is_text_in_the_page() {
        let content = content("A <b> & C");
        assert!(content.html.contains("A &lt;b&gt; &amp; C") && content.text.contains("A <b> & C"));
    }
}
