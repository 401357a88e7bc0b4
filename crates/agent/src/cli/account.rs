//! The account of commands that call the server themselves, instead of letting an agent do so.

use client::{Client, ClientError};
use serving::secret::Secret;
use wire::auth::{OwnTeam, WhoAmI};
use wire::error::ErrorCode;
use wire::ids::{PackageId, TeamId};
use wire::packages::PackageBody;

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use crate::kept_session::KeptSession;
use crate::options::Options;

pub(super) struct Account {
    pub(super) cloud: Client,
    pub(super) who: WhoAmI,
}

/// A package and the Team that it belongs to.
pub(super) struct Found {
    pub(super) team: TeamId,
    pub(super) body: PackageBody,
}

impl Account {
    /// The account of the API key or, without a key, of the user who signed in.
    pub(super) async fn open(context: &Context) -> Outcome<Self> {
        let cloud = client(&context.options)?;
        let who = context.unless_interrupted(async { Ok(cloud.who_am_i().await?) }).await?;
        Ok(Self { cloud, who })
    }

    /// The Teams to look in: the given one, or all.
    pub(super) fn teams(&self, given: Option<&TeamId>) -> Outcome<Vec<&OwnTeam>> {
        let teams: Vec<_> =
            self.who.teams.iter().filter(|own| given.is_none_or(|given| *given == own.team.id)).collect();
        match (teams.is_empty(), given) {
            (false, _) => Ok(teams),
            (true, Some(given)) => Err(Problem::usage(format!("--team-id: {given} is not one of your Teams"))),
            (true, None) => Err(Problem::new(Exit::Access, "the account does not belong to a Team")),
        }
    }

    /// Looks for the package in all Teams of the account.
    pub(super) async fn find(&self, package: &PackageId) -> Outcome<Found> {
        for own in self.teams(None)? {
            match self.cloud.package(&own.team.id, package).await {
                Ok(body) => return Ok(Found { team: own.team.id.clone(), body }),
                Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::NotFound => {}
                Err(error) => return Err(error.into()),
            }
        }
        let what = format!("there is no package {package}, or your account may not see it");
        Err(Problem::new(Exit::Missing, what).next("see tonnage-agent ls"))
    }

    /// The caller who may change this package.
    pub(super) fn holder(&self, found: &Found) -> Client {
        self.cloud.with_package_token(&found.body.access_token)
    }
}

fn client(options: &Options) -> Outcome<Client> {
    let server = options.cloud_url.as_str();
    let cloud = Client::new(server)?;
    if !options.api_key.is_empty() {
        return Ok(cloud.with_api_key(options.api_key.expose()));
    }
    let token: Option<Secret> = KeptSession::new(&options.state_dir, server).read().map(|kept| kept.token);
    if let Some(token) = token {
        return Ok(cloud.with_user_token(token.expose()));
    }
    let what = "this command needs an API key, even if a running agent has one";
    Err(Problem::new(Exit::Access, what).next("pass one with --api-key-file or API_KEY"))
}
