//! `rm` deletes packages, and `extend` changes how long one is kept.

use clap::Args;
use serde_json::json;
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
    /// Ids of packages, as shown by ls
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
        let ids = self.ids.iter().map(|id| package_id(id)).collect::<Outcome<Vec<_>>>()?;
        let account = Account::open(&context).await?;
        // All are looked up first: a wrong id must not leave half of the work done.
        let mut all = Vec::new();
        for id in &ids {
            all.push(context.unless_interrupted(account.find(id)).await?);
        }
        for found in &all {
            let body = &found.body;
            let sum = format!("{}, {}", files(body.total_files), size(body.size));
            context.talk.say(&format!("{}  {}  ({sum})", body.id, body.name));
        }
        if self.dry_run {
            context.talk.say("nothing was deleted");
        } else {
            self.confirm(&all, &context)?;
        }
        let mut deleted = Vec::new();
        for found in all {
            if !self.dry_run {
                account.holder(&found).delete_package(&found.body.id).await?;
                context.talk.say(&format!("deleted {}", found.body.id));
            }
            deleted.push(found.body.id);
        }
        context.talk.document(&json!({ "deleted": deleted, "dry_run": self.dry_run }));
        Ok(Exit::Done)
    }

    fn confirm(&self, all: &[Found], context: &Context) -> Outcome<()> {
        if self.yes {
            return Ok(());
        }
        if !prompt::can_ask() {
            return Err(Problem::usage("rm asks before it deletes, and there is no terminal").next("pass --yes"));
        }
        let what = if all.len() == 1 { "this package".to_owned() } else { format!("these {} packages", all.len()) };
        let answer = prompt::line(&format!("Delete {what}? [y/N] "), Echo::On, &context.interrupt)?;
        if matches!(answer.trim(), "y" | "Y" | "yes") {
            return Ok(());
        }
        Err(Problem::new(Exit::Failed, "nothing was deleted"))
    }
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent extend PACKAGE_ID 14d          # 14 days from now\n  \
    tonnage-agent extend PACKAGE_ID 2026-12-24   # until the end of that day\n  \
    tonnage-agent extend PACKAGE_ID never")]
pub struct Extend {
    /// Id of the package, as shown by ls
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
