//! How a package reaches people: its links, their tokens, and the downloads with them.

use serde_json::{Value, json};

use super::link::{Link, Token};
use super::package::Package;
use super::{Expected, Team, text_at, written};
use crate::model::operations::{NewLink, Password};

impl Package {
    /// One link for every recipient who has no usable one.
    pub(super) fn link_recipients(&mut self, now: i64, reply: &Value) {
        let without: Vec<String> = self.recipients.iter().filter(|email| !self.reaches(email, now)).cloned().collect();
        let known: Vec<String> = self.links.iter().map(|link| link.id.clone()).collect();
        for email in without {
            let made = reply["links"].as_array().into_iter().flatten();
            let mut made = made.filter(|link| link["email"] == email.as_str()).map(|link| text_at(link, "/id"));
            let id = made.find(|id| !known.contains(id)).unwrap_or_default();
            self.links.push(self.link(id, Some(email)));
        }
    }

    fn reaches(&self, email: &str, now: i64) -> bool {
        let is_usable = |link: &&Link| link.refusal(self, now).is_none();
        self.links.iter().filter(is_usable).any(|link| link.email.as_deref() == Some(email))
    }

    /// A link with the package's defaults.
    fn link(&self, id: String, email: Option<String>) -> Link {
        Link {
            id,
            email,
            secret: None,
            has_password: self.has_password,
            limit: self.limit,
            used: 0,
            is_active: true,
            deleted_at: None,
            end: None,
            notified_at: None,
            wrong_guesses: 0,
        }
    }

    pub(super) fn create_link(&mut self, new: &NewLink, now: i64, reply: &Value, owner: &str) -> Expected {
        if !self.is_alive() {
            return Expected::bare(409);
        }
        let end = new.ends_in.map(|millis| now + millis);
        let is_too_late = |end: i64| self.expiry.is_some_and(|expiry| end >= expiry);
        if end.is_some_and(|end| end <= now || is_too_late(end)) {
            return Expected::bare(400);
        }
        let secret = new.email.is_none().then(|| text_at(reply, "/download_secret"));
        let defaults = self.link(text_at(reply, "/id"), new.email.clone());
        let link = Link {
            has_password: new.has_password || self.has_password,
            limit: new.limit.unwrap_or(self.limit),
            is_active: new.is_active,
            end,
            secret,
            ..defaults
        };
        let mut facts = link.facts(self, now, owner);
        if link.secret.as_ref().is_some_and(String::is_empty) {
            facts["download_secret"] = json!("a secret");
        }
        self.links.push(link);
        Expected::says(201, facts)
    }

    pub(super) fn delete_link(&mut self, link: usize, now: i64) -> Expected {
        if !self.is_alive() {
            return Expected::bare(409);
        }
        let link = &mut self.links[link];
        link.deleted_at.get_or_insert(now);
        Expected::bare(204)
    }

    /// Opening is not a download: it only adds one more token.
    pub(super) fn open(
        &mut self,
        link: usize,
        is_right: bool,
        password: Password,
        now: i64,
        reply: &Value,
        owner: &str,
    ) -> Expected {
        let number = link;
        let link = &self.links[number];
        if !is_right || link.secret.is_none() {
            return Expected::bare(404);
        }
        if let Some(refusal) = link.refusal(self, now) {
            return Expected::bare(refusal);
        }
        if link.has_password && password != Password::Right {
            self.links[number].wrong_guesses += u8::from(password == Password::Wrong);
            return Expected::bare(401);
        }
        let end = link.end_with(self);
        let facts = json!({
            "id": link.id,
            "name": self.name,
            "package_id": self.id,
            "package_size": self.finished().map(|file| file.size).sum::<i64>(),
            "total_files": self.finished().count(),
            "expiry": written(end),
            "sender_email": owner,
            "recipient_email": link.email.as_deref().unwrap_or_default(),
            "has_password": link.has_password,
            "access_limit": link.limit,
            "downloads_left": (link.limit > 0).then(|| link.limit - link.used),
        });
        self.tokens.push(Token::of_link(text_at(reply, "/package_token"), number, end, now));
        Expected::says(200, facts)
    }

    /// A mailed secret is in exactly one mail. Old mails are removed.
    pub(super) fn read_mail(&mut self, link: usize, now: i64, reply: &Value) -> Expected {
        let link = &mut self.links[link];
        let place = format!("/d/{}?secret=", link.id);
        let is_secret = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
        let texts = reply["texts"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let secrets: Vec<&str> = texts
            .filter_map(|text| text.split_once(&place))
            .map(|(_, rest)| rest.split(|character| !is_secret(character)).next().unwrap_or_default())
            .collect();
        let is_as_told = match link.notified_at {
            None => secrets.is_empty(),
            Some(at) if at > Team::outbox_begins(now) => secrets.len() == 1,
            Some(_) => secrets.len() <= 1,
        };
        link.secret = secrets.first().map(|secret| (*secret).to_owned());
        if is_as_told { Expected::bare(200) } else { Expected::says(200, json!({ "mails of this link": 1 })) }
    }

    pub(super) fn download(&mut self, token: usize, file: usize, now: i64) -> Expected {
        if self.is_over(now) {
            return Expected::bare(410);
        }
        let wanted = &self.files[file];
        if wanted.is_removed {
            return Expected::bare(404);
        }
        if !wanted.is_finalized {
            return Expected::bare(409);
        }
        let size = wanted.size;
        if let (Some(link), false) = (self.tokens[token].link, self.tokens[token].has_begun()) {
            if let Some(refusal) = self.links[link].refusal(self, now) {
                return Expected::bare(refusal);
            }
            self.links[link].used += 1;
        }
        if self.tokens[token].ask(file) {
            self.usage += size;
        }
        Expected::bare(200)
    }
}
