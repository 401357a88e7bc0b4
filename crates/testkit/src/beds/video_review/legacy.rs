//! The previous generation: everything is an asset, and pages are numbered.

use serde_json::{Value, json};

use super::store::Upload;
use super::{ACCOUNT, DEVELOPER_TOKEN, PROJECT, ROOT, State, kind};
use crate::beds::double::{Asked, Said};
use crate::beds::tree::{Kind, Node};

pub(super) const TEAM: &str = "team-1";

fn error(status: u16, message: &str) -> Said {
    let problem = json!({ "code": status, "detail": message, "status": status, "title": "Error" });
    Said::json(status, &json!({ "code": status, "errors": [problem], "message": message }))
}

impl State {
    pub(super) fn answer_legacy(&mut self, asked: &Asked) -> Said {
        if asked.header("authorization") != format!("Bearer {DEVELOPER_TOKEN}") {
            return error(401, "Not Authorized");
        }
        let (method, path) = asked.call();
        match (method, path.as_slice()) {
            ("GET", ["v2", "projects", PROJECT]) => {
                Said::json(200, &json!({ "id": PROJECT, "root_asset_id": ROOT, "team_id": TEAM }))
            }
            ("GET", ["v2", "accounts", ACCOUNT]) => {
                Said::json(200, &json!({ "id": ACCOUNT, "storage": 0, "plan": { "storage_limit": self.plan } }))
            }
            ("GET", ["v2", "assets", id, "children"]) => self.list_legacy(id, asked),
            ("POST", ["v2", "assets", id, "children"]) => self.make_asset(id, asked),
            ("GET", ["v2", "assets", id]) => self.show(id),
            ("DELETE", ["v2", "assets", id]) if self.remove(id) => Said::json(200, &json!({ "id": id })),
            _ => error(404, "Not Found"),
        }
    }

    fn list_legacy(&self, id: &str, asked: &Asked) -> Said {
        if !self.tree.is_folder(id) {
            return error(404, "Not Found");
        }
        let count = asked.query("page_size").parse().unwrap_or(50).clamp(1, 100);
        let page: usize = asked.query("page").parse().unwrap_or(1).max(1);
        let shown = |(id, node): (&String, &Node)| json!({ "id": id, "name": node.name, "type": kind(node) });
        let assets: Vec<Value> = self.tree.children(id).skip((page - 1) * count).take(count).map(shown).collect();
        Said::json(200, &Value::from(assets))
    }

    fn make_asset(&mut self, parent: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let Some(name) = self.takes(parent, body["name"].as_str()) else { return error(422, "name is not right") };
        if body["type"] == "folder" {
            let id = self.tree.add(parent, &name, Kind::Folder);
            return self.made(Said::json(200, &json!({ "id": id, "name": name, "type": "folder" })));
        }
        let size = body["filesize"].as_u64().filter(|size| *size >= 1);
        let (Some(size), Some(filetype), true) = (size, body["filetype"].as_str(), body["type"] == "file") else {
            return error(422, "type, filesize or filetype is not right");
        };
        let id = self.tree.add(parent, &name, Kind::Placeholder);
        let upload = Upload::new(usize::try_from(size).expect("a small file"), filetype, self.signs_as_of_old);
        let urls: Vec<String> = upload.addresses(&id, &asked.origin()).into_iter().map(|(_, url)| url).collect();
        self.uploads.insert(id.clone(), upload);
        let asset = json!({ "id": id, "name": name, "type": "file", "filesize": size, "upload_urls": urls,
            "upload_completed_at": null });
        self.made(Said::json(200, &asset))
    }

    fn show(&mut self, id: &str) -> Said {
        let Some(node) = self.tree.get(id) else { return error(404, "Not Found") };
        let (name, kind) = (node.name.clone(), kind(node));
        let completed = self.is_complete(id).then_some("2026-01-01T00:00:00Z");
        let asset = json!({ "id": id, "name": name, "type": kind, "filesize": self.told_size(id),
            "upload_completed_at": completed });
        Said::json(200, &asset)
    }
}
