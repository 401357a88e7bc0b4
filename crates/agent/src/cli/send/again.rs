//! The same command again: an upload that was interrupted is resumed instead of sent a second time.
//!
//! Two commands are the same if everything is that decides what arrives where: the server, the paths, the patterns, the
//! recipients, the protection. Each upload carries the name of its request, and the fingerprint of the files that it
//! found. If they have changed since, resuming it would leave out what is new, so they are sent again.

use std::path::PathBuf;

use argon2::Argon2;
use client::AgentClient;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use wire::agent::{UploadState, UploadSummary};

use super::Request;
use crate::choice::Chooser;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::prompt::{self, Echo};
use crate::cli::{Context, units};
use crate::fingerprint::Fingerprint;
use crate::journal::uploads::Choice;

/// What a person wants if the same upload was interrupted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Ask,
    Resume,
    /// Send the files again.
    Anew,
}

/// What differs between two commands that do the same, or must not be kept.
const LEFT_OUT: [&str; 4] = ["password", "access_code", "priority", "request"];

/// The name of the request: equal for equal requests to the same server.
pub(super) fn name(request: &Request, server: &str) -> Outcome<String> {
    let mut document = request.document().map_err(anyhow::Error::from)?;
    if let Value::Object(fields) = &mut document {
        fields.retain(|field, _| !LEFT_OUT.contains(&field.as_str()));
    }
    let mut hash = Sha256::new();
    hash.update(server.trim_end_matches('/'));
    hash.update([0]);
    hash.update(document.to_string());
    let salt = hash.finalize();
    let Some(password) = request.password() else { return Ok(hex::encode(salt)) };
    // Slowly, because the name is kept and a password can be guessed.
    let mut name = [0; 32];
    let hashed = Argon2::default().hash_password_into(password.as_bytes(), &salt, &mut name);
    hashed.map_err(|error| anyhow::anyhow!("cannot hash the password: {error}"))?;
    Ok(hex::encode(name))
}

/// The newest upload of the same request that is not done.
pub(super) async fn unfinished(agent: &AgentClient, name: &str) -> Outcome<Option<UploadSummary>> {
    let uploads = agent.uploads().await?;
    let mut summaries = uploads.into_iter().rev().map(|upload| upload.summary);
    Ok(summaries.find(|upload| upload.request.as_deref() == Some(name) && may_go_on(upload)))
}

fn may_go_on(upload: &UploadSummary) -> bool {
    match upload.state {
        // A running agent may have resumed it by itself.
        UploadState::Paused | UploadState::Transferring => true,
        UploadState::Error => upload.error.as_ref().is_some_and(|error| error.recoverable),
        // Everything was sent, and only the link is missing.
        UploadState::Complete => upload.wants_link,
        UploadState::Idle => false,
    }
}

/// Whether to resume the upload.
pub(super) fn resumes(
    upload: &UploadSummary,
    wish: Wish,
    sources: &[PathBuf],
    choice: &Choice,
    context: &Context,
) -> Outcome<bool> {
    if wish == Wish::Anew {
        return Ok(false);
    }
    let id = &upload.upload_id;
    if is_changed(upload, sources, choice)? {
        let said = "an upload of these files was interrupted, but they have changed since: they are sent again";
        context.talk.warn(&format!("{said}; to resume it without the changes: tonnage-agent uploads resume {id}"));
        return Ok(false);
    }
    let how_far = match upload.state {
        UploadState::Complete => "was interrupted before its link was printed".to_owned(),
        UploadState::Transferring => "is under way".to_owned(),
        _ => format!("was interrupted after {} of {}", units::bytes(upload.progress), units::bytes(upload.size)),
    };
    if wish == Wish::Resume {
        context.talk.say(&format!("resuming the upload that {how_far}"));
        return Ok(true);
    }
    if prompt::can_ask() {
        let question = format!("An upload of the same files {how_far}. Resume it? [Y/n] ");
        return asked(&question, context);
    }
    let said = format!("an upload of the same files {how_far}: they are sent again");
    context.talk.warn(&format!("{said}; with --resume, it would be resumed (tonnage-agent uploads resume {id})"));
    Ok(false)
}

fn asked(question: &str, context: &Context) -> Outcome<bool> {
    loop {
        let line = prompt::line(question, Echo::On, &context.interrupt)?;
        // Without a line end, the input has ended: nobody answers.
        if !line.ends_with('\n') {
            return Err(Problem::usage("there was no answer: nothing was sent").next("add --resume or --no-resume"));
        }
        match line.trim().to_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(true),
            "n" | "no" => return Ok(false),
            _ => context.talk.warn("answer y or n"),
        }
    }
}

/// Whether the files differ from those that the upload found.
fn is_changed(upload: &UploadSummary, sources: &[PathBuf], choice: &Choice) -> Outcome<bool> {
    let Some(before) = &upload.fingerprint else { return Ok(false) };
    tokio::task::block_in_place(|| {
        let chooser = Chooser::new(sources, choice).map_err(|error| Problem::usage(error.message()))?;
        let mut fingerprint = Fingerprint::default();
        let entries = chooser.walk(sources.to_vec(), |path| chooser.leaves_out(path), || false, |_| Ok(()));
        entries.for_each(|entry| fingerprint.add(&entry));
        match chooser.trouble() {
            Some(fault) => Err(Problem::of_fault(&fault)),
            None => Ok(fingerprint.text() != *before),
        }
    })
}

#[cfg(test)]
mod tests {
    use wire::agent::StartUpload;

    use super::{Request, name};

    #[test]
    fn equal_requests_have_equal_names_and_others_have_others() {
        let request = |change: fn(&mut StartUpload)| {
            let mut request = StartUpload { paths: vec!["/a".to_owned()], ..StartUpload::default() };
            change(&mut request);
            name(&Request::Team(Box::new(request)), "https://a.example").unwrap()
        };
        let first = request(|_| ());
        assert_eq!(first, request(|request| request.priority = Some(7)));
        let changes: [fn(&mut StartUpload); 5] = [
            |request| request.recipients = vec!["ben@example.org".to_owned()],
            |request| request.paths.push("/b".to_owned()),
            |request| request.password = Some("sesame".to_owned()),
            |request| request.exclude = vec!["*.tmp".to_owned()],
            |request| request.wants_link = Some(true),
        ];
        for change in changes {
            assert_ne!(first, request(change));
            assert_eq!(request(change), request(change));
        }
        let sesame = request(|request| request.password = Some("sesame".to_owned()));
        assert_ne!(sesame, request(|request| request.password = Some("open".to_owned())));
        let team = || Request::Team(Box::default());
        assert_ne!(name(&team(), "https://a.example").unwrap(), name(&team(), "https://b.example").unwrap());
        assert_eq!(name(&team(), "https://a.example").unwrap(), name(&team(), "https://a.example/").unwrap());
    }
}
