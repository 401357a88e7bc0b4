//! A blob container, accessed by the URL of its account with a shared access signature (SAS).
//!
//! Large files are sent in blocks whose ids we choose, so that an upload can resume without asking what is there.
//! Blocks are invisible until the block list is committed, and the provider discards those that never are.

mod access;

pub(super) use access::parse;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::target_path::NameRules;
use http::Method;
use http::header::CONTENT_LENGTH;
use md5::{Digest as _, Md5};
use protocols::s3::xml;
use url::Url;

use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::part_target::PartTarget;
use crate::parts::{PartRules, send_in_parts};
use crate::piece::Piece;
use crate::{Fault, OutgoingFile, ProviderError, ProviderResult, Target};
use serving::secret::Secret;

/// The version of the provider's API that we use, whatever version the signature was made for.
const VERSION: &str = "2021-12-02";
const PARTS: PartRules = PartRules { size: 16 << 20, largest: 4_000 << 20, most: 50_000, file: u64::MAX, at_once: 4 };
const PROBE: &str = ".tonnage-check";
/// Pages of a listing may be empty although more follow.
const MOST_EMPTY_PAGES: usize = 100;

struct Container {
    http: Arc<HttpClient>,
    /// The URL of the account, without the signature.
    address: Url,
    /// The query of the URL that the Team entered, unchanged.
    signature: Secret,
    name: String,
}

impl Container {
    /// A call for the container, or for a blob in it if a name is given.
    fn sending<'a>(
        &self,
        action: &'static str,
        method: Method,
        blob: &str,
        query: &str,
    ) -> ProviderResult<Sending<'a>> {
        let mut url = self.address.clone();
        let parts = blob.split('/').filter(|part| !part.is_empty());
        let no_base = |()| ProviderError::new(Fault::Refused, "the provider's address cannot have paths");
        url.path_segments_mut().map_err(no_base)?.pop_if_empty().push(&self.name).extend(parts);
        let between = if query.is_empty() { "" } else { "&" };
        url.set_query(Some(&format!("{query}{between}{}", self.signature.expose())));
        Ok(Sending::new(action, method, url).header("x-ms-version", VERSION))
    }

    async fn call(&self, sending: &Sending<'_>) -> ProviderResult<Answer> {
        self.http.call(sending, read_error).await
    }

    /// The provider compares the content with the digest before it stores it.
    async fn put(&self, action: &'static str, blob: &str, query: &str, piece: &Piece) -> ProviderResult<()> {
        let digest = STANDARD.encode(piece.digest::<Md5>().await?);
        let sending = self.sending(action, Method::PUT, blob, query)?.header("content-md5", &digest);
        let sending = if query.is_empty() { sending.header("x-ms-blob-type", "BlockBlob") } else { sending };
        let answer = self.call(&sending.piece(piece)).await?;
        match answer.header("content-md5") {
            kept if kept.is_empty() || kept == digest => Ok(()),
            _ => Err(ProviderError::unusable("the content that the provider stored differs from what was sent")),
        }
    }

    async fn has_something_below(&self, prefix: &str) -> ProviderResult<bool> {
        let encode = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let mut marker = String::new();
        for _ in 0..MOST_EMPTY_PAGES {
            let prefix = encode(prefix).replace('+', "%20");
            let query = format!("restype=container&comp=list&maxresults=1&prefix={prefix}&marker={}", encode(&marker));
            let answer = self.call(&self.sending("list the container", Method::GET, "", &query)?).await?;
            let root = xml::parse(&answer.text()).ok().filter(|root| root.name == "EnumerationResults");
            let root = root.ok_or_else(|| ProviderError::unusable("the provider's answer is not a listing"))?;
            if root.all("Blobs").any(|blobs| blobs.all("Blob").next().is_some()) {
                return Ok(true);
            }
            root.text_of("NextMarker").clone_into(&mut marker);
            if marker.is_empty() {
                return Ok(false);
            }
        }
        Err(ProviderError::unusable("the provider's listing does not end"))
    }

    async fn size_of(&self, blob: &str) -> ProviderResult<u64> {
        let answer = self.call(&self.sending("inspect a blob", Method::HEAD, blob, "")?).await?;
        let size = answer.header(CONTENT_LENGTH.as_str()).parse();
        size.map_err(|_| ProviderError::unusable("the provider does not report the size of a blob"))
    }
}

fn read_error(answer: &Answer) -> Said {
    let error = xml::parse(&answer.text()).ok().filter(|root| root.name == "Error").unwrap_or_default();
    // An answer to HEAD has no body.
    let code = [error.text_of("Code"), answer.header("x-ms-error-code")].into_iter().find(|code| !code.is_empty());
    let code = code.unwrap_or_default().to_owned();
    // Further lines are only useful to the provider's support.
    let message = error.text_of("Message").lines().next().unwrap_or_default().to_owned();
    Said { fault: fault_of(&code), code, message }
}

fn fault_of(code: &str) -> Option<Fault> {
    Some(match code {
        "AuthenticationFailed"
        | "AuthorizationFailure"
        | "AuthorizationPermissionMismatch"
        | "AuthorizationProtocolMismatch"
        | "AuthorizationResourceTypeMismatch"
        | "AuthorizationServiceMismatch"
        | "AuthorizationSourceIPMismatch"
        | "AccountIsDisabled"
        | "InsufficientAccountPermissions"
        | "InvalidAuthenticationInfo"
        | "NoAuthenticationInformation" => Fault::Credentials,
        // The provider discards uncommitted blocks after a week.
        "InvalidBlockList" | "ContainerNotFound" | "ContainerBeingDeleted" | "ContainerDisabled" | "BlobNotFound" => {
            Fault::Missing
        }
        "Md5Mismatch" | "InvalidMd5" | "IncompleteBody" => Fault::Unusable,
        "ServerBusy" | "OperationTimedOut" | "InternalError" => Fault::Unavailable,
        _ => return None,
    })
}

struct ContainerTarget(Container);

#[async_trait]
impl Target for ContainerTarget {
    fn names(&self) -> &'static NameRules {
        &NameRules::BLOB
    }

    fn identity(&self) -> String {
        format!("{} {}", self.0.address.as_str().trim_end_matches('/'), self.0.name)
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let blob = if directory.is_empty() { PROBE.to_owned() } else { format!("{directory}/{PROBE}") };
        let piece = self.0.http.source_of(bytes::Bytes::from_static(b"tonnage")).whole().await?;
        self.0.put("put a blob", &blob, "", &piece).await?;
        if !self.0.has_something_below(&blob).await? {
            return Err(ProviderError::unusable("the provider does not list what was just uploaded"));
        }
        self.0.call(&self.0.sending("delete a blob", Method::DELETE, &blob, "")?).await.map(drop)
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let prefix = format!("{}/", parts.join("/"));
        Ok((!self.0.has_something_below(&prefix).await?).then_some(prefix))
    }

    async fn largest_file(&self) -> Option<u64> {
        Some(PARTS.largest_file())
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let parts = file.path.iter().map(String::as_str).chain([file.name]).collect::<Vec<_>>();
        let blob = format!("{}{}", file.folder, parts.join("/"));
        let size = file.source.size();
        if size <= PARTS.size {
            let piece = file.source.whole().await?;
            self.0.put("put a blob", &blob, "", &piece).await?;
            file.journal.arrived(size);
            return Ok(());
        }
        send_in_parts(&BlobParts { container: &self.0, blob: &blob, size }, file, &PARTS).await
    }
}

/// One blob that is sent in blocks.
struct BlobParts<'a> {
    container: &'a Container,
    blob: &'a str,
    size: u64,
}

/// The same length for all blocks of a blob, as the provider requires.
fn block_id(upload: &str, number: u32) -> String {
    STANDARD.encode(format!("{upload}-{number:05}"))
}

#[async_trait]
impl PartTarget for BlobParts<'_> {
    fn http(&self) -> &HttpClient {
        &self.container.http
    }

    /// The provider needs no call for this. The name keeps blocks of two uploads of the same blob apart.
    async fn begin(&self, _mark: &str) -> ProviderResult<String> {
        Ok(format!("{:016x}", rand::random::<u64>()))
    }

    async fn send(&self, upload: &str, number: u32, piece: &Piece) -> ProviderResult<String> {
        let id = block_id(upload, number);
        let encoded: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
        self.container.put("put a block", self.blob, &format!("comp=block&blockid={encoded}"), piece).await?;
        Ok(id)
    }

    /// Committing the same list again is harmless: its blocks are then found in the blob itself.
    async fn finish(&self, _: &str, receipts: &BTreeMap<u32, String>) -> ProviderResult<()> {
        let mut body = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>");
        for id in receipts.values() {
            let _ = write!(body, "<Latest>{id}</Latest>");
        }
        body.push_str("</BlockList>");
        let digest = STANDARD.encode(Md5::digest(&body));
        let sending = self.container.sending("put the list of blocks", Method::PUT, self.blob, "comp=blocklist")?;
        self.container.call(&sending.header("content-md5", &digest).bytes("application/xml", body)).await?;
        let found = self.container.size_of(self.blob).await?;
        if found == self.size {
            return Ok(());
        }
        let reason = format!("the provider stored {found} bytes of a file of {} bytes", self.size);
        Err(ProviderError::unusable(reason))
    }
}
