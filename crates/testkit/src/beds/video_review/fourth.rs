//! The fourth generation: JSON in `data`, tokens for client credentials, pages that link to the next.

use serde_json::{Value, json};

use super::store::Upload;
use super::{ACCOUNT, PROJECT, ROOT, State, kind};
use crate::beds::double::{Asked, Said};
use crate::beds::tree::{Kind, Node};

pub(super) const CLIENT: &str = "client-4";
pub(super) const SECRET: &str = "secret-4";
pub(super) const WORKSPACE: &str = "workspace-1";

fn error(status: u16, title: &str, detail: &str) -> Said {
    Said::json(status, &json!({ "errors": [{ "title": title, "detail": detail, "source": { "pointer": "" } }] }))
}

impl State {
    pub(super) fn answer_fourth(&mut self, asked: &Asked) -> Said {
        let (method, path) = asked.call();
        if (method, path.as_slice()) == ("POST", &["ims", "token", "v3"]) {
            return self.give_token(asked);
        }
        let token = asked.header("authorization").strip_prefix("Bearer ").unwrap_or_default();
        if !self.tokens.contains(token) {
            return error(401, "Unauthorized", "You are not authorized to do that");
        }
        if (method, path.as_slice()) == ("GET", &["v4", "accounts"]) {
            let account = json!({ "id": ACCOUNT, "display_name": "Film", "storage_limit": self.plan });
            let other = json!({ "id": "another", "display_name": "Other", "storage_limit": 1_u64 << 31 });
            return Said::json(200, &json!({ "data": [other, account], "links": { "next": null } }));
        }
        let ["v4", "accounts", ACCOUNT, rest @ ..] = path.as_slice() else {
            return error(404, "Not found", "Resource not found");
        };
        match (method, rest) {
            ("GET", ["projects", PROJECT]) => Said::json(
                200,
                &json!({ "data": { "id": PROJECT, "root_folder_id": ROOT, "workspace_id": WORKSPACE } }),
            ),
            ("GET", ["folders", id, "children"]) => self.list_fourth(id, asked),
            ("POST", ["folders", id, "folders"]) => self.make_folder_fourth(id, asked),
            ("POST", ["folders", id, "files", "local_upload"]) => self.announce_fourth(id, asked),
            ("GET", ["files", id, "status"]) => self.status(id),
            ("GET", ["files", id]) if self.tree.get(id).is_some_and(|node| !node.is_folder()) => {
                Said::json(200, &json!({ "data": { "id": id, "type": "file", "file_size": self.told_size(id) } }))
            }
            ("DELETE", ["files", id]) if self.remove(id) => Said::empty(204),
            _ => error(404, "Not found", "Resource not found"),
        }
    }

    fn give_token(&mut self, asked: &Asked) -> Said {
        let expected = format!(
            "grant_type=client_credentials&client_id={CLIENT}&client_secret={SECRET}\
             &scope=openid%2CAdobeID%2Cframe.s2s.all"
        );
        if asked.header("content-type") != "application/x-www-form-urlencoded" || asked.body != expected {
            return Said::json(
                400,
                &json!({ "error": "invalid_client", "error_description": "invalid client_secret" }),
            );
        }
        let token = format!("eyJ{:016x}", rand::random::<u64>());
        self.tokens.insert(token.clone());
        Said::json(200, &json!({ "access_token": token, "token_type": "bearer", "expires_in": 86_399 }))
    }

    fn list_fourth(&self, id: &str, asked: &Asked) -> Said {
        if !self.tree.is_folder(id) {
            return error(404, "Not found", "Resource not found");
        }
        let count = asked.query("page_size").parse().unwrap_or(50).clamp(1, 100);
        let after: usize = asked.query("after").parse().unwrap_or(0);
        let shown = |(id, node): (&String, &Node)| json!({ "id": id, "name": node.name, "type": kind(node) });
        let data: Vec<Value> = self.tree.children(id).skip(after).take(count).map(shown).collect();
        let next = (after + count < self.tree.children(id).count())
            .then(|| format!("/v4/accounts/{ACCOUNT}/folders/{id}/children?page_size={count}&after={}", after + count));
        Said::json(200, &json!({ "data": data, "links": { "next": next } }))
    }

    fn make_folder_fourth(&mut self, parent: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let Some(name) = self.takes(parent, body["data"]["name"].as_str()) else {
            return error(422, "Unprocessable", "name is not right");
        };
        let id = self.tree.add(parent, &name, Kind::Folder);
        self.made(Said::json(201, &json!({ "data": { "id": id, "name": name, "type": "folder" } })))
    }

    fn announce_fourth(&mut self, parent: &str, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let size = body["data"]["file_size"].as_u64().filter(|size| *size >= 1);
        let (Some(name), Some(size)) = (self.takes(parent, body["data"]["name"].as_str()), size) else {
            return error(422, "Unprocessable", "name or file_size is not right");
        };
        let media_type = if name.to_lowercase().rsplit('.').next() == Some("mov") {
            "video/quicktime"
        } else {
            "application/octet-stream"
        };
        let id = self.tree.add(parent, &name, Kind::Placeholder);
        let upload = Upload::new(usize::try_from(size).expect("a small file"), media_type, self.signs_as_of_old);
        let urls = upload.addresses(&id, &asked.origin()).into_iter();
        let urls: Vec<Value> = urls.map(|(size, url)| json!({ "size": size, "url": url })).collect();
        self.uploads.insert(id.clone(), upload);
        let data = json!({ "id": id, "name": name, "status": "created", "type": "file", "file_size": size,
            "media_type": media_type, "upload_urls": urls });
        self.made(Said::json(201, &json!({ "data": data })))
    }

    fn status(&mut self, id: &str) -> Said {
        if self.tree.get(id).is_none_or(Node::is_folder) {
            return error(404, "Not found", "Resource not found");
        }
        let is_complete = self.is_complete(id);
        Said::json(200, &json!({ "data": { "id": id, "upload_complete": is_complete, "upload_failed": false } }))
    }
}
