//! The files and folders of a platform.

use std::collections::BTreeMap;

use axum::body::Bytes;

/// A file or folder. A file without content is still being uploaded.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) parent: String,
    pub(super) name: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Folder,
    Placeholder,
    File(Bytes),
}

impl Node {
    pub(super) const fn is_folder(&self) -> bool {
        matches!(self.kind, Kind::Folder)
    }
}

/// Nodes by their ids.
pub(super) struct Tree {
    root: &'static str,
    nodes: BTreeMap<String, Node>,
    writes: BTreeMap<String, usize>,
    made: usize,
}

impl Tree {
    /// An empty tree below a root folder that always exists.
    pub(super) const fn new(root: &'static str) -> Self {
        Self { root, nodes: BTreeMap::new(), writes: BTreeMap::new(), made: 0 }
    }

    pub(super) fn add(&mut self, parent: &str, name: &str, kind: Kind) -> String {
        self.made += 1;
        let id = format!("{:08}", self.made);
        self.nodes.insert(id.clone(), Node { parent: parent.to_owned(), name: name.to_owned(), kind });
        if matches!(self.nodes[&id].kind, Kind::File(_)) {
            self.count(&id);
        }
        id
    }

    /// Gives a file its content.
    pub(super) fn fill(&mut self, id: &str, content: Bytes) {
        self.nodes.get_mut(id).expect("a file").kind = Kind::File(content);
        self.count(id);
    }

    fn count(&mut self, id: &str) {
        *self.writes.entry(self.path(id)).or_default() += 1;
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Node> {
        self.nodes.remove(id)
    }

    /// Removes a folder by its path, with everything in it.
    pub(super) fn remove_all(&mut self, path: &str) {
        let is_in = |found: &str| found.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let gone: Vec<String> = self.nodes.keys().filter(|id| is_in(&self.path(id))).cloned().collect();
        assert!(!gone.is_empty(), "{path} is not there");
        for id in gone {
            self.nodes.remove(&id);
        }
    }

    pub(super) fn get(&self, id: &str) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub(super) fn is_folder(&self, id: &str) -> bool {
        id == self.root || self.get(id).is_some_and(Node::is_folder)
    }

    pub(super) fn children(&self, parent: &str) -> impl Iterator<Item = (&String, &Node)> {
        self.nodes.iter().filter(move |(_, node)| node.parent == parent)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&String, &Node)> {
        self.nodes.iter()
    }

    pub(super) fn placeholders(&self) -> usize {
        self.nodes.values().filter(|node| matches!(node.kind, Kind::Placeholder)).count()
    }

    pub(super) fn writes(&self) -> BTreeMap<String, usize> {
        self.writes.clone()
    }

    /// Complete files below a folder, or everywhere.
    pub(super) fn files(&self, below: &str) -> BTreeMap<String, Vec<u8>> {
        let is_below =
            |path: &str| below.is_empty() || path.strip_prefix(below).is_some_and(|rest| rest.starts_with('/'));
        let mut files = BTreeMap::new();
        for (id, node) in &self.nodes {
            let Kind::File(content) = &node.kind else { continue };
            let path = self.path(id);
            if is_below(&path) {
                let double = files.insert(path.clone(), content.to_vec());
                assert!(double.is_none(), "{path} is there twice");
            }
        }
        files
    }

    fn path(&self, id: &str) -> String {
        let mut parts = Vec::new();
        let mut next = id;
        while let Some(node) = self.nodes.get(next) {
            parts.push(node.name.as_str());
            next = &node.parent;
        }
        parts.reverse();
        parts.join("/")
    }
}
