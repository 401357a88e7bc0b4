//! `rm` deletes packages, and `extend` changes how long one is kept.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::json;
use serving::terminal::plain_line;
use wire::error::ErrorCode;
use wire::ids::PackageId;
use wire::packages::ChangeExpiry;
use wire::time::OptionalTime;

use super::{Shown, files, package_id, size};
use crate::cli::account::{Account, Found};
use crate::cli::exit::Exit;
use crate::cli::moments::End;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::prompt::{self, Echo};
use crate::cli::talk::TalkFlags;
use crate::cli::{Context, moments};

#[derive(Args)]
pub struct Rm {
    /// IDs of packages, as shown by ls
    #[arg(value_name = "PACKAGE_ID", required = true)]
    ids: Vec<String>,
    /// Delete without asking
    #[arg(short, long)]
    yes: bool,
    /// Show what would be deleted, without deleting it
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Rm {
    pub(in crate::cli) async fn run(self, context: Context) -> Outcome<Exit> {
        let ids = self.ids.iter().map(|id| package_id(id)).collect::<Outcome<BTreeSet<_>>>()?;
        let account = Account::open(&context).await?;
        // All are looked up first: a wrong id must not leave half of the work done.
        let mut wanted = Vec::new();
        for id in &ids {
            let found = context.unless_interrupted(account.find(id)).await?;
            if matches!(found.body.state.as_str(), "new" | "finalized") {
                wanted.push(found);
            } else {
                context.talk.say(&format!("{id} has already ended: it is {}", found.body.state));
            }
        }
        if wanted.is_empty() {
            context.talk.say("there is nothing to delete");
        } else if self.dry_run || self.yes {
            context.talk.say(&list(&wanted));
        } else {
            confirm(&wanted, &context)?;
        }
        let (mut deleted, mut failure) = (Vec::new(), None);
        for found in wanted {
            let id = found.body.id.clone();
            if !self.dry_run {
                match delete(&account, &found, &context).await {
                    Ok(()) => context.talk.say(&format!("deleted {id}")),
                    Err(problem) if problem.code == Some(ErrorCode::WrongState) => {
                        context.talk.say(&format!("{id} has already ended"));
                        continue;
                    }
                    Err(problem) => {
                        failure = Some(problem);
                        break;
                    }
                }
            }
            deleted.push(id);
        }
        if self.dry_run {
            context.talk.say("nothing was deleted");
        }
        match failure {
            None => {
                context.talk.document(&json!({ "deleted": deleted, "dry_run": self.dry_run }));
                Ok(Exit::Done)
            }
            Some(problem) if deleted.is_empty() => Err(problem),
            Some(problem) => {
                let deleted: Vec<&str> = deleted.iter().map(PackageId::as_str).collect();
                let what = format!("{}\n  already deleted: {}", problem.what, deleted.join(" "));
                let exit = if problem.exit == Exit::Interrupted { problem.exit } else { Exit::PartlyDone };
                Err(Problem { exit, what, ..problem })
            }
        }
    }
}

/// Is not interrupted once it has begun: then nobody would know whether the package was deleted.
async fn delete(account: &Account, found: &Found, context: &Context) -> Outcome<()> {
    if context.interrupt.is_cancelled() {
        return Err(Problem::new(Exit::Interrupted, "interrupted: the other packages were not deleted"));
    }
    Ok(account.holder(found).delete_package(&found.body.id).await?)
}

fn list(packages: &[Found]) -> String {
    let line = |Found { body, .. }: &Found| {
        let sum = format!("{}, {}", files(body.total_files), size(body.size));
        format!("{}  {}  ({sum})", body.id, plain_line(&body.name))
    };
    packages.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn confirm(packages: &[Found], context: &Context) -> Outcome<()> {
    if !prompt::can_ask() {
        return Err(Problem::usage("rm asks before it deletes, and there is no terminal").next("pass --yes"));
    }
    let what = match packages.len() {
        1 => "this package".to_owned(),
        count => format!("these {count} packages"),
    };
    let question = format!("{}\nDelete {what}? [y/N] ", list(packages));
    let answer = prompt::line(&question, Echo::On, &context.interrupt)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(());
    }
    Err(Problem::new(Exit::Failed, "nothing was deleted"))
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent extend PACKAGE_ID 14d          # 14 days from now\n  \
    tonnage-agent extend PACKAGE_ID 2026-12-24   # until the end of that day\n  \
    tonnage-agent extend PACKAGE_ID never")]
pub struct Extend {
    /// ID of the package, as shown by ls
    #[arg(value_name = "PACKAGE_ID")]
    id: String,
    /// How long to keep it from now, such as 12h, 14d or 2w; or a day; or `never` to keep it for good
    #[arg(value_name = "END", value_parser = End::parse)]
    end: End,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Extend {
    pub(in crate::cli) async fn run(self, context: Context) -> Outcome<Exit> {
        let id = package_id(&self.id)?;
        let account = Account::open(&context).await?;
        let change = async {
            let found = account.find(&id).await?;
            let end = self.end.time();
            let request = ChangeExpiry { expiry: OptionalTime(end), unlimited_storage: Some(end.is_none()) };
            let body = account.holder(&found).change_expiry(&id, &request).await?;
            Ok(Shown::of(&found.team, body))
        };
        let package = context.unless_interrupted(change).await?;
        let until = package
            .expires_at
            .map_or_else(|| "it never expires".to_owned(), |end| format!("it expires on {}", moments::shown(end)));
        context.talk.say(&format!("{}: {until}", package.name));
        context.talk.document(&package);
        Ok(Exit::Done)
    }
}
