//! The package that a command names: by its link, or by its id.

use client::Client;
use serving::secret::Secret;
use transfer::{RetryPolicy, with_retries};
use wire::files::FileBody;
use wire::ids::PackageId;

use super::Context;
use super::account::Account;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use crate::downloads::{Link, Only};

/// Files per request.
const PAGE: usize = 1_000;

pub(super) enum Source {
    Link(Link),
    Package(PackageId),
}

/// A package whose files can be listed.
pub(super) struct Opened {
    pub(super) name: String,
    pub(super) holder: Client,
    pub(super) package: PackageId,
    retry_policy: RetryPolicy,
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

    pub(super) fn check_password(&self, password: Option<&str>) -> Outcome<()> {
        match (self, password) {
            (Self::Package(_), Some(_)) => {
                Err(Problem::usage("a password is only for links, not for the id of a package"))
            }
            _ => Ok(()),
        }
    }

    /// Opens the link, or finds the package, which must be finalized: of others, not all files are known.
    pub(super) async fn open(&self, password: Option<&str>, context: &Context) -> Outcome<Opened> {
        let retry_policy = context.options.retry_policy;
        match self {
            Self::Link(link) => {
                let server = self.server(context)?;
                let opened = server.resolve_link(&link.id, link.secret.expose(), password).await?;
                let holder = server.with_package_token(Secret::new(opened.package_token).expose());
                Ok(Opened { holder, package: opened.package_id, name: opened.name, retry_policy })
            }
            Self::Package(package) => {
                let account = Account::open(context).await?;
                let found = account.find(package).await?;
                match found.body.state.as_str() {
                    "finalized" => {}
                    "new" => return Err(Problem::new(Exit::Failed, "the package is not finalized yet")),
                    state => return Err(Problem::new(Exit::Missing, format!("the package is {state}"))),
                }
                let holder = account.holder(&found);
                Ok(Opened { holder, package: found.body.id, name: found.body.name, retry_policy })
            }
        }
    }
}

impl Opened {
    /// The files of a page, and whether it is the last page. Pages are counted from 1.
    pub(super) async fn files(&self, page: usize) -> Outcome<(Vec<FileBody>, bool)> {
        let query = format!("page={page}&limit={PAGE}");
        let files = with_retries(self.retry_policy, || self.holder.files(&self.package, &query)).await;
        let files = files.map_err(|fault| Problem::of_fault(&fault))?;
        let is_last = files.len() < PAGE;
        Ok((files, is_last))
    }
}

/// The patterns of a command.
pub(super) fn patterns(only: &[String]) -> Outcome<Only> {
    Only::new("PATTERN", only).map_err(|error| Problem::usage(error.message()))
}

/// Fails if a pattern has matched none of all files.
pub(super) fn check_matches(only: &Only) -> Outcome<()> {
    only.unmatched().map_or(Ok(()), |what| Err(Problem::new(Exit::Missing, what)))
}

/// The whole name of a file in its package.
pub(super) fn full_name(file: &FileBody) -> String {
    if file.path.is_empty() { file.name.clone() } else { format!("{}/{}", file.path, file.name) }
}
