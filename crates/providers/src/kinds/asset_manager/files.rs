//! One file of the asset manager: announced, sent to its storage, closed.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use async_trait::async_trait;
use http::Method;
use protocols::s3::{escaped, xml};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;
use url::Url;

use super::records::{Marked, NewFile, PartedFile, written};
use super::{Created, Folder, Manager, ManagerTarget, PER_PAGE, read_error};
use crate::http_client::{HttpClient, Sending};
use crate::part_target::PartTarget;
use crate::parts::{PartRules, cut, send_ranges};
use crate::piece::{Piece, Source};
use crate::s3_errors::read_error as read_s3_error;
use crate::shelves::Shelf as _;
use crate::{BegunUpload, Fault, OutgoingFile, ProviderError, ProviderResult, signed_parts};

pub(super) const PARTS: PartRules =
    PartRules { size: 16 << 20, largest: 5 << 30, most: 10_000, file: 5 << 40, at_once: 4 };

pub(super) fn new_mark() -> String {
    format!("tonnage-{}", hex::encode(rand::random::<[u8; 16]>()))
}

fn no_address() -> ProviderError {
    ProviderError::unusable("the provider's answer has no address for the file")
}

impl Manager {
    fn file_url(&self, file: &NewFile, below: &[&str]) -> Url {
        let own = ["files", "v1", "assets", &file.asset, "files", &file.file];
        self.url(&[own.as_slice(), below].concat())
    }

    pub(super) async fn make_asset(&self, collection: &str, title: &str, mark: &str) -> ProviderResult<String> {
        let mut url = self.url(&["assets", "v1", "assets"]);
        let mut body = json!({ "title": title, "type": "ASSET", "external_id": mark });
        if !collection.is_empty() {
            url.set_query(Some("assign_to_collection=true&apply_collection_acls=true"));
            body["collection_id"] = collection.into();
        }
        Ok(self.create("create an asset", url, &body).await?.json::<Created>()?.id)
    }

    /// Removes the assets that were made for one file.
    async fn remove_marked(&self, collection: &str, mark: &str) -> ProviderResult<()> {
        for object in self.objects(collection).await? {
            if object.external_id.as_deref() == Some(mark) {
                self.remove_asset(&object.id).await?;
            }
        }
        Ok(())
    }

    async fn remove_asset(&self, id: &str) -> ProviderResult<()> {
        match self.remove(id).await {
            Err(error) if error.fault == Fault::Missing => Ok(()),
            removed => removed,
        }
    }

    /// Everything that the manager must know about a file before its content arrives.
    pub(super) async fn make_file(
        &self,
        asset: &str,
        directory: &str,
        name: &str,
        size: u64,
        method: &str,
    ) -> ProviderResult<NewFile> {
        #[derive(Deserialize)]
        struct Announced {
            id: String,
            #[serde(default)]
            upload_url: Option<Url>,
            #[serde(default)]
            multipart_upload_url: Option<Url>,
        }
        let url = |kind: &str| self.url(&["files", "v1", "assets", asset, kind]);
        let body = json!({ "name": "ORIGINAL", "storage_methods": [method] });
        let format: Created = self.create("create a format", url("formats"), &body).await?.json()?;
        let storage = &self.access.storage_id;
        let body = json!({ "format_id": format.id, "storage_id": storage, "base_dir": directory, "name": name,
            "component_ids": [] });
        let set: Created = self.create("create a file set", url("file_sets"), &body).await?.json()?;
        let mut body = json!({ "original_name": name, "directory_path": directory, "size": size, "type": "FILE",
            "storage_id": storage, "file_set_id": set.id, "format_id": format.id });
        if size <= PARTS.size {
            body["multipart_upload_url"] = false.into();
        }
        let file: Announced = self.create("create a file", url("files"), &body).await?.json()?;
        let (whole, in_parts) = (file.upload_url, file.multipart_upload_url);
        Ok(NewFile { asset: asset.to_owned(), file: file.id, whole, in_parts })
    }

    /// Sends a small file, and closes it.
    pub(super) async fn put_whole(&self, file: &NewFile, source: &Source) -> ProviderResult<()> {
        let piece = source.whole().await?;
        let url = file.whole.clone().ok_or_else(no_address)?;
        signed_parts::put(&self.http, Sending::new("send a file", Method::PUT, url), &piece).await?;
        self.close(file).await
    }

    /// The storage has all of the file: the manager may use it.
    async fn close(&self, file: &NewFile) -> ProviderResult<()> {
        let body = json!({ "status": "CLOSED", "progress_processed": 100 });
        let sending = self.sending("close a file", Method::PATCH, self.file_url(file, &[])).json(&body);
        self.http.call(&sending, read_error).await?;
        // A file without previews is still complete.
        let url = self.file_url(file, &["keyframes"]);
        let body = json!({ "use_storage_transcode_ignore_pattern": true, "priority": 5 });
        if let Err(error) = self.create("make previews", url, &body).await {
            tracing::debug!(%error, "could not request previews of a file");
        }
        Ok(())
    }

    /// Whether a file was closed, with this size if one is given.
    async fn is_closed(&self, file: &NewFile, size: Option<u64>) -> ProviderResult<bool> {
        #[derive(Deserialize)]
        struct Shown {
            status: String,
            #[serde(default)]
            size: u64,
        }
        let shown: Shown = self.call("show a file", Method::GET, self.file_url(file, &[])).await?.json()?;
        Ok(shown.status == "CLOSED" && size.is_none_or(|size| shown.size == size))
    }

    async fn give_up(&self, parted: &PartedFile) {
        let ended = match self.address_for(parted, "abort_url").await {
            Ok(url) => {
                self.http.call(&Sending::new("end an upload", Method::DELETE, url), read_s3_error).await.map(drop)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "could not abort an abandoned upload");
        }
    }

    /// A URL for a single use with an upload: `complete_url` or `abort_url`.
    async fn address_for(&self, parted: &PartedFile, kind: &str) -> ProviderResult<Url> {
        let mut url = self.file_url(&parted.file, &["multipart_url"]);
        url.query_pairs_mut().append_pair("upload_id", &parted.upload).append_pair("type", kind);
        let given: HashMap<String, serde_json::Value> = self.call("sign an address", Method::GET, url).await?.json()?;
        given.get(kind).and_then(|url| url.as_str()?.parse().ok()).ok_or_else(no_address)
    }
}

impl ManagerTarget {
    pub(super) async fn put_into(&self, folder: &Folder, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let Some(begun) = &file.begun else { return self.send_marked(folder, file, &new_mark()).await };
        if let Ok(parted) = serde_json::from_str::<PartedFile>(&begun.upload) {
            let asset = parted.file.asset.clone();
            match self.go_on(file, parted, begun.clone()).await {
                // The storage no longer knows the upload.
                Err(error) if error.fault == Fault::Missing => {
                    file.journal.holds().await?;
                    self.manager.remove_asset(&asset).await?;
                }
                other => return other,
            }
        }
        if let Ok(Marked { mark, .. }) = serde_json::from_str(&begun.upload) {
            file.journal.holds().await?;
            self.manager.remove_marked(&folder.collection, &mark).await?;
        }
        // Who still cleans up after the earlier attempt must not find what this one sends.
        self.send_marked(folder, file, &new_mark()).await
    }

    /// Sends a file from the start.
    async fn send_marked(&self, folder: &Folder, file: &OutgoingFile<'_>, mark: &str) -> ProviderResult<()> {
        let marked = Marked { mark: mark.to_owned(), collection: folder.collection.clone() };
        file.journal.begun(&written(&marked)?).await?;
        let asset = self.make_asset(folder, file.name, mark).await?;
        let (parted, upload) = match self.begin(folder, file, &asset).await {
            Ok(Some(begun)) => begun,
            Ok(None) => return Ok(()),
            Err(error) => {
                self.forget(file, &asset).await;
                return Err(error);
            }
        };
        let sent = self.go_on(file, parted, upload).await;
        if let Err(error) = &sent
            && matches!(error.fault, Fault::Refused | Fault::Unusable)
        {
            self.forget(file, &asset).await;
        }
        sent
    }

    /// Nobody retries this, but the next attempt removes assets with the mark of its file. A worker that has lost the
    /// transfer leaves everything to its successor.
    async fn forget(&self, file: &OutgoingFile<'_>, asset: &str) {
        if file.journal.holds().await.is_err() {
            return;
        }
        if let Err(error) = self.manager.remove(asset).await {
            tracing::debug!(%error, "could not remove an abandoned asset");
        }
    }

    /// Aborts an upload and removes its asset, unless the file is complete.
    pub(super) async fn abandon_upload(&self, written: &str) -> ProviderResult<()> {
        if let Ok(Marked { mark, collection }) = serde_json::from_str(written) {
            return ProviderError::tells_presence(self.manager.remove_marked(&collection, &mark).await).map(drop);
        }
        let parted = serde_json::from_str::<PartedFile>(written)
            .map_err(|_| ProviderError::unusable("the record of an upload has an unknown format"))?;
        let is_closed = match self.manager.is_closed(&parted.file, None).await {
            Err(error) if error.fault != Fault::Missing => return Err(error),
            other => other.unwrap_or(false),
        };
        if is_closed {
            return Ok(());
        }
        self.manager.give_up(&parted).await;
        self.manager.remove_asset(&parted.file.asset).await
    }

    /// If a call got no answer, its asset is found by its mark, and removed.
    async fn make_asset(&self, folder: &Folder, name: &str, mark: &str) -> ProviderResult<String> {
        let mut tries = 1;
        loop {
            match self.manager.make_asset(&folder.collection, name, mark).await {
                Err(error) => {
                    self.manager.http.before_another_try(error, tries).await?;
                    self.manager.remove_marked(&folder.collection, mark).await?;
                    tries += 1;
                }
                Ok(asset) => {
                    self.shelves.added(&folder.collection, name, &asset).await;
                    return Ok(asset);
                }
            }
        }
    }

    /// Sends a small file, or begins and records the upload of a large one.
    async fn begin(
        &self,
        folder: &Folder,
        file: &OutgoingFile<'_>,
        asset: &str,
    ) -> ProviderResult<Option<(PartedFile, BegunUpload)>> {
        let size = file.source.size();
        // The content of others must not be overwritten. What was removed may also take its content with it later.
        let namesakes = self.shelves.namesakes(&self.manager, &folder.collection, file.name).await?;
        let directory = match namesakes.as_slice() {
            [] | [_] if file.begun.is_none() => folder.directory.clone(),
            _ => format!("{}/{}", folder.directory, hex::encode(rand::random::<[u8; 4]>())),
        };
        let method = self.storage_method().await?;
        let new = self.manager.make_file(asset, &directory, file.name, size, &method).await?;
        if size <= PARTS.size {
            self.manager.put_whole(&new, file.source).await?;
            file.journal.arrived(size);
            return Ok(None);
        }
        let url = new.in_parts.clone().ok_or_else(no_address)?;
        let sending = Sending::new("begin an upload", Method::POST, url);
        let answer = self.manager.http.call(&sending, read_s3_error).await?;
        let root = xml::parse(&answer.text()).ok().filter(|root| root.name == "InitiateMultipartUploadResult");
        let upload = root.map(|root| root.text_of("UploadId").to_owned()).filter(|upload| !upload.is_empty());
        let upload = upload.ok_or_else(|| ProviderError::unusable("the provider's answer has no upload id"))?;
        let parted = PartedFile { file: new, upload };
        let written = written(&parted)?;
        if let Err(error) = file.journal.begun(&written).await {
            self.manager.give_up(&parted).await;
            return Err(error);
        }
        Ok(Some((parted, BegunUpload { upload: written, receipts: BTreeMap::new() })))
    }

    async fn go_on(&self, file: &OutgoingFile<'_>, parted: PartedFile, begun: BegunUpload) -> ProviderResult<()> {
        let size = file.source.size();
        let ranges = cut(size, PARTS.part_size(size)?);
        let upload =
            Upload { manager: &self.manager, parted: &parted, size, count: ranges.len(), pages: Mutex::default() };
        let sent = send_ranges(&upload, file, &ranges, PARTS.at_once, begun).await;
        if let Err(error) = &sent
            && (error.is_damaged() || matches!(error.fault, Fault::Refused | Fault::Unusable | Fault::Conflict))
            && file.journal.holds().await.is_ok()
        {
            self.manager.give_up(&parted).await;
        }
        sent
    }
}

/// One file that is sent in parts.
struct Upload<'a> {
    manager: &'a Manager,
    parted: &'a PartedFile,
    size: u64,
    count: usize,
    /// URLs of parts by their numbers, as they were last signed.
    pages: Mutex<HashMap<u32, Url>>,
}

impl Upload<'_> {
    /// The URL of a part. URLs are signed for a page of parts at a time.
    async fn address(&self, number: u32, is_anew: bool) -> ProviderResult<Url> {
        #[derive(Deserialize)]
        struct Page {
            objects: Vec<Signed>,
        }
        #[derive(Deserialize)]
        struct Signed {
            number: u32,
            url: Url,
        }
        let mut known = self.pages.lock().await;
        if let Some(url) = known.get(&number).filter(|_| !is_anew) {
            return Ok(url.clone());
        }
        let mut url = self.manager.file_url(&self.parted.file, &["multipart_url", "part"]);
        let page = (number.max(1) as usize - 1) / PER_PAGE + 1;
        url.query_pairs_mut()
            .append_pair("upload_id", &self.parted.upload)
            .append_pair("parts_num", &self.count.to_string())
            .append_pair("per_page", &PER_PAGE.to_string())
            .append_pair("page", &page.to_string());
        let signed: Page = self.manager.call("sign addresses", Method::GET, url).await?.json()?;
        known.extend(signed.objects.into_iter().map(|part| (part.number, part.url)));
        known.get(&number).cloned().ok_or_else(no_address)
    }
}

#[async_trait]
impl PartTarget for Upload<'_> {
    fn http(&self) -> &HttpClient {
        &self.manager.http
    }

    async fn begin(&self, _mark: &str) -> ProviderResult<String> {
        Ok(self.parted.upload.clone())
    }

    async fn send(&self, _: &str, number: u32, piece: &Piece) -> ProviderResult<String> {
        let sending = |url| Sending::new("send a part", Method::PUT, url);
        let sent = signed_parts::put(&self.manager.http, sending(self.address(number, false).await?), piece).await;
        match sent {
            // URLs expire; the manager signs new ones if we still have write access.
            Err(error) if error.fault == Fault::Credentials => {
                signed_parts::put(&self.manager.http, sending(self.address(number, true).await?), piece).await
            }
            other => other,
        }
    }

    async fn finish(&self, _: &str, receipts: &BTreeMap<u32, String>) -> ProviderResult<()> {
        let mut body = String::from("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
        for (number, etag) in receipts {
            let etag = escaped(etag);
            let _ = write!(body, "<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>");
        }
        body.push_str("</CompleteMultipartUpload>");
        let url = self.manager.address_for(self.parted, "complete_url").await?;
        let sending = Sending::new("join the parts", Method::POST, url).bytes("application/xml", body);
        let answer = self.manager.http.ask(&sending).await?;
        let root = xml::parse(&answer.text()).ok().map(|root| root.name).unwrap_or_default();
        let is_joined = answer.status.is_success() && root == "CompleteMultipartUploadResult";
        if !is_joined {
            let error = answer.error(read_s3_error);
            // Some stores send an error with status 200.
            let fault = if answer.status.is_success() { Fault::Unavailable } else { error.fault };
            let was_joined =
                fault == Fault::Missing && self.manager.is_closed(&self.parted.file, Some(self.size)).await?;
            return if was_joined { Ok(()) } else { Err(ProviderError::new(fault, error.to_string())) };
        }
        self.manager.close(&self.parted.file).await
    }
}
