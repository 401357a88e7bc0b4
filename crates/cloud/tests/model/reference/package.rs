//! The life cycle of one package: the allowed operations in each state, and their effects.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::link::{Link, Token};
use super::{Expected, File, Mail, text_at, written};
use crate::model::operations::{End, NewPackage, Target};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    New,
    Finalized,
    Expired,
    Archived,
}

/// The state of the package's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Kept,
    /// The next run of the jobs removes it.
    Doomed,
    Gone,
}

#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) state: State,
    /// `None` if it does not expire.
    pub(crate) expiry: Option<i64>,
    pub(crate) recipients: Vec<String>,
    pub(super) limit: i64,
    pub(super) has_password: bool,
    pub(crate) files: Vec<File>,
    pub(crate) links: Vec<Link>,
    pub(crate) tokens: Vec<Token>,
    /// The newest of the Team's own tokens.
    pub(crate) full: usize,
    pub(super) usage: i64,
    content: Content,
}

type Outcome = (Expected, Vec<Mail>);

impl Package {
    pub(crate) fn new(new: &NewPackage, now: i64, expiry: i64, reply: &Value) -> Self {
        Self {
            id: text_at(reply, "/id"),
            name: new.name.clone(),
            state: State::New,
            expiry: Some(expiry),
            recipients: new.recipients.clone(),
            limit: new.limit.unwrap_or(0),
            has_password: new.has_password,
            files: Vec::new(),
            links: Vec::new(),
            tokens: vec![Token::full(text_at(reply, "/access_token"), now)],
            full: 0,
            usage: 0,
            content: Content::Kept,
        }
    }

    pub(crate) fn is_over(&self, now: i64) -> bool {
        !self.is_alive() || self.is_due(now)
    }

    pub(super) fn is_alive(&self) -> bool {
        matches!(self.state, State::New | State::Finalized)
    }

    fn is_due(&self, now: i64) -> bool {
        self.expiry.is_some_and(|expiry| expiry <= now)
    }

    /// Existing and finalized files.
    pub(super) fn finished(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.is_finalized && !file.is_removed)
    }

    pub(crate) fn facts(&self, now: i64, owner: &str) -> Value {
        let state = match self.state {
            State::New | State::Finalized if self.is_due(now) => "expired",
            State::New => "new",
            State::Finalized => "finalized",
            State::Expired => "expired",
            State::Archived => "archived",
        };
        let links: BTreeMap<&str, Value> =
            self.links.iter().map(|link| (link.id.as_str(), link.facts(self, now, owner))).collect();
        json!({
            "id": self.id,
            "name": self.name,
            "state": state,
            "sender": owner,
            "recipients": self.recipients,
            "size": self.finished().map(|file| file.size).sum::<i64>(),
            "total_files": self.finished().count(),
            "expiry": written(self.expiry),
            "unlimited_storage": self.expiry.is_none(),
            "usage_total_bytes": self.usage,
            "access_limit": self.limit,
            "password": if self.has_password { "****" } else { "" },
            "links": links.into_values().collect::<Vec<_>>(),
        })
    }

    pub(crate) fn file_facts(&self, now: i64) -> Value {
        let is_alive = !self.is_over(now);
        let there = self.files.iter().filter(|file| is_alive && !file.is_removed);
        let facts: BTreeMap<&str, Value> = there.map(|file| (file.id.as_str(), file.facts())).collect();
        facts.into_values().collect()
    }

    pub(super) fn objects(&self) -> Vec<(String, i64)> {
        let there =
            self.files.iter().filter(|file| self.content == Content::Kept && file.is_stored && !file.is_removed);
        there.map(|file| (self.key(file), file.size)).collect()
    }

    fn key(&self, file: &File) -> String {
        format!("packages/{}/{}", self.id, file.id)
    }

    /// Sends the content of a file to storage, as a client does before it finalizes it: the key, and the size.
    pub(crate) fn upload(&mut self, file: usize) -> Option<(String, i64)> {
        let file = self.files.get_mut(file)?;
        if self.state != State::New || file.is_removed || file.is_stored || file.size == 0 {
            return None;
        }
        file.is_stored = true;
        let file = file.clone();
        Some((self.key(&file), file.size))
    }

    pub(super) fn apply(&mut self, target: &Target, now: i64, reply: &Value, owner: &str) -> Outcome {
        self.end_if_due(now);
        if let Some(refusal) = self.refused_by_token(target, now) {
            return (Expected::bare(refusal), Vec::new());
        }
        let expected = match target {
            Target::Look => self.look(now, reply, owner),
            Target::Rename { name } => self.rename(name, now, owner),
            Target::AddFile { name, size } => self.add_file(name, *size, reply),
            Target::FinalizeFile { file, is_wrong } => self.finalize_file(*file, *is_wrong),
            Target::RemoveFile { file } => self.remove_file(*file),
            Target::ListFiles => Expected::says(200, self.file_facts(now)),
            Target::Finalize => return self.finalize(now, reply, owner),
            Target::Delete => self.delete(now),
            Target::Archive => self.file_away(State::Expired, State::Archived),
            Target::Unarchive => self.file_away(State::Archived, State::Expired),
            Target::ChangeExpiry { end } => self.change_expiry(*end, now, owner),
            Target::CreateLink(new) => self.create_link(new, now, reply, owner),
            Target::DeleteLink { link } => self.delete_link(*link, now),
            Target::Open { link, is_right, password } => self.open(*link, *is_right, *password, now, reply, owner),
            Target::ReadMail { link } => self.read_mail(*link, now, reply),
            Target::Download { token, file } => self.download(*token, *file, now),
        };
        (expected, Vec::new())
    }

    /// Listing, opening and reading mails need no token of the package.
    fn refused_by_token(&self, target: &Target, now: i64) -> Option<u16> {
        let token = match target {
            Target::Look | Target::Open { .. } | Target::ReadMail { .. } => return None,
            Target::Download { token, .. } => *token,
            _ => self.full,
        };
        self.tokens[token].refusal(self, now)
    }

    /// Any member of the Team who reads a package gets a new token for it.
    pub(super) fn renew(&mut self, now: i64, reply: &Value) {
        self.full = self.tokens.len();
        self.tokens.push(Token::full(text_at(reply, "/access_token"), now));
    }

    fn look(&mut self, now: i64, reply: &Value, owner: &str) -> Expected {
        self.renew(now, reply);
        Expected::says(200, self.facts(now, owner))
    }

    fn rename(&mut self, name: &str, now: i64, owner: &str) -> Expected {
        if !self.is_alive() {
            return Expected::bare(409);
        }
        name.clone_into(&mut self.name);
        Expected::says(200, self.facts(now, owner))
    }

    fn add_file(&mut self, name: &str, size: i64, reply: &Value) -> Expected {
        let is_taken = self.files.iter().any(|file| file.name == name && !file.is_removed);
        if self.state != State::New || is_taken {
            return Expected::bare(409);
        }
        let file = File {
            id: text_at(reply, "/file/id"),
            name: name.to_owned(),
            size,
            is_finalized: false,
            is_removed: false,
            is_stored: false,
        };
        let facts = json!({ "file": file.facts() });
        self.files.push(file);
        Expected::says(201, facts)
    }

    fn finalize_file(&mut self, file: usize, is_wrong: bool) -> Expected {
        if !self.is_alive() {
            return Expected::bare(409);
        }
        let file = &mut self.files[file];
        if file.is_removed {
            return Expected::bare(404);
        }
        match (file.is_finalized, is_wrong) {
            (true, true) => return Expected::bare(409),
            (false, true) => return Expected::bare(400),
            (true, false) => {}
            (false, false) => {
                file.is_finalized = true;
                file.is_stored = true;
            }
        }
        Expected::says(200, file.facts())
    }

    fn remove_file(&mut self, file: usize) -> Expected {
        if self.state != State::New {
            return Expected::bare(409);
        }
        let file = &mut self.files[file];
        if file.is_removed {
            return Expected::bare(404);
        }
        file.is_removed = true;
        Expected::bare(204)
    }

    fn finalize(&mut self, now: i64, reply: &Value, owner: &str) -> Outcome {
        let refused = |status| (Expected::bare(status), Vec::new());
        match self.state {
            State::New if self.finished().count() == 0 => return refused(400),
            State::New if self.files.iter().any(|file| !file.is_finalized && !file.is_removed) => return refused(409),
            State::New => {}
            State::Finalized => return (Expected::says(200, self.facts(now, owner)), Vec::new()),
            State::Expired | State::Archived => return refused(409),
        }
        self.state = State::Finalized;
        self.link_recipients(now, reply);
        let mail = self.mail("package_sent", owner, now);
        (Expected::says(200, self.facts(now, owner)), vec![mail])
    }

    fn mail(&self, kind: &'static str, recipient: &str, at: i64) -> Mail {
        Mail { kind, recipient: recipient.to_owned(), package: self.id.clone(), at }
    }

    fn delete(&mut self, now: i64) -> Expected {
        if !self.is_alive() {
            return Expected::bare(409);
        }
        self.state = State::Expired;
        self.expiry = Some(now);
        self.content = Content::Doomed;
        Expected::bare(204)
    }

    fn file_away(&mut self, from: State, to: State) -> Expected {
        if self.state != from {
            return Expected::bare(409);
        }
        self.state = to;
        Expected::bare(204)
    }

    fn change_expiry(&mut self, end: End, now: i64, owner: &str) -> Expected {
        let expiry = match end {
            End::Missing => return Expected::bare(400),
            End::Never => None,
            End::In(millis) => Some(now + millis),
        };
        if self.state != State::Finalized {
            return Expected::bare(409);
        }
        if expiry.is_some_and(|expiry| expiry <= now) {
            return Expected::bare(400);
        }
        self.expiry = expiry;
        Expected::says(200, self.facts(now, owner))
    }

    /// It has expired from that moment on, even if no job has run.
    fn end_if_due(&mut self, now: i64) {
        if self.is_alive() && self.is_due(now) {
            self.state = State::Expired;
            self.content = Content::Doomed;
        }
    }

    pub(super) fn run_jobs(&mut self, now: i64) -> Vec<Mail> {
        self.end_if_due(now);
        if self.content == Content::Doomed {
            self.content = Content::Gone;
        }
        if self.state != State::Finalized {
            return Vec::new();
        }
        let mut mails = Vec::new();
        for index in 0..self.links.len() {
            let link = &self.links[index];
            let is_waiting = link.is_active && link.deleted_at.is_none() && link.notified_at.is_none();
            if let (Some(email), true) = (&link.email, is_waiting && link.end.is_none_or(|end| end > now)) {
                mails.push(self.mail("package_for_you", email, now));
                self.links[index].notified_at = Some(now);
            }
        }
        mails
    }
}
