//! `link`: creates a download link of a package.

use clap::Args;
use serde_json::json;
use wire::links::CreateLink;
use wire::time::OptionalTime;

use super::package_id;
use crate::cli::Context;
use crate::cli::account::Account;
use crate::cli::exit::Exit;
use crate::cli::moments::End;
use crate::cli::problem::Outcome;
use crate::cli::secrets::{PasswordFlags, Purpose};
use crate::cli::talk::TalkFlags;
use crate::link_address::link_address;
use crate::once::once;

#[derive(Args)]
pub struct CreateLinkOf {
    /// ID of the package, as shown by ls
    #[arg(value_name = "PACKAGE_ID")]
    id: String,
    /// Send the link to this address instead of printing it
    #[arg(long, value_name = "EMAIL")]
    email: Option<String>,
    #[command(flatten)]
    password: PasswordFlags,
    /// When the link expires, such as 12h, 14d or 2026-12-24 [default: with the package]
    #[arg(long, value_name = "END", value_parser = End::parse)]
    expires: Option<End>,
    /// How many downloads may be started with the link
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(1..))]
    max_downloads: Option<i64>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl CreateLinkOf {
    pub(in crate::cli) async fn run(self, context: Context) -> Outcome<Exit> {
        let id = package_id(&self.id)?;
        let request = CreateLink {
            email: self.email,
            password: self.password.read(Purpose::Protect, &context.interrupt)?,
            access_limit: self.max_downloads,
            active: None,
            expiry: OptionalTime(self.expires.and_then(End::time)),
        };
        let account = Account::open(&context).await?;
        let found = context.unless_interrupted(account.find(&id)).await?;
        let holder = account.holder(&found);
        let link = once(&holder, |holder| {
            let (id, request) = (&id, &request);
            async move { holder.create_link(id, request).await }
        });
        let link = link.await?;
        let address = |secret: &String| link_address(&context.options.cloud_url, &link.id, secret);
        let url = link.download_secret.as_ref().map(address);
        match &url {
            Some(url) => context.talk.print(url),
            None => context.talk.say(&format!("the link is sent by email to {}", link.email)),
        }
        context.talk.document(&json!({
            "link_id": link.id, "url": url, "email": link.email, "expires_at": link.expiry.0,
        }));
        Ok(Exit::Done)
    }
}
