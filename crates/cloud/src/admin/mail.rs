//! `tonnage admin mail` and `tonnage mail test`

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::account::EmailAddress;
use serde_json::{Value, json};
use store::mails::{self, MailRow};
use wire::ids::MailId;

use crate::clock::Clock;
use crate::config::Config;
use crate::foundation::Foundation;
use crate::ids::Ids;
use crate::mail::{Content, Mailer};
use crate::vault::Column;

const MOST_SHOWN: i64 = 200;

#[derive(clap::Subcommand)]
pub enum MailCommand {
    /// List the newest emails
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print one email, including its links
    Show { mail_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: MailCommand) -> anyhow::Result<()> {
    match command {
        MailCommand::List { json } => list(foundation, json).await,
        MailCommand::Show { mail_id } => show(foundation, &mail_id).await,
    }
}

async fn list(foundation: &Foundation, json: bool) -> anyhow::Result<()> {
    let mails = mails::latest(&mut *foundation.store.read().await?, MOST_SHOWN).await?;
    if json {
        say!("{}", json!({ "mails": mails.iter().map(as_json).collect::<Vec<_>>() }));
        return Ok(());
    }
    for mail in mails {
        let error = mail.last_error.map(|error| format!("  {error}")).unwrap_or_default();
        say!("{}  {}  {:9}  {}  {}{error}", mail.id, mail.created_at, mail.state.shown(), mail.kind, mail.recipient);
    }
    Ok(())
}

fn as_json(mail: &MailRow) -> Value {
    json!({
        "id": mail.id, "kind": mail.kind, "state": mail.state.shown(), "recipient": mail.recipient,
        "team_id": mail.team_id, "created_at": mail.created_at, "last_error": mail.last_error,
    })
}

async fn show(foundation: &Foundation, mail_id: &str) -> anyhow::Result<()> {
    let unknown = || format!("there is no email {mail_id}; `tonnage admin mail list` shows them");
    let id: MailId = mail_id.parse().with_context(unknown)?;
    let mail = mails::by_id(&mut *foundation.store.read().await?, &id).await?.with_context(unknown)?;
    let content: Content =
        serde_json::from_slice(&foundation.vault.open_sealed(Column::MailContent, id.as_str(), &mail.content)?)?;
    say!("To: {}\nSubject: {}\n\n{}", mail.recipient, content.subject, content.text);
    Ok(())
}

/// `tonnage mail test`: sends one mail, and says what came of it. It needs no database.
pub async fn test_mail(config: &Config, recipient: &str) -> anyhow::Result<ExitCode> {
    let recipient = EmailAddress::parse("the recipient", recipient)?;
    let mailer = Mailer::new(&config.mail)?;
    let trial = mailer.test(&Ids::new(Clock::System).next(), recipient.as_str()).await?;
    if !trial.is_accepted {
        bail!(trial.report);
    }
    say!("{}", trial.report);
    Ok(ExitCode::SUCCESS)
}
