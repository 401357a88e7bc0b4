//! Azurite: a third-party blob service, which checks shared access signatures and digests.

use std::collections::BTreeMap;
use std::process::Command;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{StreamExt as _, stream};
use hmac::{Hmac, KeyInit as _, Mac as _};
use protocols::s3::{Element, xml};
use reqwest::{Method, Response, Url};
use serde_json::{Value, json};
use sha2::Sha256;

use super::foreign_server::{ForeignServer, client, free_ports, tool};
use super::{Bed, Gate, Manners};

const ACCOUNT: &str = "bedaccount";
const ACCOUNT_KEY: &[u8] = b"the key of the bed's own account";
const CONTAINER: &str = "bed";
const VERSION: &str = "2021-12-02";

const MANNERS: Manners = Manners {
    carries_content,
    begins_upload: |_, _| false,
    lists_uploads: |_, _| false,
    revoked: (403, "<Error><Code>AuthenticationFailed</Code><Message>Signature did not match.</Message></Error>"),
    full: (507, "<Error><Code>InsufficientStorage</Code><Message>The account is full.</Message></Error>"),
    failing: "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>",
};

fn carries_content(method: &str, target: &str) -> bool {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    method == "PUT" && path.trim_matches('/').split('/').count() > 2 && !query.contains("comp=blocklist")
}

pub struct Azurite {
    gate: Gate,
    address: Url,
    http: reqwest::Client,
    _server: ForeignServer,
}

impl Azurite {
    pub async fn start() -> Self {
        let [port] = free_ports();
        let mut command = Command::new(tool("TONNAGE_TEST_AZURITE"));
        command.args(["--blobHost", "127.0.0.1", "--blobPort", &port.to_string(), "--inMemoryPersistence"]);
        command.args(["--disableTelemetry", "--silent"]);
        command.env("AZURITE_ACCOUNTS", format!("{ACCOUNT}:{}", STANDARD.encode(ACCOUNT_KEY)));
        let server = ForeignServer::start(command, tempfile::tempdir().expect("a temporary directory"));
        let address = server.wait_for(port).await;
        let gate = Gate::start(address, MANNERS).await;
        let address = format!("http://{address}/{ACCOUNT}").parse().expect("an address");
        let bed = Self { gate, address, http: client(), _server: server };
        let made = bed.ask(Method::PUT, "", "restype=container").await;
        assert!(made.status().is_success(), "{}", made.text().await.unwrap_or_default());
        bed
    }

    /// The address without the gate.
    async fn ask(&self, method: Method, blob: &str, query: &str) -> Response {
        let mut url = self.address.clone();
        let parts = blob.split('/').filter(|part| !part.is_empty());
        url.path_segments_mut().expect("an address with a path").push(CONTAINER).extend(parts);
        url.set_query(Some(&format!("{query}&{}", signature(ACCOUNT_KEY))));
        let asked = self.http.request(method.clone(), url).header("x-ms-version", VERSION);
        let asked = if method == Method::PUT { asked.header("content-length", 0) } else { asked };
        asked.send().await.expect("the server answers")
    }

    async fn names(&self, folder: &str, include: &str) -> Vec<String> {
        let (mut names, mut marker) = (Vec::new(), String::new());
        loop {
            let encoded = |text: &str| {
                percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
            };
            let (prefix, from) = (encoded(folder), encoded(&marker));
            let query = format!("restype=container&comp=list&prefix={prefix}&include={include}&marker={from}");
            let text = self.ask(Method::GET, "", &query).await.text().await.expect("the whole answer");
            let page = xml::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let blobs = page.all("Blobs").flat_map(|blobs| blobs.all("Blob"));
            names.extend(blobs.map(|blob: &Element| blob.text_of("Name").to_owned()));
            page.text_of("NextMarker").clone_into(&mut marker);
            if marker.is_empty() {
                return names;
            }
        }
    }

    async fn below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let read = async |name: String| {
            let response = self.ask(Method::GET, &name, "").await;
            assert!(response.status().is_success(), "{name:?} is listed but not there: {}", response.status());
            (name, response.bytes().await.expect("the whole answer").to_vec())
        };
        let names = self.names(folder, "").await;
        stream::iter(names).map(read).buffer_unordered(16).collect().await
    }
}

/// The query of an account's SAS URL that allows everything needed, built as the provider documents it.
fn signature(key: &[u8]) -> String {
    let (permissions, end) = ("rwdlacu", "2099-01-01T00:00:00Z");
    let text = format!("{ACCOUNT}\n{permissions}\nb\nsco\n\n{end}\n\n\n{VERSION}\n\n");
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(text.as_bytes());
    let signature = STANDARD.encode(mac.finalize().into_bytes());
    let signature = percent_encoding::utf8_percent_encode(&signature, percent_encoding::NON_ALPHANUMERIC);
    format!("sv={VERSION}&ss=b&srt=sco&sp={permissions}&se={end}&sig={signature}")
}

#[async_trait]
impl Bed for Azurite {
    fn provider(&self) -> &'static str {
        "vendor_b_blob"
    }

    fn authorization(&self) -> Value {
        let url = format!("{}/{ACCOUNT}?{}", self.gate.url(), signature(ACCOUNT_KEY));
        json!({ "blob_service_sas_url": url, "destination": CONTAINER })
    }

    fn wrong_authorization(&self) -> Value {
        let url = format!("{}/{ACCOUNT}?{}", self.gate.url(), signature(b"another key"));
        json!({ "blob_service_sas_url": url, "destination": CONTAINER })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.below("").await
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        self.below(&format!("{folder}/")).await
    }

    fn writes(&self) -> BTreeMap<String, usize> {
        let mut writes = BTreeMap::new();
        for call in self.gate.passed() {
            let is_joined = call.target.contains("comp=blocklist");
            if call.method == "PUT" && call.is_success() && (is_joined || !call.has_query("comp")) {
                let path = percent_encoding::percent_decode_str(call.path()).decode_utf8_lossy().into_owned();
                let blob = path.strip_prefix(&format!("/{ACCOUNT}/{CONTAINER}/")).unwrap_or(&path).to_owned();
                *writes.entry(blob).or_default() += 1;
            }
        }
        writes
    }

    /// Blobs that consist only of uncommitted blocks.
    async fn open_uploads(&self) -> usize {
        self.names("", "uncommittedblobs").await.len() - self.names("", "").await.len()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        (16 << 20) + 1
    }
}
