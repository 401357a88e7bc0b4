//! Upload sessions: parts of one size, each accepted once, joined if the list and the digest of the whole are right.

use std::collections::BTreeMap;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};

use super::{State, error, hex_sha1};
use crate::beds::double::{Asked, Said};
use crate::beds::tree::{Kind, Node};

const PART_SIZE: u64 = 8 << 20;
const SMALLEST: u64 = 20_000_000;

#[derive(Default)]
pub(super) struct Sessions {
    open: BTreeMap<String, Session>,
    begun: usize,
}

struct Session {
    goal: Goal,
    size: u64,
    /// By their offsets, with their ids.
    parts: BTreeMap<u64, (String, Bytes)>,
    /// Joining was requested once, and postponed.
    is_joining: bool,
}

enum Goal {
    New { folder: String, name: String },
    Version { id: String },
}

fn digest_header(bytes: &[u8]) -> String {
    format!("sha={}", STANDARD.encode(Sha1::digest(bytes)))
}

fn unknown() -> Said {
    error(404, "upload_session_not_found", "The upload session was not found")
}

impl Sessions {
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    pub(super) fn abort(&mut self, id: &str) -> Said {
        self.open.remove(id).map_or_else(unknown, |_| Said::empty(204))
    }

    pub(super) fn take_part(&mut self, id: &str, asked: &Asked) -> Said {
        let Some(session) = self.open.get_mut(id) else { return unknown() };
        let (size, length) = (session.size, asked.body.len() as u64);
        let range = asked.header("content-range").strip_prefix("bytes ").and_then(|rest| rest.split_once('/'));
        let bounds =
            range.filter(|(_, total)| *total == size.to_string()).and_then(|(bounds, _)| bounds.split_once('-'));
        let bounds = bounds.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        let Some((first, last)) = bounds else { return error(400, "invalid_parameter", "content-range is not right") };
        let (first, last): (u64, u64) = (first, last);
        let is_last = last + 1 == size;
        if first % PART_SIZE != 0 || last + 1 != first + length || (length != PART_SIZE && !is_last) || length == 0 {
            return error(416, "invalid_parameter", "the part has another size than was agreed on");
        }
        if asked.header("content-type") != "application/octet-stream" {
            return error(415, "bad_request", "content-type is not right");
        }
        if asked.header("digest") != digest_header(&asked.body) {
            return error(412, "sha1_mismatch", "The digest did not match what we received");
        }
        if session.parts.contains_key(&first) {
            return error(409, "range_overlaps_existing_range", "The range overlaps a part that was uploaded before");
        }
        let part_id = format!("{:08X}", rand::random::<u32>());
        session.parts.insert(first, (part_id, asked.body.clone()));
        Said::json(200, &json!({ "part": shown(first, &session.parts[&first]) }))
    }

    pub(super) fn list(&self, id: &str, asked: &Asked) -> Said {
        let Some(session) = self.open.get(id) else { return unknown() };
        let number = |name: &str, default: usize| asked.query(name).parse().unwrap_or(default);
        let page = session.parts.iter().skip(number("offset", 0)).take(number("limit", 100));
        let entries: Vec<Value> = page.map(|(offset, part)| shown(*offset, part)).collect();
        Said::json(200, &json!({ "entries": entries, "total_count": session.parts.len() }))
    }
}

fn shown(offset: u64, (id, content): &(String, Bytes)) -> Value {
    json!({ "part_id": id, "offset": offset, "size": content.len(), "sha1": hex_sha1(content) })
}

impl State {
    pub(super) fn begin(&mut self, asked: &Asked, version_of: Option<&str>) -> Said {
        let Some(body) = asked.json() else { return error(400, "bad_request", "no JSON") };
        let Some(size) = body["file_size"].as_u64() else { return error(400, "missing_file_size", "no file_size") };
        if size < SMALLEST {
            return error(400, "file_size_too_small", "the file is too small for this");
        }
        let goal = if let Some(id) = version_of {
            if self.tree.get(id).is_none_or(Node::is_folder) {
                return error(404, "not_found", "Not Found");
            }
            Goal::Version { id: id.to_owned() }
        } else {
            let (folder, name) = (body["folder_id"].as_str(), body["file_name"].as_str());
            let (Some(folder), Some(name)) = (folder, name) else {
                return error(400, "missing_destination", "folder_id and file_name are required");
            };
            if let Err(said) = self.clash(folder, name) {
                return said;
            }
            Goal::New { folder: folder.to_owned(), name: name.to_owned() }
        };
        self.sessions.begun += 1;
        let id = format!("F{:07}", self.sessions.begun);
        let session = Session { goal, size, parts: BTreeMap::new(), is_joining: false };
        self.sessions.open.insert(id.clone(), session);
        let own = format!("{}/api/2.0/files/upload_sessions/{id}", asked.origin());
        let endpoints = json!({ "upload_part": own, "abort": own, "status": own, "commit": format!("{own}/commit"),
            "list_parts": format!("{own}/parts") });
        Said::json(
            201,
            &json!({ "id": id, "type": "upload_session", "part_size": PART_SIZE,
                "total_parts": size.div_ceil(PART_SIZE), "session_endpoints": endpoints }),
        )
    }

    pub(super) fn commit(&mut self, id: &str, asked: &Asked) -> Said {
        let Some(session) = self.sessions.open.get_mut(id) else { return unknown() };
        let listed = asked.json().and_then(|body| body["parts"].as_array().cloned()).unwrap_or_default();
        let kept = session.parts.iter();
        let is_right = |((offset, (id, content)), part): ((&u64, &(String, Bytes)), &Value)| {
            part["part_id"] == id.as_str() && part["offset"] == *offset && part["size"] == content.len()
        };
        let is_whole = session.parts.values().map(|(_, content)| content.len() as u64).sum::<u64>() == session.size;
        if !is_whole || listed.len() != session.parts.len() || !kept.zip(&listed).all(is_right) {
            return error(400, "bad_request", "The parts are not those of the whole file");
        }
        let whole: Vec<u8> =
            session.parts.values().map(|(_, content)| content.as_ref()).collect::<Vec<&[u8]>>().concat();
        if asked.header("digest") != digest_header(&whole) {
            return error(412, "sha1_mismatch", "The digest of the whole file is another");
        }
        if !session.is_joining {
            session.is_joining = true;
            return Said::empty(202).with("retry-after", "1");
        }
        if let Goal::New { folder, name } = &session.goal {
            let (folder, name) = (folder.clone(), name.clone());
            if let Err(said) = self.clash(&folder, &name) {
                return said;
            }
        }
        let session = self.sessions.open.remove(id).expect("it was there");
        let id = match session.goal {
            Goal::New { folder, name } => self.tree.add(&folder, &name, Kind::File(whole.into())),
            Goal::Version { id } => {
                self.tree.fill(&id, whole.into());
                id
            }
        };
        self.entries(&id)
    }
}
