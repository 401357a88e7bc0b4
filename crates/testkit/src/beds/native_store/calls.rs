//! Calls with a JSON body, by their names.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{BUCKET, BUCKET_ID, Purpose, SMALLEST_PART, Said, Shelf, Upload};

const ACCOUNT_ID: &str = "account-1";

impl Shelf {
    pub(super) fn authorize(&mut self, host: &str) -> Value {
        let token = self.next("account-token");
        self.tokens.push(token.clone());
        let (id, name) = if self.is_restricted { (Some(BUCKET_ID), Some(BUCKET)) } else { (None, None) };
        let storage = json!({ "apiUrl": format!("http://{host}"), "downloadUrl": format!("http://{host}"),
            "absoluteMinimumPartSize": SMALLEST_PART, "recommendedPartSize": 100_000_000,
            "bucketId": id, "bucketName": name, "namePrefix": null, "infoType": "storageApi",
            "capabilities": ["listFiles", "writeFiles", "deleteFiles", "listBuckets"] });
        json!({ "accountId": ACCOUNT_ID, "authorizationToken": token, "apiInfo": { "storageApi": storage } })
    }

    pub(super) fn call(&mut self, name: &str, asked: &Value, host: &str) -> Said {
        let text = |field: &str| asked[field].as_str().unwrap_or_default().to_owned();
        let is_ours = text("bucketId") == BUCKET_ID;
        match name {
            "b2_list_buckets" if self.is_restricted => Err((401, "unauthorized", "the key is for one bucket")),
            "b2_list_buckets" if text("accountId") != ACCOUNT_ID => Err((400, "bad_request", "invalid accountId")),
            "b2_list_buckets" => {
                let bucket = json!({ "bucketId": BUCKET_ID, "bucketName": BUCKET });
                let buckets = if text("bucketName") == BUCKET { vec![bucket] } else { Vec::new() };
                Ok(json!({ "buckets": buckets }))
            }
            "b2_get_upload_url" if is_ours => Ok(self.address(Purpose::Files, host)),
            "b2_start_large_file" if is_ours && asked["contentType"].is_string() => {
                let info = checked_info(&asked["fileInfo"])?;
                let (id, name) = (self.next("large"), text("fileName"));
                let said = json!({ "fileId": id, "fileName": name, "bucketId": BUCKET_ID, "fileInfo": info });
                self.uploads.insert(id, Upload { name, info, parts: BTreeMap::new() });
                Ok(said)
            }
            "b2_list_unfinished_large_files" if is_ours => Ok(self.list_unfinished(asked)),
            "b2_get_upload_part_url" if self.uploads.contains_key(&text("fileId")) => {
                Ok(self.address(Purpose::PartsOf(text("fileId")), host))
            }
            "b2_finish_large_file" => self.finish(&text("fileId"), &asked["partSha1Array"]),
            "b2_cancel_large_file" if self.uploads.remove(&text("fileId")).is_some() => Ok(json!({})),
            "b2_list_file_names" if is_ours => Ok(self.list(asked)),
            "b2_delete_file_version" => self.delete(&text("fileName"), &text("fileId")),
            "b2_get_upload_url" | "b2_start_large_file" | "b2_list_file_names" | "b2_list_unfinished_large_files" => {
                Err((400, "bad_bucket_id", "Bucket does not exist"))
            }
            "b2_get_upload_part_url" | "b2_cancel_large_file" => {
                Err((400, "bad_request", "No active upload for fileId"))
            }
            _ => Err((404, "not_found", "no such call")),
        }
    }

    fn address(&mut self, purpose: Purpose, host: &str) -> Value {
        let (path, token) = (format!("/upload/{}", self.next("pod")), self.next("upload-token"));
        self.addresses.insert(path.clone(), (token.clone(), purpose));
        json!({ "uploadUrl": format!("http://{host}{path}"), "authorizationToken": token })
    }

    fn finish(&mut self, id: &str, digests: &Value) -> Said {
        let unknown = (400, "bad_request", "No active upload for fileId");
        let upload = self.uploads.get(id).ok_or(unknown)?;
        let digests = digests.as_array().ok_or((400, "bad_request", "partSha1Array is missing"))?;
        let numbers = 1..=u32::try_from(upload.parts.len()).unwrap_or(u32::MAX);
        if upload.parts.len() < 2 || digests.len() != upload.parts.len() || !upload.parts.keys().copied().eq(numbers) {
            return Err((400, "bad_request", "parts are missing"));
        }
        let mut content = Vec::new();
        for ((number, (digest, part)), expected) in upload.parts.iter().zip(digests) {
            if expected != digest {
                return Err((400, "bad_request", "sha1 does not match the part"));
            }
            if part.len() < SMALLEST_PART && *number as usize != upload.parts.len() {
                return Err((400, "bad_request", "part is smaller than the minimum"));
            }
            content.extend_from_slice(part);
        }
        let name = upload.name.clone();
        self.uploads.remove(id);
        Ok(self.keep(id.to_owned(), name, content))
    }

    pub(super) fn keep(&mut self, id: String, name: String, content: Vec<u8>) -> Value {
        let said = json!({ "fileId": id, "fileName": name, "contentLength": content.len(), "action": "upload" });
        *self.writes.entry(name.clone()).or_default() += 1;
        self.files.entry(name).or_default().push((id, content));
        said
    }

    fn list(&self, asked: &Value) -> Value {
        let prefix = asked["prefix"].as_str().unwrap_or_default();
        let most = usize::try_from(asked["maxFileCount"].as_u64().unwrap_or(100)).unwrap_or(100);
        let found = self.files.range(prefix.to_owned()..).take_while(|(name, _)| name.starts_with(prefix));
        let found = found.filter_map(|(name, versions)| Some((name, versions.last()?)));
        let files: Vec<Value> = found
            .take(most)
            .map(|(name, (id, content))| json!({ "fileId": id, "fileName": name, "contentLength": content.len() }))
            .collect();
        json!({ "files": files, "nextFileName": null })
    }

    fn list_unfinished(&self, asked: &Value) -> Value {
        let text = |field: &str| asked[field].as_str().unwrap_or_default().to_owned();
        let (prefix, from) = (text("namePrefix"), text("startFileId"));
        let most = usize::try_from(asked["maxFileCount"].as_u64().unwrap_or(100)).unwrap_or(100).clamp(1, 100);
        let mut found = self.uploads.iter().filter(|(id, upload)| **id >= from && upload.name.starts_with(&prefix));
        let shown = |(id, upload): (&String, &Upload)| {
            json!({ "fileId": id, "fileName": upload.name, "bucketId": BUCKET_ID, "fileInfo": upload.info,
                "action": "start", "contentLength": 0 })
        };
        let files: Vec<Value> = found.by_ref().take(most).map(shown).collect();
        json!({ "files": files, "nextFileId": found.next().map(|(id, _)| id) })
    }

    fn delete(&mut self, name: &str, id: &str) -> Said {
        let missing = (400, "file_not_present", "File not present");
        let versions = self.files.get_mut(name).ok_or(missing)?;
        let place = versions.iter().position(|(known, _)| known == id).ok_or(missing)?;
        versions.remove(place);
        if versions.is_empty() {
            self.files.remove(name);
        }
        Ok(json!({ "fileId": id, "fileName": name }))
    }
}

/// Up to ten pairs, whose names can be sent as headers.
fn checked_info(info: &Value) -> Result<BTreeMap<String, String>, (u16, &'static str, &'static str)> {
    let wrong = (400, "bad_request", "invalid fileInfo");
    let Some(pairs) = info.as_object() else {
        return if info.is_null() { Ok(BTreeMap::new()) } else { Err(wrong) };
    };
    let is_name = |name: &str| {
        (1..=50).contains(&name.len())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    };
    if pairs.len() > 10 {
        return Err(wrong);
    }
    let pair = |(name, value): (&String, &Value)| {
        let value = value.as_str().filter(|_| is_name(name)).ok_or(wrong)?;
        Ok((name.clone(), value.to_owned()))
    };
    pairs.iter().map(pair).collect()
}
