//! The structure that all mails share: one sentence, one button, the facts, the sender's message, and why it was sent.
//!
//! All text in a letter is already made safe; the templates escape it for HTML.

use domain::readable_colours::{Colour, ReadableColours};
use serde::Serialize;
use texts::{FluentValue, Language, Texts};

use super::amounts;
use super::message::{Access, Message, PackageNote, PortalNote, Server};
use super::plain::{many_lines, one_line, without_links};

/// Our own colour, if the Portal has none.
const COLOUR: Colour = Colour { red: 0x1f, green: 0x4f, blue: 0xd8 };

#[derive(Serialize)]
pub(super) struct Letter {
    language: &'static str,
    pub(super) subject: String,
    /// Mail programs show it after the subject in the list of mails.
    preheader: String,
    /// The name of the Portal or the server, and its optional logo.
    brand: String,
    logo: Option<String>,
    colours: Colours,
    sentence: String,
    note: Option<String>,
    button: Option<Button>,
    facts: Vec<Fact>,
    message: Option<Part<String>>,
    answers: Option<Part<Vec<Fact>>>,
    /// Why it was sent, where replies go, who sent it.
    footer: Vec<String>,
}

#[derive(Serialize)]
struct Colours {
    background: String,
    text: String,
    edge_on_light: String,
    edge_on_dark: String,
}

#[derive(Serialize)]
struct Button {
    label: String,
    address: String,
    /// The text in front of the plain address.
    otherwise: String,
}

#[derive(Serialize)]
struct Fact {
    label: String,
    /// The label in the text part, where there is no table.
    label_in_text: String,
    values: Vec<String>,
}

#[derive(Serialize)]
struct Part<T> {
    title: String,
    title_in_text: String,
    content: T,
}

/// The parts that differ between kinds of mail; the rest is the same for all.
#[derive(Default)]
struct Draft<'a> {
    /// Used for subject, sentence, note, button and reason.
    values: Vec<(&'static str, FluentValue<'a>)>,
    /// The name of the sentence, if it is not `sentence`.
    sentence: Option<&'static str>,
    preheader: Option<String>,
    /// The target of the button: its own address, or the console.
    leads_to: Option<Way>,
    facts: Vec<Fact>,
    message: String,
    answers: &'a [(String, String)],
}

enum Way {
    Address(String),
    Console,
}

impl Letter {
    pub(super) fn of(message: &Message<'_>, language: Language, server: Server<'_>) -> Self {
        let writer = Writer { texts: Texts::of(language), kind: message.kind().replace('_', "-") };
        let draft = writer.draft(message);
        let portal = message.portal();
        let sentence = writer.own(draft.sentence.unwrap_or("sentence"), &draft.values);
        Self {
            language: language.tag(),
            subject: writer.own("subject", &draft.values),
            preheader: draft.preheader.unwrap_or_else(|| sentence.clone()),
            brand: one_line(portal.map_or(server.name, |portal| portal.name)),
            logo: portal.and_then(PortalNote::logo).map(String::from),
            colours: colours(portal.and_then(PortalNote::colours)),
            sentence,
            note: writer.texts.find(&writer.name("note"), &draft.values),
            button: draft.leads_to.map(|way| writer.button(way, &draft.values, server)),
            facts: draft.facts,
            message: (!draft.message.is_empty()).then(|| writer.part("mail-sender-writes", draft.message)),
            answers: (!draft.answers.is_empty()).then(|| writer.part("mail-form-says", writer.answers(draft.answers))),
            footer: writer.footer(message, &draft.values, server),
        }
    }
}

fn colours(portal: Option<ReadableColours>) -> Colours {
    let ReadableColours { light, dark } = portal.unwrap_or_else(|| ReadableColours::of(COLOUR));
    Colours {
        background: light.background.to_string(),
        text: light.text.to_string(),
        edge_on_light: light.ring.to_string(),
        edge_on_dark: dark.ring.to_string(),
    }
}

/// One kind of mail in one language.
struct Writer {
    texts: &'static Texts,
    kind: String,
}

impl Writer {
    fn name(&self, part: &str) -> String {
        format!("mail-{}-{part}", self.kind)
    }

    /// A text that only this kind of mail has.
    fn own(&self, part: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        self.texts.say(&self.name(part), values)
    }

    fn size(&self, bytes: i64) -> String {
        amounts::size(self.texts, bytes)
    }

    fn draft<'a>(&self, message: &'a Message<'_>) -> Draft<'a> {
        match message {
            Message::PackageForYou { note, access } => self.package_for_you(note, access),
            Message::PackageReceived { note, portal, answers, access } => {
                self.package_received(note, portal, answers, access)
            }
            Message::UploadReceipt { note, portal, at } => {
                // Anyone can have this mail sent to anyone: text from an unauthenticated sender must not look like a
                // link to follow, and file names are left out.
                let name = self.fact("package", without_links(&one_line(note.name)));
                let values = [self.about(note), vec![("portal", one_line(portal.name).into())]].concat();
                let received = self.fact("received", amounts::time(self.texts, *at));
                Draft { facts: vec![name, received], values, ..Draft::default() }
            }
            Message::PackageSent { note, recipients } => Draft {
                sentence: Some(if *recipients == 0 { "by-link" } else { "to-people" }),
                values: [self.about(note), vec![("count", (*recipients).into())]].concat(),
                ..self.of_package(note)
            },
            Message::ImportComplete { note, connection } => Draft {
                leads_to: Some(Way::Console),
                values: [self.about(note), vec![("connection", one_line(connection).into())]].concat(),
                ..self.of_package(note)
            },
            Message::PackageEnding { note } => Draft { leads_to: Some(Way::Console), ..self.of_package(note) },
            Message::DownloadReceipt { note, recipient } => {
                let who = recipient.map_or_else(|| self.texts.say("mail-someone", &[]), one_line);
                Draft { values: vec![("who", who.into()), ("name", one_line(note.name).into())], ..Draft::default() }
            }
            Message::DeliveryEnding { team, connection, count, names, until } => {
                let ends = self.fact("ends", amounts::time(self.texts, *until));
                self.of_delivery("packages", (team, connection), (*count, names), Some(ends))
            }
            Message::DeliveryLost { team, connection, count, names, grace_hours } => {
                let mut draft = self.of_delivery("packages", (team, connection), (*count, names), None);
                draft.values.push(("hours", (*grace_hours).into()));
                Draft { sentence: (*grace_hours == 0).then_some("forever"), ..draft }
            }
            Message::FilesWithheld { team, connection, package, count, names } => {
                let package = package.map(|name| self.fact("package", one_line(name)));
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                self.of_delivery("files", (team, connection), (count, names), package)
            }
            Message::GatewaySilent { team, connection, since } => {
                let values = vec![("team", one_line(team).into()), ("connection", one_line(connection).into())];
                let seen = since.map(|time| self.fact("seen", amounts::time(self.texts, time)));
                Draft { values, leads_to: Some(Way::Console), facts: seen.into_iter().collect(), ..Draft::default() }
            }
            _ => self.about_accounts(message),
        }
    }

    fn of_delivery<'a>(
        &self,
        what: &str,
        (team, connection): (&str, &str),
        (count, names): (usize, &[String]),
        first: Option<Fact>,
    ) -> Draft<'a> {
        let values =
            vec![("team", one_line(team).into()), ("connection", one_line(connection).into()), ("count", count.into())];
        let mut facts: Vec<Fact> = first.into_iter().collect();
        if !names.is_empty() {
            let mut shown: Vec<String> = names.iter().map(|name| one_line(name)).collect();
            let left = count.saturating_sub(names.len());
            shown.extend((left > 0).then(|| self.texts.say("mail-more-files", &[("count", left.into())])));
            facts.push(Fact { values: shown, ..self.fact(what, String::new()) });
        }
        Draft { values, leads_to: Some(Way::Console), facts, ..Draft::default() }
    }

    fn about_accounts<'a>(&self, message: &'a Message<'_>) -> Draft<'a> {
        let line = |text: &str| FluentValue::from(one_line(text));
        let (values, leads_to, reason) = match *message {
            Message::Invitation { team, inviter, link, .. } => {
                (vec![("who", line(inviter)), ("team", line(team))], Some(Way::Address(link.to_string())), "")
            }
            Message::PasswordReset { link } | Message::EmailConfirmation { link } => {
                (Vec::new(), Some(Way::Address(link.to_string())), "")
            }
            Message::EmailChanged { new_email } => (vec![("address", line(new_email))], None, ""),
            Message::ApiKeyCreated { team, key_name } => {
                (vec![("team", line(team)), ("key", line(key_name))], Some(Way::Console), "")
            }
            Message::ConnectionFailing { team, connection, reason } => {
                (vec![("team", line(team)), ("connection", line(connection))], Some(Way::Console), reason)
            }
            Message::ImportFailed { name, connection, reason } => {
                (vec![("name", line(name)), ("connection", line(connection))], Some(Way::Console), reason)
            }
            Message::WebhookFailing { team, webhook, attempts, reason } => {
                let values = vec![("team", line(team)), ("webhook", line(webhook)), ("count", attempts.into())];
                (values, Some(Way::Console), reason)
            }
            _ => (Vec::new(), None, ""),
        };
        let facts = (!reason.is_empty()).then(|| self.fact("reason", one_line(reason)));
        Draft { values, leads_to, facts: facts.into_iter().collect(), ..Draft::default() }
    }

    fn package_for_you<'a>(&self, note: &PackageNote<'_>, access: &Access<'_>) -> Draft<'a> {
        let mut draft = Draft { message: many_lines(note.message), ..self.of_package(note) };
        draft.facts.extend(self.access_facts(access, "mail-password-from-sender"));
        Draft { leads_to: Some(Way::Address(access.link.to_string())), ..draft }
    }

    fn package_received<'a>(
        &self,
        note: &PackageNote<'_>,
        portal: &PortalNote<'_>,
        answers: &'a [(String, String)],
        access: &Access<'_>,
    ) -> Draft<'a> {
        let mut draft = Draft { message: many_lines(note.message), answers, ..self.of_package(note) };
        draft.values.push(("portal", one_line(portal.name).into()));
        draft.facts.extend(self.access_facts(access, "mail-password-of-portal"));
        Draft { leads_to: Some(Way::Address(access.link.to_string())), ..draft }
    }

    /// The values that all texts about a package may use.
    fn about(&self, note: &PackageNote<'_>) -> Vec<(&'static str, FluentValue<'static>)> {
        let (name, address) = (one_line(note.sender_name), one_line(note.sender));
        let sender = match name.as_str() {
            "" => address,
            _ => self.texts.say("mail-name-and-address", &[("name", name.into()), ("address", address.into())]),
        };
        let until = note.expiry.map(|time| amounts::time(self.texts, time)).unwrap_or_default();
        vec![
            ("who", one_line(note.who()).into()),
            ("sender", sender.into()),
            ("name", one_line(note.name).into()),
            ("files", amounts::files(self.texts, note.total_files).into()),
            ("size", self.size(note.size).into()),
            ("until", until.into()),
        ]
    }

    fn of_package<'a>(&self, note: &PackageNote<'_>) -> Draft<'a> {
        let values = self.about(note);
        let preheader = if note.expiry.is_some() { "mail-preheader-until" } else { "mail-preheader" };
        let files = if note.files.is_empty() {
            vec![amounts::files(self.texts, note.total_files)]
        } else {
            self.first_files(note)
        };
        let mut facts = vec![
            self.fact("package", one_line(note.name)),
            Fact { values: files, ..self.fact("files", String::new()) },
            self.fact("size", self.size(note.size)),
        ];
        facts.extend(note.expiry.map(|time| self.fact("until", amounts::time(self.texts, time))));
        Draft { preheader: Some(self.texts.say(preheader, &values)), values, facts, ..Draft::default() }
    }

    fn first_files(&self, note: &PackageNote<'_>) -> Vec<String> {
        let shown = note.files.iter().map(|file| {
            let values = [("name", one_line(&file.name).into()), ("size", self.size(file.size).into())];
            self.texts.say("mail-file-and-size", &values)
        });
        let left = note.total_files - i64::try_from(note.files.len()).unwrap_or(i64::MAX);
        let more = (left > 0).then(|| self.texts.say("mail-more-files", &[("count", left.into())]));
        shown.chain(more).collect()
    }

    fn access_facts(&self, access: &Access<'_>, password: &str) -> impl Iterator<Item = Fact> {
        let downloads = access.downloads_left.map(|left| self.fact("downloads", left.to_string()));
        let password = access.has_password.then(|| self.fact("password", self.texts.say(password, &[])));
        downloads.into_iter().chain(password)
    }

    fn fact(&self, name: &str, value: String) -> Fact {
        self.labelled(self.texts.say(&format!("mail-fact-{name}"), &[]), value)
    }

    fn labelled(&self, label: String, value: String) -> Fact {
        let label_in_text = self.texts.say("mail-label", &[("label", label.as_str().into())]);
        Fact { label, label_in_text, values: vec![value] }
    }

    fn part<T>(&self, title: &str, content: T) -> Part<T> {
        let title = self.texts.say(title, &[]);
        let title_in_text = self.texts.say("mail-label", &[("label", title.as_str().into())]);
        Part { title, title_in_text, content }
    }

    fn answers(&self, answers: &[(String, String)]) -> Vec<Fact> {
        answers.iter().map(|(label, value)| self.labelled(one_line(label), many_lines(value))).collect()
    }

    fn button(&self, way: Way, values: &[(&'static str, FluentValue<'_>)], server: Server<'_>) -> Button {
        let otherwise = self.texts.say("mail-open-address", &[]);
        match way {
            Way::Address(address) => Button { label: self.own("button", values), address, otherwise },
            Way::Console => Button {
                label: self.texts.say("mail-open-console", &[]),
                address: server.address.to_string(),
                otherwise,
            },
        }
    }

    fn footer(
        &self,
        message: &Message<'_>,
        values: &[(&'static str, FluentValue<'_>)],
        server: Server<'_>,
    ) -> Vec<String> {
        let answers = match message.reply_to() {
            Some(address) => self.texts.say("mail-answers-to-sender", &[("address", one_line(address).into())]),
            None => self.texts.say("mail-answers-to-server", &[]),
        };
        let sent_by = [("name", one_line(server.name).into()), ("address", server.address.as_str().into())];
        vec![self.own("reason", values), answers, self.texts.say("mail-from-server", &sent_by)]
    }
}
