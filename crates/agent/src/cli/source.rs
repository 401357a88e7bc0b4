//! The package that a command names: by its link, or by its id.

use client::Client;
use serving::secret::Secret;
use wire::files::FileBody;
use wire::ids::PackageId;

use super::Context;
use super::account::Account;
use super::problem::{Outcome, Problem};
use crate::downloads::{Link, is_chosen};
use crate::globs::Globs;

/// Files per request.
const PAGE: usize = 1_000;

pub(super) enum Source {
    Link(Link),
    Package(PackageId),
}

/// A package whose files can be listed.
pub(super) struct Opened {
    pub(super) name: String,
    holder: Client,
    package: PackageId,
}

impl Source {
    pub(super) fn parse(text: &str) -> Outcome<Self> {
        if let Ok(package) = text.trim().parse() {
            return Ok(Self::Package(package));
        }
        let link = Link::parse(text).map(Self::Link);
        link.map_err(|error| Problem::usage(error.message()).next("pass a download link, or the id of a package"))
    }

    pub(super) fn server(&self, context: &Context) -> Outcome<Client> {
        Ok(Client::new(match self {
            Self::Link(link) => &link.server,
            Self::Package(_) => context.options.cloud_url.as_str(),
        })?)
    }

    pub(super) async fn open(&self, password: Option<&str>, context: &Context) -> Outcome<Opened> {
        match self {
            Self::Link(link) => {
                let server = self.server(context)?;
                let opened = server.resolve_link(&link.id, link.secret.expose(), password).await?;
                let holder = server.with_package_token(Secret::new(opened.package_token).expose());
                Ok(Opened { holder, package: opened.package_id, name: opened.name })
            }
            Self::Package(package) => {
                let account = Account::open(context).await?;
                let found = account.find(package).await?;
                Ok(Opened { holder: account.holder(&found), package: found.body.id, name: found.body.name })
            }
        }
    }
}

impl Opened {
    /// The files of a page that match, and whether it is the last page. Pages are counted from 1.
    pub(super) async fn files(&self, page: usize, only: &Globs) -> Outcome<(Vec<FileBody>, bool)> {
        let files = self.holder.files(&self.package, &format!("page={page}&limit={PAGE}")).await?;
        let is_last = files.len() < PAGE;
        Ok((files.into_iter().filter(|file| is_chosen(only, file)).collect(), is_last))
    }
}

/// The patterns of a command.
pub(super) fn patterns(only: &[String]) -> Outcome<Globs> {
    Globs::new("PATTERN", only).map_err(|error| Problem::usage(error.message()))
}

/// The whole name of a file in its package.
pub(super) fn full_name(file: &FileBody) -> String {
    if file.path.is_empty() { file.name.clone() } else { format!("{}/{}", file.path, file.name) }
}
