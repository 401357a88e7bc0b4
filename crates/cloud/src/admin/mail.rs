//! `tonnage admin mail`

use anyhow::Context as _;
use store::mails;
use wire::ids::MailId;

use crate::foundation::Foundation;
use crate::mail::Content;
use crate::vault::Column;

const MOST_SHOWN: i64 = 200;

#[derive(clap::Subcommand)]
pub enum MailCommand {
    /// List the newest emails
    List,
    /// Print one email, including its links
    Show { mail_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: MailCommand) -> anyhow::Result<()> {
    match command {
        MailCommand::List => list(foundation).await,
        MailCommand::Show { mail_id } => show(foundation, &mail_id).await,
    }
}

async fn list(foundation: &Foundation) -> anyhow::Result<()> {
    for mail in mails::latest(&mut *foundation.store.read().await?, MOST_SHOWN).await? {
        let error = mail.last_error.map(|error| format!("  {error}")).unwrap_or_default();
        say!("{}  {}  {:9}  {}  {}{error}", mail.id, mail.created_at, mail.state.shown(), mail.kind, mail.recipient);
    }
    Ok(())
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
