//! Builds the API's representation of packages.

use std::collections::HashMap;

use domain::channel::{Channel, Topic};
use domain::link::Link;
use domain::package::{Package, PackageState};
use domain::package_token::Level;
use store::{Connection, StoreResult, ended_packages, links, tags, teamspaces};
use wire::ids::{PackageId, TagId, TeamspaceId};
use wire::links::LinkBody;
use wire::packages::{PackageBody, PackageExtras, ProgressChannel, TagReference, TeamspaceReference};
use wire::time::Time;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::credentials::IssuedTo;
use crate::error::ApiResult;
use crate::operations::bodies::{distinct, mask};
use crate::operations::channels::progress_channel;

/// How many links of each package a list shows.
const LINKS_LISTED: u8 = 100;

/// The reader of a package.
#[derive(Clone, Copy)]
pub enum Viewer<'a> {
    /// The member who just created it: gets a full token, and may report progress.
    Creator(&'a IssuedTo),
    /// A member of the Team: gets a full token.
    Member(&'a IssuedTo),
    /// A Portal's visitor who just created it, with the token that uploads to it.
    Uploader(&'a str),
    /// The bearer of a package token, who gets the same token again, not a stronger one.
    Holder(&'a PackageHolder),
}

impl Viewer<'_> {
    const fn may_publish(self) -> bool {
        match self {
            Self::Creator(_) | Self::Uploader(_) => true,
            Self::Member(_) => false,
            Self::Holder(holder) => matches!(holder.grant.level, Level::Upload),
        }
    }

    const fn member(&self) -> Option<&IssuedTo> {
        match self {
            Self::Creator(member) | Self::Member(member) => Some(member),
            // A member who sends through a Portal needs no more rights than a visitor.
            Self::Uploader(_) => None,
            Self::Holder(holder) if matches!(holder.grant.level, Level::Upload) => None,
            Self::Holder(holder) => holder.grant.issued_to.as_ref(),
        }
    }

    /// Visitors who upload do not learn who else receives what.
    const fn sees_recipients(self) -> bool {
        match self {
            Self::Creator(_) | Self::Member(_) => true,
            Self::Uploader(_) => false,
            Self::Holder(holder) => matches!(holder.grant.level, Level::Full),
        }
    }
}

pub async fn one(
    app: &App,
    connection: &mut Connection,
    package: Package,
    viewer: Viewer<'_>,
) -> ApiResult<PackageBody> {
    let package = package.at(app.trusted_time());
    let links = links::of_package(connection, &package.id).await?;
    let surroundings = Surroundings::of(connection, std::slice::from_ref(&package), links).await?;
    surroundings.body(app, package, viewer)
}

pub async fn many(
    app: &App,
    connection: &mut Connection,
    packages: Vec<Package>,
    member: &IssuedTo,
) -> ApiResult<Vec<PackageBody>> {
    let now = app.trusted_time();
    let packages: Vec<Package> = packages.into_iter().map(|package| package.at(now)).collect();
    let ids: Vec<PackageId> = packages.iter().map(|package| package.id.clone()).collect();
    let links = links::first_of_packages(connection, &ids, i64::from(LINKS_LISTED) + 1).await?;
    let mut surroundings = Surroundings::of(connection, &packages, links).await?;
    surroundings.shorten_links(connection).await?;
    packages.into_iter().map(|package| surroundings.body(app, package, Viewer::Member(member))).collect()
}

/// Data from other tables, read once for all packages of a page.
struct Surroundings {
    links: HashMap<PackageId, Vec<Link>>,
    /// How many are left out, for packages with more than a list shows.
    more_links: HashMap<PackageId, i64>,
    tags: HashMap<TagId, TagReference>,
    teamspaces: HashMap<TeamspaceId, String>,
    restorable_until: HashMap<PackageId, Time>,
}

impl Surroundings {
    async fn of(connection: &mut Connection, packages: &[Package], found: Vec<Link>) -> StoreResult<Self> {
        let mut links = HashMap::<PackageId, Vec<Link>>::new();
        for link in found {
            links.entry(link.package_id.clone()).or_default().push(link);
        }
        let is_over = |package: &&Package| matches!(package.state, PackageState::Expired | PackageState::Archived);
        let ended: Vec<PackageId> = packages.iter().filter(is_over).map(|package| package.id.clone()).collect();
        let named = distinct(packages.iter().filter_map(|package| package.tag_id.clone()));
        let tags = tags::named(connection, &named).await?;
        let named = distinct(packages.iter().filter_map(|package| package.teamspace_id.clone()));
        let teamspaces = teamspaces::named(connection, &named).await?;
        Ok(Self {
            links,
            more_links: HashMap::new(),
            tags: tags.into_iter().map(|tag| (tag.id.clone(), tag)).collect(),
            teamspaces: teamspaces.into_iter().collect(),
            restorable_until: ended_packages::restorable_until(connection, &ended).await?.into_iter().collect(),
        })
    }

    /// A page of packages stays short, however many links they have.
    async fn shorten_links(&mut self, connection: &mut Connection) -> StoreResult<()> {
        let is_long = |links: &&mut Vec<Link>| links.len() > usize::from(LINKS_LISTED);
        for links in self.links.values_mut().filter(is_long) {
            links.truncate(LINKS_LISTED.into());
            let package = &links[0].package_id;
            let all = links::count_with_deleted(connection, package).await?;
            self.more_links.insert(package.clone(), all.saturating_sub(LINKS_LISTED.into()));
        }
        Ok(())
    }

    fn body(&self, app: &App, package: Package, viewer: Viewer<'_>) -> ApiResult<PackageBody> {
        let now = app.trusted_time();
        let links = self.links.get(&package.id).map_or(&[][..], Vec::as_slice);
        let links = if viewer.sees_recipients() { links } else { &[] };
        let access_token = match viewer {
            Viewer::Holder(holder) => holder.token.clone(),
            Viewer::Uploader(token) => token.to_owned(),
            Viewer::Creator(member) | Viewer::Member(member) => {
                app.package_tokens.full(package.id.clone(), member.clone(), app.ids.next(), now)?
            }
        };
        let teamspace = TeamspaceReference {
            name: package.teamspace_id.as_ref().and_then(|id| self.teamspaces.get(id).cloned()),
            id: package.teamspace_id.clone(),
        };
        Ok(PackageBody {
            links: links.iter().map(|link| link_body(link, &package, app.trusted_time())).collect(),
            progress_channels: progress_channels(app, &package, viewer, now)?,
            access_token,
            tag: package.tag_id.as_ref().and_then(|id| self.tags.get(id).cloned()),
            teamspace_id: package.teamspace_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            teamspace,
            state: package.state.as_str().to_owned(),
            recipients: if viewer.sees_recipients() { package.recipients } else { Vec::new() },
            usage_updated_at: package.usage_updated_at.into(),
            expiry: package.expiry.time().into(),
            unlimited_storage: package.expiry.time().is_none(),
            extra_storage: package.extra_storage.is_used,
            extra_storage_updated_at: package.extra_storage.updated_at.into(),
            extra_storage_days: package.extra_storage.days,
            extras: PackageExtras {
                storage_id: package.storage_id,
                restorable_until: self.restorable_until.get(&package.id).copied(),
                more_links: self.more_links.get(&package.id).copied().filter(|_| viewer.sees_recipients()),
            },
            password: mask(package.password_hash.is_some()),
            portal_id: package.portal_id.map(|id| id.to_string()),
            id: package.id,
            name: package.name,
            description: package.description,
            sender: package.sender,
            size: package.size,
            total_files: package.total_files,
            created_at: package.created_at,
            updated_at: package.updated_at,
            usage_total_bytes: package.usage_total_bytes,
            custom_expiry: package.custom_expiry,
            access_limit: package.access_limit,
            contains_virus: package.contains_virus,
            custom_metadata_id: package.custom_metadata_id,
            chunk_size: package.chunk_size,
        })
    }
}

/// The channel that applies in the package's state, if there is one.
fn progress_channels(app: &App, package: &Package, viewer: Viewer<'_>, now: Time) -> ApiResult<Vec<ProgressChannel>> {
    let topic = match package.state {
        PackageState::New => Topic::Upload,
        PackageState::Finalized => Topic::Zip,
        PackageState::Expired | PackageState::Archived => return Ok(Vec::new()),
    };
    let may_publish = viewer.may_publish() && topic == Topic::Upload;
    let channel = Channel { package_id: package.id.clone(), topic };
    Ok(vec![progress_channel(app, &channel, may_publish, viewer.member(), now)?])
}

pub fn link_body(link: &Link, package: &Package, now: Time) -> LinkBody {
    LinkBody {
        id: link.id.clone(),
        access_limit: link.access_limit,
        access_limit_enabled: link.access_limit_enabled,
        active: link.check_usable(package, now).is_ok(),
        email: link.email.clone().unwrap_or_else(|| package.sender.clone()),
        expiry: link.ends_at(package).into(),
        password: mask(link.password_hash.is_some()),
        accessed_at: link.accessed_at.into(),
        created_at: Some(link.created_at).into(),
        usage_updated_at: link.usage_updated_at.into(),
        recipient_notified: link.notified_at.map(|time| time.to_string()).unwrap_or_default(),
        unlimited_storage: link.ends_at(package).is_none(),
        download_secret: None,
    }
}
