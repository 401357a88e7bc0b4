//! The modules of a crate, and what each takes from the others: just enough of Rust's paths to tell.
//!
//! A file is a module. What stands under `#[cfg(test)]` is left out. A path is followed to the file that defines the
//! name, through imports and re-exports. Macros, globs and modules in braces are not followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::rule::in_name;
use crate::source::Source;

/// Names of modules, from the root of the crate.
pub(crate) type ModulePath = Vec<String>;

/// More re-exports of one name than anyone would write: the end of those that lead round.
const STEPS_MOST: usize = 16;

pub(crate) struct Modules {
    by_path: BTreeMap<ModulePath, Module>,
}

struct Module {
    file: String,
    children: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths in the code, besides imports.
    paths: Vec<Vec<String>>,
}

struct Import {
    path: Vec<String>,
    /// What it is called here.
    name: String,
    /// Whether others can import it from here.
    is_reexport: bool,
}

/// Where a path leads inside the crate.
enum Target {
    Module(ModulePath),
    Item(ModulePath, String),
}

/// One module takes a name from another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
pub(crate) struct Arrow {
    pub(crate) from: ModulePath,
    pub(crate) to: ModulePath,
    pub(crate) name: String,
}

impl Modules {
    /// The modules of the crate whose sources are in this folder.
    pub(crate) fn of(folder: &str, sources: &[Source]) -> Self {
        let mut by_path = BTreeMap::new();
        let mut only_for_tests = Vec::new();
        for source in sources {
            let Some(path) = source.path.strip_prefix(folder).and_then(module_path) else { continue };
            // A program beside a library is a crate of its own, which nobody imports.
            if source.path.ends_with("/src/main.rs") && by_path.contains_key(&path) {
                continue;
            }
            let (tokens, tests) = without_tests(&tokens(&source.code));
            only_for_tests.extend(tests.into_iter().map(|name| below(&path, &name)));
            by_path.insert(path, Module::read(&source.path, &tokens));
        }
        by_path.retain(|path, _| !only_for_tests.iter().any(|test| path.starts_with(test)));
        Self { by_path }
    }

    pub(crate) fn file(&self, path: &[String]) -> &str {
        self.by_path.get(path).map_or("", |module| &module.file)
    }

    /// Every arrow between two modules, once.
    pub(crate) fn arrows(&self) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (from, module) in &self.by_path {
            let imported = module.imports.iter().filter_map(|import| {
                let target = self.target_of_import(from, import, STEPS_MOST)?;
                // A folder's own file that shows what is in the folder does not use it.
                let is_front = import.is_reexport && target.module().starts_with(from);
                (!is_front).then_some(target)
            });
            let named = module.paths.iter().filter_map(|path| self.target(from, path, STEPS_MOST));
            for target in imported.chain(named) {
                if let Target::Item(to, name) = target
                    && to != *from
                {
                    arrows.insert(Arrow { from: from.clone(), to, name });
                }
            }
        }
        arrows
    }

    /// Where a path in the code of a module leads; nowhere when it leaves the crate.
    fn target(&self, from: &[String], path: &[String], steps: usize) -> Option<Target> {
        if let Some((start, rest)) = self.start(from, path) {
            return self.walk(start, rest, steps);
        }
        let first = path.first()?;
        let imports = &self.by_path.get(from)?.imports;
        let import = imports.iter().find(|import| import.name == *first && import.path != path[..1])?;
        match self.target_of_import(from, import, steps.checked_sub(1)?)? {
            Target::Module(module) => self.walk(module, &path[1..], steps - 1),
            item @ Target::Item(..) => Some(item),
        }
    }

    fn target_of_import(&self, from: &[String], import: &Import, steps: usize) -> Option<Target> {
        let (start, rest) = self.start(from, &import.path)?;
        self.walk(start, rest, steps)
    }

    /// The module at which a path begins that says so itself, and the rest of the path.
    fn start<'a>(&self, from: &[String], path: &'a [String]) -> Option<(ModulePath, &'a [String])> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((Vec::new(), rest)),
            "self" => Some((from.to_vec(), rest)),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                Some((from.get(..from.len().checked_sub(ups)?)?.to_vec(), &path[ups..]))
            }
            _ => self.by_path.get(from)?.children.contains(first).then(|| (below(from, first), rest)),
        }
    }

    /// Goes down the modules, and then through the imports of the last one.
    fn walk(&self, mut at: ModulePath, mut rest: &[String], steps: usize) -> Option<Target> {
        while let Some((name, after)) = rest.split_first()
            && self.by_path.contains_key(&below(&at, name))
        {
            at.push(name.clone());
            rest = after;
        }
        let module = self.by_path.get(&at)?;
        let Some((name, after)) = rest.split_first() else { return Some(Target::Module(at)) };
        if let Some(import) = module.imports.iter().find(|import| import.name == *name) {
            let path = [import.path.as_slice(), after].concat();
            if let Some(target) = self.target(&at, &path, steps.checked_sub(1)?) {
                return Some(target);
            }
        }
        Some(Target::Item(at, name.clone()))
    }
}

impl Target {
    fn module(&self) -> &ModulePath {
        match self {
            Self::Module(path) | Self::Item(path, _) => path,
        }
    }
}

impl Module {
    fn read(file: &str, tokens: &[&str]) -> Self {
        let mut module =
            Self { file: file.to_owned(), children: BTreeSet::new(), imports: Vec::new(), paths: Vec::new() };
        let mut at = 0;
        while at < tokens.len() {
            match tokens[at] {
                "use" => {
                    let length = tokens[at..].iter().position(|token| *token == ";").unwrap_or(tokens.len() - at);
                    let is_reexport = is_shown(&tokens[..at]);
                    module.import(&tokens[at + 1..at + length], &[], is_reexport);
                    at += length;
                }
                "mod" if tokens.get(at + 2) == Some(&";") => {
                    module.children.insert(tokens[at + 1].to_owned());
                    at += 2;
                }
                _ => {
                    let path = path_at(tokens, at);
                    at += (2 * path.len()).saturating_sub(1).max(1);
                    if path.len() > 1 {
                        module.paths.push(path);
                    }
                }
            }
        }
        module
    }

    /// Takes a tree of imports apart: `a::{b, c as d, e::{self, f}}`.
    fn import(&mut self, tree: &[&str], before: &[String], is_reexport: bool) {
        if let Some(open) = tree.iter().position(|token| *token == "{") {
            let before = [before, &names(&tree[..open])].concat();
            for branch in branches(&tree[open + 1..tree.len() - 1]) {
                self.import(branch, &before, is_reexport);
            }
            return;
        }
        let (path, alias) = match tree.iter().position(|token| *token == "as") {
            Some(at) => (&tree[..at], tree.get(at + 1)),
            None => (tree, None),
        };
        let mut path = [before, &names(path)].concat();
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let Some(last) = path.last() else { return };
        let name = alias.map_or_else(|| last.clone(), |alias| (*alias).to_owned());
        self.imports.push(Import { path, name, is_reexport });
    }
}

/// `/a/b.rs` below the folder of the sources is `a::b`; the root of the crate is empty.
fn module_path(file: &str) -> Option<ModulePath> {
    let names = file.strip_prefix('/')?.strip_suffix(".rs")?;
    let is_root = matches!(names, "lib" | "main");
    Some(if is_root { Vec::new() } else { names.split('/').map(str::to_owned).collect() })
}

fn below(path: &[String], name: &str) -> ModulePath {
    [path, &[name.to_owned()]].concat()
}

/// Names, `::`, and every other character except spaces.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if in_name(first) => rest.find(|character| !in_name(character)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The tokens without items for tests, and the names of modules for tests that are files of their own.
fn without_tests<'a>(tokens: &[&'a str]) -> (Vec<&'a str>, Vec<String>) {
    const MARK: &[&str] = &["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        if !tokens[at..].starts_with(MARK) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let item = &tokens[at + MARK.len()..];
        let length = item_length(item);
        if let Some(module) = item[..length].iter().position(|token| *token == "mod")
            && item.get(module + 2) == Some(&";")
        {
            modules.push(item[module + 1].to_owned());
        }
        at += MARK.len() + length;
    }
    (kept, modules)
}

/// Up to the semicolon or the closing brace that ends an item.
fn item_length(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(*token, ";" | "}") {
            return index + 1;
        }
    }
    tokens.len()
}

/// Whether what comes next is `pub` in some way.
fn is_shown(before: &[&str]) -> bool {
    let open = before.iter().rposition(|token| *token == "(");
    match (before.last(), open) {
        (Some(&")"), Some(open)) => before[..open].last() == Some(&"pub"),
        (last, _) => last == Some(&"pub"),
    }
}

/// `a::b::C`, if a path begins here.
fn path_at(tokens: &[&str], at: usize) -> Vec<String> {
    let is_inside = at > 0 && matches!(tokens[at - 1], "::" | ".");
    let mut path = Vec::new();
    let mut next = at;
    while !is_inside && tokens.get(next).is_some_and(|token| token.starts_with(in_name)) {
        path.push(tokens[next].to_owned());
        if tokens.get(next + 1) != Some(&"::") {
            break;
        }
        next += 2;
    }
    path
}

fn names(tokens: &[&str]) -> Vec<String> {
    tokens.iter().filter(|token| token.starts_with(in_name)).map(|token| (*token).to_owned()).collect()
}

/// Splits at the commas outside of braces.
fn branches<'t, 'a>(tokens: &'t [&'a str]) -> Vec<&'t [&'a str]> {
    let mut depth = 0_usize;
    let branches = tokens.split(|token| {
        match *token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == ","
    });
    branches.filter(|branch| !branch.is_empty()).collect()
}
