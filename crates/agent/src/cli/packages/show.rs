//! `info`: shows one package with its links and files.

use clap::Args;
use serde::Serialize;
use serving::terminal::plain_line;
use wire::files::FileBody;
use wire::ids::LinkId;
use wire::links::LinkBody;
use wire::time::Time;

use super::{Shown, files, package_id, size};
use crate::cli::account::{Account, Found};
use crate::cli::exit::Exit;
use crate::cli::problem::Outcome;
use crate::cli::talk::TalkFlags;
use crate::cli::{Context, moments};

/// Files per request.
const PAGE: usize = 1_000;

#[derive(Args)]
pub struct Info {
    /// ID of the package, as shown by ls
    #[arg(value_name = "PACKAGE_ID")]
    id: String,
    /// How many files to list
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    files: usize,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    package: Shown,
    message: String,
    links: Vec<ShownLink>,
    /// The first files, as many as were asked for.
    listed: Vec<ShownFile>,
}

/// A link without what opens it.
#[derive(Serialize)]
struct ShownLink {
    id: LinkId,
    recipient: String,
    active: bool,
    has_password: bool,
    max_downloads: Option<i64>,
    expires_at: Option<Time>,
    opened_at: Option<Time>,
}

impl From<LinkBody> for ShownLink {
    fn from(link: LinkBody) -> Self {
        Self {
            id: link.id,
            recipient: link.email,
            active: link.active,
            has_password: !link.password.is_empty(),
            max_downloads: link.access_limit_enabled.then_some(link.access_limit),
            expires_at: link.expiry.0,
            opened_at: link.accessed_at.0,
        }
    }
}

#[derive(Serialize)]
struct ShownFile {
    path: String,
    kind: String,
    size: i64,
    scan_state: String,
    crc64nvme: String,
}

impl From<FileBody> for ShownFile {
    fn from(file: FileBody) -> Self {
        let path = if file.path.is_empty() { file.name } else { format!("{}/{}", file.path, file.name) };
        Self { path, kind: file.kind, size: file.size, scan_state: file.scan_state, crc64nvme: file.checksum.crc64nvme }
    }
}

impl Info {
    pub(in crate::cli) async fn run(self, context: Context) -> Outcome<Exit> {
        let id = package_id(&self.id)?;
        let account = Account::open(&context).await?;
        let document = context.unless_interrupted(self.read(&account, account.find(&id))).await?;
        print(&document, &context);
        context.talk.document(&document);
        Ok(Exit::Done)
    }

    async fn read(&self, account: &Account, found: impl Future<Output = Outcome<Found>>) -> Outcome<Document> {
        let found = found.await?;
        let holder = account.holder(&found);
        let mut listed = Vec::new();
        // A package that has ended lists no files.
        for page in 1_usize.. {
            let files = holder.files(&found.body.id, &format!("page={page}&limit={PAGE}")).await?;
            let is_last = files.len() < PAGE;
            listed.extend(files.into_iter().take(self.files - listed.len()).map(ShownFile::from));
            if is_last || listed.len() >= self.files {
                break;
            }
        }
        let mut body = found.body;
        let links = std::mem::take(&mut body.links).into_iter().map(ShownLink::from).collect();
        let message = std::mem::take(&mut body.description);
        Ok(Document { package: Shown::of(&found.team, body), message, links, listed })
    }
}

fn print(document: &Document, context: &Context) {
    let (package, talk) = (&document.package, &context.talk);
    let line = |name: &str, value: &str| talk.print(&format!("{name:<11}{}", plain_line(value)));
    line("id", package.id.as_str());
    line("name", &package.name);
    line("state", &package.state);
    line("created", &moments::shown(package.created_at));
    line("expires", &package.expires());
    line("from", &package.sender);
    if !package.recipients.is_empty() {
        line("to", &package.recipients.join(", "));
    }
    if !document.message.is_empty() {
        line("message", &document.message);
    }
    line("content", &format!("{}, {}", files(package.files), size(package.size)));
    if package.contains_virus {
        line("virus", "found: the infected files cannot be downloaded");
    }
    for link in &document.links {
        line("link", &of_link(link));
    }
    if !document.listed.is_empty() {
        talk.print("");
    }
    for file in &document.listed {
        let end = if file.kind == "directory" { "/" } else { "" };
        talk.print(&format!("{:>15}  {}{end}", file.size, plain_line(&file.path)));
    }
    let hidden = usize::try_from(package.files).unwrap_or_default().saturating_sub(document.listed.len());
    if hidden > 0 && !document.listed.is_empty() {
        talk.say(&format!("{hidden} more files are not listed; list more with --files"));
    }
}

fn of_link(link: &ShownLink) -> String {
    let mut parts = vec![link.id.to_string(), format!("for {}", link.recipient)];
    if !link.active {
        parts.push("turned off".to_owned());
    }
    if link.has_password {
        parts.push("with a password".to_owned());
    }
    if let Some(most) = link.max_downloads {
        parts.push(format!("up to {most} downloads"));
    }
    if let Some(end) = link.expires_at {
        parts.push(format!("until {}", moments::shown(end)));
    }
    parts.push(
        link.opened_at.map_or_else(|| "not opened yet".to_owned(), |at| format!("opened {}", moments::shown(at))),
    );
    parts.join(", ")
}
