//! The files of an asset: format, file set and file come in this order, and a file is closed when its content is there.

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde_json::{Value, json};

use super::{STORAGE, State, error};
use crate::beds::double::{Asked, Said};

pub(super) struct FileRecord {
    pub(super) asset: String,
    /// Its location in the storage.
    pub(super) key: String,
    pub(super) size: u64,
    /// The part of it that the storage has.
    pub(super) content: Option<Bytes>,
    pub(super) upload: Option<String>,
    pub(super) parts: BTreeMap<usize, Bytes>,
    pub(super) is_closed: bool,
}

impl State {
    pub(super) fn answer_files(&mut self, method: &str, asset: &str, rest: &[&str], asked: &Asked) -> Said {
        match (method, rest) {
            ("POST", ["formats", ""]) => self.make_format(asset, asked),
            ("POST", ["file_sets", ""]) => self.make_set(asset, asked),
            ("POST", ["files", ""]) => self.make_file(asset, asked),
            (_, ["files", id, rest @ ..]) if self.files.get(*id).is_some_and(|file| file.asset == asset) => {
                self.answer_file(method, id, rest, asked)
            }
            _ => error(404, "Not found"),
        }
    }

    fn make_format(&mut self, asset: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        if body["name"] != "ORIGINAL" || body["storage_methods"] != json!(["S3"]) {
            return error(400, "name or storage_methods is not right");
        }
        let id = format!("format-{}", self.formats.len());
        self.formats.insert(id.clone(), asset.to_owned());
        Said::json(201, &json!({ "id": id }))
    }

    fn make_set(&mut self, asset: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let format = body["format_id"].as_str().and_then(|id| self.formats.get(id));
        let has_place = body["base_dir"].is_string() && body["name"].is_string() && body["storage_id"] == STORAGE;
        if format.is_none_or(|owner| owner != asset) || !has_place {
            return error(400, "format_id, storage_id, base_dir or name is not right");
        }
        let id = format!("set-{}", self.sets.len());
        self.sets.insert(id.clone(), asset.to_owned());
        Said::json(201, &json!({ "id": id }))
    }

    fn make_file(&mut self, asset: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let owns = |map: &BTreeMap<String, String>, field: &str| {
            body[field].as_str().and_then(|id| map.get(id)).is_some_and(|owner| owner == asset)
        };
        let is_known = owns(&self.formats, "format_id") && owns(&self.sets, "file_set_id");
        let names = (body["directory_path"].as_str(), body["original_name"].as_str(), body["size"].as_u64());
        let (Some(directory), Some(name), Some(size)) = names else { return error(400, "a field is missing") };
        if !is_known || body["storage_id"] != STORAGE || body["type"] != "FILE" {
            return error(400, "format_id, file_set_id, storage_id or type is not right");
        }
        let key = format!("{directory}/{name}");
        if self.files.values().any(|file| file.key == key) {
            return error(400, "another file is kept there");
        }
        let id = format!("file-{:08}", rand::random::<u32>());
        let signed = format!("X-Amz-Signature={}", self.signature);
        let own = format!("{}/store/{id}", asked.origin());
        let said = if body["multipart_upload_url"] == false {
            json!({ "id": id, "status": "OPEN", "upload_url": format!("{own}?{signed}") })
        } else {
            json!({ "id": id, "status": "OPEN", "multipart_upload_url": format!("{own}?uploads=&{signed}") })
        };
        let (asset, parts) = (asset.to_owned(), BTreeMap::new());
        let file = FileRecord { asset, key, size, content: None, upload: None, parts, is_closed: false };
        self.files.insert(id, file);
        Said::json(201, &said)
    }

    fn answer_file(&mut self, method: &str, id: &str, rest: &[&str], asked: &Asked) -> Said {
        let file = &self.files[id];
        match (method, rest) {
            ("GET", [""]) => {
                let status = if file.is_closed { "CLOSED" } else { "OPEN" };
                Said::json(200, &json!({ "id": id, "status": status, "size": file.size }))
            }
            ("PATCH", [""]) => self.close(id, asked),
            ("POST", ["keyframes", ""]) if file.is_closed => Said::json(201, &json!({ "job_id": "job" })),
            ("GET", ["multipart_url", "part", ""]) if file.upload.as_deref() == Some(asked.query("upload_id")) => {
                self.sign_parts(id, asked)
            }
            ("GET", ["multipart_url", ""]) => {
                let kind = asked.query("type");
                if !matches!(kind, "complete_url" | "abort_url") {
                    return error(400, "type is not right");
                }
                let (origin, upload) = (asked.origin(), asked.query("upload_id"));
                let url = format!("{origin}/store/{id}?uploadId={upload}&X-Amz-Signature={}", self.signature);
                Said::json(200, &json!({ kind: url }))
            }
            _ => error(404, "Not found"),
        }
    }

    fn sign_parts(&self, id: &str, asked: &Asked) -> Said {
        let number = |name: &str| asked.query(name).parse::<usize>().unwrap_or(0);
        let (count, per_page, page) = (number("parts_num"), number("per_page"), number("page"));
        if count == 0 || per_page == 0 || per_page > 100 || page == 0 {
            return error(400, "parts_num, per_page or page is not right");
        }
        let (origin, upload) = (asked.origin(), asked.query("upload_id"));
        let signed = |number: usize| {
            let query = format!("partNumber={number}&uploadId={upload}&X-Amz-Signature={}", self.signature);
            json!({ "number": number, "url": format!("{origin}/store/{id}?{query}") })
        };
        let objects: Vec<Value> = (1..=count).skip((page - 1) * per_page).take(per_page).map(signed).collect();
        Said::json(200, &json!({ "objects": objects }))
    }

    fn close(&mut self, id: &str, asked: &Asked) -> Said {
        let file = self.files.get_mut(id).expect("a file");
        let is_whole = file.content.as_ref().is_some_and(|content| content.len() as u64 == file.size);
        if asked.json().is_none_or(|body| body["status"] != "CLOSED") || !is_whole {
            return error(400, "the storage does not have all of the file");
        }
        if !file.is_closed {
            file.is_closed = true;
            let (asset, content) = (file.asset.clone(), file.content.clone().expect("all of it"));
            self.tree.fill(&asset, content);
        }
        Said::json(200, &json!({ "id": id, "status": "CLOSED" }))
    }
}
