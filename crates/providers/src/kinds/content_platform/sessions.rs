//! Large files, in parts of a size that the platform chooses.
//!
//! The platform requires the SHA-1 of the whole file at the end. It is computed while the parts are sent: they are read
//! in order, and several are sent at once. After an interruption, parts that arrived before are read again for it, but
//! not sent.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::target_path::NameRules;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use http::Method;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha1::{Digest as _, Sha1};
use tokio::sync::Mutex;
use url::Url;

use super::{Platform, confirm, conflict, read_error};
use crate::address::below;
use crate::http_client::Sending;
use crate::parts::cut;
use crate::piece::Piece;
use crate::{BegunUpload, Fault, OutgoingFile, ProviderError, ProviderResult};

const AT_ONCE: usize = 4;
const PARTS_PER_PAGE: usize = 1_000;
/// The platform takes a while to join large files; each answer says when to ask again.
const JOIN_TRIES: u32 = 200;
const JOIN_PAUSE: Duration = Duration::from_secs(2);

/// An upload that was begun, as the journal saves it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct UploadSession {
    part_size: u64,
    session_endpoints: Endpoints,
    /// The name that the file will have.
    #[serde(default)]
    name: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Endpoints {
    upload_part: Url,
    commit: Url,
    abort: Url,
    list_parts: Url,
}

/// A part that arrived, in the form in which the platform expects it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    #[serde(rename = "part_id")]
    id: String,
    offset: u64,
    size: u64,
    #[serde(default)]
    sha1: String,
}

/// A part, ready to be sent.
struct Prepared {
    number: u32,
    piece: Piece,
    digest: Vec<u8>,
}

/// One file that is being sent.
struct Upload<'a> {
    platform: &'a Platform,
    folder: &'a str,
    file: &'a OutgoingFile<'a>,
    session: UploadSession,
}

/// Sends a file. If the platform no longer knows the upload, it starts over, once.
pub(super) async fn put(platform: &Platform, folder: &str, file: &OutgoingFile<'_>) -> ProviderResult<()> {
    if let Some(begun) = &file.begun
        && let Ok(session) = serde_json::from_str(&begun.upload)
    {
        let upload = Upload { platform, folder, file, session };
        match upload.go_on(begun).await {
            Err(error) if matches!(error.fault, Fault::Missing | Fault::Conflict) => {}
            other => return other,
        }
    }
    match put_in_new_session(platform, folder, file).await {
        // While this file was sent, another one got its name, as the platform compares names.
        Err(error) if error.fault == Fault::Conflict => put_in_new_session(platform, folder, file).await,
        other => other,
    }
}

async fn put_in_new_session(platform: &Platform, folder: &str, file: &OutgoingFile<'_>) -> ProviderResult<()> {
    let session = begin(platform, folder, file).await?;
    let written =
        serde_json::to_string(&session).map_err(|_| ProviderError::unusable("an upload cannot be serialized"))?;
    let upload = Upload { platform, folder, file, session };
    if let Err(error) = file.journal.begun(&written).await {
        // Nobody knows of it, so nobody else can abort it.
        log_failed(upload.give_up().await);
        return Err(error);
    }
    upload.go_on(&BegunUpload { upload: written, receipts: BTreeMap::new() }).await
}

/// A session that cannot be aborted now expires by itself after some days.
fn log_failed(aborted: ProviderResult<()>) {
    if let Err(error) = aborted {
        tracing::debug!(%error, "could not abort an abandoned upload");
    }
}

/// A session for a new file, or for a new version of the file with that name.
async fn begin(platform: &Platform, folder: &str, file: &OutgoingFile<'_>) -> ProviderResult<UploadSession> {
    let size = file.source.size();
    let marked = NameRules::FOLDERS.marked(file.name);
    for name in [file.name, &marked] {
        let url = below(&platform.upload, &["files", "upload_sessions"]);
        let body = json!({ "folder_id": folder, "file_size": size, "file_name": name });
        let sending = || Sending::new("begin an upload", Method::POST, url.clone()).json(&body);
        let answer = platform.session.ask(sending).await?;
        let answer = match conflict(&answer) {
            None => answer.success(read_error)?,
            Some(there) if there.is_folder() || there.name != name => continue,
            Some(there) => {
                let url = below(&platform.upload, &["files", &there.id, "upload_sessions"]);
                let body = json!({ "file_size": size, "file_name": name });
                platform.call(|| Sending::new("begin an upload", Method::POST, url.clone()).json(&body)).await?
            }
        };
        let session: UploadSession = answer.json()?;
        if session.part_size == 0 {
            return Err(ProviderError::unusable("the provider asked for parts of size 0"));
        }
        return Ok(UploadSession { name: name.to_owned(), ..session });
    }
    let reason = format!("another item has the name of the file {:?}", file.name);
    Err(ProviderError::new(Fault::Conflict, reason))
}

impl Upload<'_> {
    async fn go_on(&self, begun: &BegunUpload) -> ProviderResult<()> {
        let receipts = begun.receipts.iter();
        let known = receipts.filter_map(|(number, text)| Some((*number, serde_json::from_str(text).ok()?))).collect();
        let sent = self.send(&known).await;
        let outcome = match sent {
            Ok((parts, whole)) => match self.file.source.confirm().await {
                Ok(()) => self.join(&parts, &whole).await,
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        if let Err(error) = &outcome
            && self.file.journal.holds().await.is_ok()
        {
            match error.fault {
                // Another session takes its place in the journal.
                Fault::Conflict | Fault::Missing => self.give_up().await?,
                Fault::Refused | Fault::Unusable => log_failed(self.give_up().await),
                _ if error.is_damaged() => self.give_up().await?,
                _ => {}
            }
        }
        outcome
    }

    /// Sends all parts in order, and computes the digest of the whole file.
    async fn send(&self, known: &BTreeMap<u32, Part>) -> ProviderResult<(Vec<Part>, Vec<u8>)> {
        let whole = Mutex::new(Sha1::new());
        let ranges = (1_u32..).zip(cut(self.file.source.size(), self.session.part_size));
        let reads: Vec<BoxFuture<'_, ProviderResult<Prepared>>> =
            ranges.map(|(number, range)| self.prepare(number, range, &whole).boxed()).collect();
        let bring = |prepared| -> BoxFuture<'_, ProviderResult<Part>> { self.bring(prepared, known).boxed() };
        let sent = stream::iter(reads).buffered(1).map_ok(bring).try_buffer_unordered(AT_ONCE);
        let mut parts: Vec<Part> = sent.try_collect().await?;
        parts.sort_unstable_by_key(|part| part.offset);
        Ok((parts, whole.into_inner().finalize().to_vec()))
    }

    /// Reads a part. One after the other, since each goes into the digest of the whole file.
    async fn prepare(&self, number: u32, range: Range<u64>, whole: &Mutex<Sha1>) -> ProviderResult<Prepared> {
        let piece = self.file.source.piece(range).await?;
        let mut whole = whole.lock().await;
        let (digest, onward) = piece.digest_into(whole.clone()).await?;
        *whole = onward;
        Ok(Prepared { number, piece, digest })
    }

    /// Sends a part unless it has already arrived.
    async fn bring(&self, prepared: Prepared, known: &BTreeMap<u32, Part>) -> ProviderResult<Part> {
        let Prepared { number, piece, digest } = prepared;
        let is_there = |part: &&Part| part.offset == piece.start();
        let part = if let Some(part) = known.get(&number).filter(is_there) {
            part.clone()
        } else {
            let part = self.send_part(&piece, &digest).await?;
            let receipt = serde_json::to_string(&part).unwrap_or_default();
            self.file.journal.part(number, &receipt).await?;
            part
        };
        self.file.journal.arrived(piece.length());
        Ok(part)
    }

    async fn send_part(&self, piece: &Piece, digest: &[u8]) -> ProviderResult<Part> {
        #[derive(Deserialize)]
        struct Sent {
            part: Part,
        }
        let (first, last) = (piece.start(), piece.start() + piece.length() - 1);
        let range = format!("bytes {first}-{last}/{}", self.file.source.size());
        let digest_header = format!("sha={}", STANDARD.encode(digest));
        let url = &self.session.session_endpoints.upload_part;
        let sending = || {
            Sending::new("send a part", Method::PUT, url.clone())
                .header("content-type", "application/octet-stream")
                .header("content-range", &range)
                .header("digest", &digest_header)
                .piece(piece)
        };
        let answer = self.platform.session.ask(sending).await?;
        // A part is accepted once: if it is already there, the answer to an earlier try may have been lost.
        let part = if matches!(answer.status.as_u16(), 409 | 412) {
            self.find_part(first).await?.ok_or_else(|| answer.error(read_error))?
        } else {
            answer.success(read_error)?.json::<Sent>()?.part
        };
        if part.offset != first || part.size != piece.length() || !is_digest(&part.sha1, digest) {
            return Err(ProviderError::unusable("the part that the provider stored differs from what was sent"));
        }
        Ok(part)
    }

    async fn find_part(&self, offset: u64) -> ProviderResult<Option<Part>> {
        #[derive(Deserialize)]
        struct Page {
            entries: Vec<Part>,
        }
        let mut seen = 0;
        loop {
            let mut url = self.session.session_endpoints.list_parts.clone();
            url.query_pairs_mut().append_pair("offset", &seen.to_string());
            url.query_pairs_mut().append_pair("limit", &PARTS_PER_PAGE.to_string());
            let answer = self.platform.call(|| Sending::new("list the parts", Method::GET, url.clone())).await?;
            let page: Page = answer.json()?;
            seen += page.entries.len();
            let is_last = page.entries.len() < PARTS_PER_PAGE;
            match page.entries.into_iter().find(|part| part.offset == offset) {
                Some(part) => return Ok(Some(part)),
                None if is_last => return Ok(None),
                None => {}
            }
        }
    }

    async fn join(&self, parts: &[Part], whole: &[u8]) -> ProviderResult<()> {
        let sha1 = hex::encode(whole);
        let digest = format!("sha={}", STANDARD.encode(whole));
        let listed: Vec<_> =
            parts.iter().map(|part| json!({ "part_id": part.id, "offset": part.offset, "size": part.size })).collect();
        let body = json!({ "parts": listed });
        let url = &self.session.session_endpoints.commit;
        for _ in 0..JOIN_TRIES {
            let sending =
                || Sending::new("join the parts", Method::POST, url.clone()).json(&body).header("digest", &digest);
            let answer = self.platform.session.ask(sending).await?;
            match answer.status.as_u16() {
                202 => {
                    let asked = answer.header("retry-after").trim().parse().map(Duration::from_secs);
                    self.platform.session.http.pause(asked.unwrap_or(JOIN_PAUSE)).await;
                }
                // They may have been joined by a try whose answer was lost.
                404 | 409 | 410 | 412 => {
                    let there = self.platform.look(self.folder, &self.session.name, self.file.source.size()).await?;
                    let is_joined = there.is_some_and(|item| item.name == self.session.name && item.is_file_of(&sha1));
                    return if is_joined { Ok(()) } else { Err(answer.error(read_error)) };
                }
                _ => return confirm(&answer.success(read_error)?, &sha1, self.file.source.size()).map(drop),
            }
        }
        Err(ProviderError::new(Fault::Unavailable, "the provider did not join the parts in time"))
    }

    async fn give_up(&self) -> ProviderResult<()> {
        let url = &self.session.session_endpoints.abort;
        ProviderError::of_abort(self.platform.call(|| Sending::new("end an upload", Method::DELETE, url.clone())).await)
    }
}

/// The platform writes digests in hexadecimal or in base64.
fn is_digest(text: &str, digest: &[u8]) -> bool {
    text.is_empty() || text.eq_ignore_ascii_case(&hex::encode(digest)) || text == STANDARD.encode(digest)
}
