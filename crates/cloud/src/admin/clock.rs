//! `tonnage admin clock`

use store::pulse;

use crate::foundation::Foundation;

#[derive(clap::Subcommand)]
pub enum ClockCommand {
    /// Show the time of this machine, and the newest time that a server trusted
    Show,
    /// Accept the time of this machine: packages expire by it again, and content is removed
    Accept,
}

pub(super) async fn run(foundation: &Foundation, command: ClockCommand) -> anyhow::Result<()> {
    let now = foundation.clock.now();
    match command {
        ClockCommand::Show => {
            let seen = pulse::read(&mut *foundation.store.read().await?).await?.seen_at;
            say!("this machine   {now}");
            say!("last trusted   {}", seen.map_or_else(|| "never".to_owned(), |seen| seen.to_string()));
        }
        ClockCommand::Accept => {
            let mut tx = foundation.store.begin().await?;
            pulse::accept(&mut tx, now).await?;
            tx.commit().await?;
            say!("{now} is accepted: running servers follow within seconds");
        }
    }
    Ok(())
}
