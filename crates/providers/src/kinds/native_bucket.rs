//! A bucket with its own API: each sender first requests an upload URL, and sends content to it.

mod session;
mod uploads;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use domain::target_path::NameRules;
use serde::Deserialize;
use serde_json::json;

use self::session::Account;
use self::uploads::Addresses;
use crate::http_client::HttpClient;
use crate::part_target::{PartTarget, Unfinished};
use crate::parts::{PartRules, abandon, send_in_parts};
use crate::piece::Piece;
use crate::{AbandonedFile, Access, Fault, Fields, OutgoingFile, Place, ProviderError, ProviderResult, Shown, Target};
use serving::secret::Secret;

const PARTS: PartRules =
    PartRules { size: 16 << 20, largest: 5_000_000_000, most: 10_000, file: 10_000_000_000_000, at_once: 4 };
const PROBE: &str = ".tonnage-check";
/// Tells our unfinished files from those of others.
const MARK: &str = "tonnage-upload";

struct NativeAccess {
    client_id: String,
    client_secret: Secret,
    destination: String,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let (client_id, client_secret) = (fields.text("client_id")?, fields.secret("client_secret")?);
    let destination = fields.text("destination")?;
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if !(6..=63).contains(&destination.len()) || !destination.chars().all(is_allowed) {
        return Err(Fields::refuse("destination", "must be the name of a bucket: 6 to 63 letters, digits and hyphens"));
    }
    fields.finish()?;
    Ok(Box::new(NativeAccess { client_id, client_secret, destination }))
}

impl Access for NativeAccess {
    fn shown(&self) -> Shown {
        Shown { destination: self.destination.clone(), region: String::new() }
    }

    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let (client_id, client_secret) = (self.client_id.clone(), self.client_secret.clone());
        let account = Account::new(http.clone(), client_id, client_secret, self.destination.clone())?;
        Ok(Place::Target(Box::new(NativeTarget { account, files: Addresses::default() })))
    }
}

struct NativeTarget {
    account: Account,
    /// Upload URLs for files that are sent as a whole.
    files: Addresses,
}

/// A file as the provider describes it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    file_id: String,
    file_name: String,
    content_length: u64,
}

#[derive(Deserialize)]
struct Listing {
    files: Vec<Kept>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    file_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UnfinishedFiles {
    files: Vec<UnfinishedFile>,
    next_file_id: Option<String>,
}

#[derive(Deserialize)]
struct UnfinishedFile {
    #[serde(rename = "fileId")]
    id: String,
    #[serde(rename = "fileName")]
    name: String,
    #[serde(rename = "fileInfo", default)]
    info: Option<BTreeMap<String, String>>,
}

impl NativeTarget {
    async fn list(&self, prefix: &str) -> ProviderResult<Vec<Kept>> {
        let bucket = self.account.bucket().await?;
        let asked = json!({ "bucketId": bucket, "prefix": prefix, "maxFileCount": 1 });
        let listing: Listing = self.account.call("list the bucket", "b2_list_file_names", &asked).await?;
        Ok(listing.files)
    }

    async fn put_whole(&self, name: &str, piece: &Piece) -> ProviderResult<Kept> {
        let bucket = self.account.bucket().await?;
        let asked = ("b2_get_upload_url", json!({ "bucketId": bucket }));
        let headers = [("x-bz-file-name", uploads::encoded(name)), ("content-type", "b2/x-auto".to_owned())];
        let answer = self.files.send(&self.account, "upload a file", &asked, &headers, piece).await?;
        let kept: Kept = answer.json()?;
        confirm(kept.content_length, piece.length())?;
        Ok(kept)
    }
}

fn confirm(found: u64, size: u64) -> ProviderResult<()> {
    if found == size {
        return Ok(());
    }
    Err(ProviderError::unusable(format!("the provider stored {found} bytes of a file of {size} bytes")))
}

#[async_trait]
impl Target for NativeTarget {
    fn names(&self) -> &'static NameRules {
        &NameRules::B2
    }

    fn identity(&self) -> String {
        self.account.identity()
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let name = if directory.is_empty() { PROBE.to_owned() } else { format!("{directory}/{PROBE}") };
        let piece = self.account.http.source_of(bytes::Bytes::from_static(b"tonnage")).whole().await?;
        let kept = self.put_whole(&name, &piece).await?;
        if !self.list(&name).await?.iter().any(|found| found.file_name == name) {
            return Err(ProviderError::unusable("the provider does not list what was just uploaded"));
        }
        let probe = json!({ "fileName": name, "fileId": kept.file_id });
        let _: serde_json::Value = self.account.call("delete a file", "b2_delete_file_version", &probe).await?;
        Ok(())
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let prefix = format!("{}/", parts.join("/"));
        Ok(self.list(&prefix).await?.is_empty().then_some(prefix))
    }

    async fn largest_file(&self) -> Option<u64> {
        Some(PARTS.largest_file())
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let name = name(file.folder, file.path, file.name);
        let size = file.source.size();
        if size <= PARTS.size {
            let piece = file.source.whole().await?;
            self.put_whole(&name, &piece).await?;
            file.journal.arrived(size);
            return Ok(());
        }
        let parts = LargeFile { target: self, name: &name, size, addresses: Addresses::default() };
        send_in_parts(&parts, file, &PARTS).await
    }

    async fn abandon(&self, file: &AbandonedFile<'_>) -> ProviderResult<()> {
        let name = name(file.folder, file.path, file.name);
        let parts = LargeFile { target: self, name: &name, size: 0, addresses: Addresses::default() };
        abandon(&parts, file.upload).await
    }
}

fn name(folder: &str, path: &[String], name: &str) -> String {
    let parts = path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>();
    format!("{folder}{}", parts.join("/"))
}

async fn give_up(account: &Account, upload: &str) -> ProviderResult<()> {
    let asked = json!({ "fileId": upload });
    let given_up: ProviderResult<serde_json::Value> =
        account.call("cancel a large file", "b2_cancel_large_file", &asked).await;
    match given_up {
        // A file that is finished or no longer exists is refused.
        Err(error) if !matches!(error.fault, Fault::Refused | Fault::Missing) => Err(error),
        _ => Ok(()),
    }
}

/// One file that is sent in parts.
struct LargeFile<'a> {
    target: &'a NativeTarget,
    name: &'a str,
    size: u64,
    addresses: Addresses,
}

#[async_trait]
impl PartTarget for LargeFile<'_> {
    fn http(&self) -> &HttpClient {
        &self.target.account.http
    }

    async fn begin(&self, mark: &str) -> ProviderResult<String> {
        let account = &self.target.account;
        let bucket = account.bucket().await?;
        let asked = json!({ "bucketId": bucket, "fileName": self.name, "contentType": "b2/x-auto",
            "fileInfo": { MARK: mark } });
        let begun: Begun = account.call_once("begin a large file", "b2_start_large_file", &asked).await?;
        Ok(begun.file_id)
    }

    async fn unfinished(&self) -> ProviderResult<Option<Vec<Unfinished>>> {
        let account = &self.target.account;
        let bucket = account.bucket().await?;
        let asked = json!({ "bucketId": bucket, "namePrefix": self.name, "maxFileCount": 100 });
        let listed = account.call("list the unfinished files", "b2_list_unfinished_large_files", &asked);
        let listed: UnfinishedFiles = listed.await?;
        if listed.next_file_id.is_some() {
            return Ok(None);
        }
        let of_name = listed.files.into_iter().filter(|file| file.name == self.name);
        let unfinished = |file: UnfinishedFile| Unfinished {
            begun_by: file.info.and_then(|mut info| info.remove(MARK)).unwrap_or_default(),
            id: file.id,
        };
        Ok(Some(of_name.map(unfinished).collect()))
    }

    async fn send(&self, upload: &str, number: u32, piece: &Piece) -> ProviderResult<String> {
        let asked = ("b2_get_upload_part_url", json!({ "fileId": upload }));
        let headers = [("x-bz-part-number", number.to_string())];
        let account = &self.target.account;
        self.addresses.send(account, "upload a part", &asked, &headers, piece).await?;
        Ok(hex::encode(piece.digest::<sha1::Sha1>().await?))
    }

    async fn finish(&self, upload: &str, receipts: &BTreeMap<u32, String>) -> ProviderResult<()> {
        let digests: Vec<&String> = receipts.values().collect();
        let asked = json!({ "fileId": upload, "partSha1Array": digests });
        let account = &self.target.account;
        let joined: ProviderResult<Kept> = account.call("finish a large file", "b2_finish_large_file", &asked).await;
        let error = match joined {
            Ok(kept) => return confirm(kept.content_length, self.size),
            Err(error) if matches!(error.fault, Fault::Refused | Fault::Missing) => error,
            Err(error) => return Err(error),
        };
        // A file that was already finished, by a try whose answer was lost, is refused.
        let found = self.target.list(self.name).await?;
        match found.into_iter().find(|kept| kept.file_id == upload && kept.file_name == self.name) {
            Some(kept) => confirm(kept.content_length, self.size),
            None => Err(ProviderError::new(Fault::Missing, error.to_string()).with_code(error.code)),
        }
    }

    async fn give_up(&self, upload: &str) -> ProviderResult<()> {
        give_up(&self.target.account, upload).await
    }
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::json;

    use crate::access;
    use crate::fields::refused_field;

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let cases = [
            (json!({ "client_id": "a", "client_secret": "b", "destination": "bucket" }), ""),
            (json!({ "client_secret": "b", "destination": "bucket" }), "authorization.client_id"),
            (json!({ "client_id": 1, "client_secret": "b", "destination": "bucket" }), "authorization.client_id"),
            (json!({ "client_id": "a", "destination": "bucket" }), "authorization.client_secret"),
            (json!({ "client_id": "a", "client_secret": " ", "destination": "bucket" }), "authorization.client_secret"),
            (json!({ "client_id": "a", "client_secret": "b" }), "authorization.destination"),
            (json!({ "client_id": "a", "client_secret": "b", "destination": "short" }), "authorization.destination"),
            (json!({ "client_id": "a", "client_secret": "b", "destination": "a/b/c/d" }), "authorization.destination"),
            (
                json!({ "client_id": "a", "client_secret": "b", "destination": "bucket", "endpoint": "c" }),
                "authorization.endpoint",
            ),
        ];
        for (authorization, field) in cases {
            let parsed = access(ProviderKind::VendorCB2, Direction::ServiceToCloud, &authorization);
            assert_eq!(refused_field(parsed).0, field, "{authorization}");
        }
    }
}
