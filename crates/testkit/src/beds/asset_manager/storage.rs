//! The asset manager's storage. It uses the S3 API, and compares digests.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use protocols::s3::xml;

use super::State;
use crate::beds::double::{Asked, Said};

fn refuse(status: u16, code: &str) -> Said {
    Said::text(status, format!("<Error><Code>{code}</Code><Message>{code}</Message></Error>"))
}

const SMALLEST_PART: usize = 5 << 20;

impl State {
    pub(super) fn store(&mut self, method: &str, id: &str, asked: &Asked) -> Said {
        if asked.query("X-Amz-Signature") != self.signature || !asked.header("auth-token").is_empty() {
            return refuse(403, "AccessDenied");
        }
        let Some(file) = self.files.get_mut(id) else { return refuse(404, "NoSuchKey") };
        if method == "POST" && asked.query.contains_key("uploads") {
            let upload = format!("up-{:08x}", rand::random::<u32>());
            file.upload = Some(upload.clone());
            let body =
                format!("<InitiateMultipartUploadResult><UploadId>{upload}</UploadId></InitiateMultipartUploadResult>");
            return Said::text(200, body);
        }
        let upload = asked.query("uploadId");
        if !upload.is_empty() && file.upload.as_deref() != Some(upload) {
            return refuse(404, "NoSuchUpload");
        }
        match method {
            "PUT" => {
                let digest = STANDARD.encode(Md5::digest(&asked.body));
                if asked.header("content-md5") != digest {
                    return refuse(400, "BadDigest");
                }
                match asked.query("partNumber").parse::<usize>() {
                    Ok(number) => drop(file.parts.insert(number, asked.body.clone())),
                    Err(_) => file.content = Some(asked.body.clone()),
                }
                Said::empty(200).with("etag", format!("\"{digest}\""))
            }
            "DELETE" => {
                (file.upload, file.parts) = (None, BTreeMap::new());
                Said::empty(204)
            }
            "POST" => {
                let listed = xml::parse(&String::from_utf8_lossy(&asked.body)).ok();
                let listed: Vec<(String, String)> = listed
                    .iter()
                    .flat_map(|root| root.all("Part"))
                    .map(|part| (part.text_of("PartNumber").to_owned(), part.text_of("ETag").to_owned()))
                    .collect();
                let tag = |content: &[u8]| format!("\"{}\"", STANDARD.encode(Md5::digest(content)));
                let kept: Vec<(String, String)> =
                    file.parts.iter().map(|(number, content)| (number.to_string(), tag(content))).collect();
                let is_small = file.parts.values().rev().skip(1).any(|content| content.len() < SMALLEST_PART);
                if listed.is_empty() || listed != kept || is_small {
                    return refuse(400, "InvalidPart");
                }
                let parts = std::mem::take(&mut file.parts);
                file.content = Some(parts.values().map(AsRef::as_ref).collect::<Vec<&[u8]>>().concat().into());
                file.upload = None;
                Said::text(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
            }
            _ => refuse(405, "MethodNotAllowed"),
        }
    }
}
