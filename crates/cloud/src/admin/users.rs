//! `tonnage admin user`

use anyhow::Context as _;
use domain::account::EmailAddress;
use domain::audit::AuditAction;
use serde_json::{Value, json};
use store::StoreError;
use store::audit::{self, AuditEntry};
use store::one_time_tokens::{self, Purpose};
use store::users::{self, User};

use crate::credentials::random;
use crate::foundation::Foundation;
use crate::secret::Secret;

#[derive(clap::Subcommand)]
pub enum UserCommand {
    /// List all users
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a user a new initial password, to be changed at the next sign-in
    ResetPassword { email: String },
    /// Change the email address of a user without a confirmation link, for servers that cannot send email
    ChangeEmail { email: String, new_email: String },
    /// Turn off two-factor authentication for a user who lost the device and the recovery codes
    RemoveSecondFactor { email: String },
}

pub(super) async fn run(foundation: &Foundation, command: UserCommand) -> anyhow::Result<()> {
    match command {
        UserCommand::List { json } => list(foundation, json).await,
        UserCommand::ResetPassword { email } => {
            let password = random::secret("");
            let hash = foundation.passwords.hash(&Secret::new(password.as_str())).await?;
            change(foundation, &email, AuditAction::PasswordReset, |user| User {
                password_hash: Some(hash),
                password_change_required: true,
                session_epoch: user.session_epoch + 1,
                ..user
            })
            .await?;
            say!("new password of {email}: {password}   (change it at the next sign-in)");
            Ok(())
        }
        UserCommand::ChangeEmail { email, new_email } => {
            let new_email = EmailAddress::parse("new_email", &new_email)?.as_str().to_owned();
            let address = new_email.clone();
            change(foundation, &email, AuditAction::EmailChanged, |user| User { email: address, ..user }).await?;
            say!("{email} now signs in as {new_email}");
            Ok(())
        }
        UserCommand::RemoveSecondFactor { email } => {
            change(foundation, &email, AuditAction::SecondFactorOff, |user| User {
                mfa_secret: None,
                mfa_confirmed_at: None,
                mfa_last_step: 0,
                ..user
            })
            .await?;
            say!("{email} can now sign in without a second factor");
            Ok(())
        }
    }
}

async fn list(foundation: &Foundation, json: bool) -> anyhow::Result<()> {
    let users = users::all(&mut *foundation.store.read().await?).await?;
    if json {
        say!("{}", json!({ "users": users.iter().map(as_json).collect::<Vec<_>>() }));
        return Ok(());
    }
    for user in users {
        let second_factor = if user.has_second_factor() { "second factor" } else { "-" };
        say!("{}  {:13}  {}  {}", user.id, second_factor, user.email, user.name);
    }
    Ok(())
}

fn as_json(user: &User) -> Value {
    json!({
        "id": user.id, "email": user.email, "name": user.name, "time_zone": user.time_zone,
        "has_password": user.password_hash.is_some(), "has_second_factor": user.has_second_factor(),
        "password_change_required": user.password_change_required, "primary_team_id": user.primary_team_id,
        "created_at": user.created_at,
    })
}

async fn change(
    foundation: &Foundation,
    email: &str,
    action: AuditAction,
    decide: impl FnOnce(User) -> User,
) -> anyhow::Result<()> {
    let mut tx = foundation.store.begin().await?;
    let user = users::by_email(&mut tx, &email.trim().to_lowercase()).await?;
    let user = user.with_context(|| format!("there is no user {email}; `tonnage admin user list` shows all"))?;
    let former = (user.password_hash.clone(), user.email.clone());
    let user = decide(user);
    users::update(&mut tx, &user).await.map_err(|error| match error {
        StoreError::Duplicate(_) => anyhow::anyhow!("{} belongs to another account", user.email),
        other => other.into(),
    })?;
    if (&user.password_hash, &user.email) != (&former.0, &former.1) {
        for purpose in [Purpose::Reset, Purpose::Email] {
            one_time_tokens::revoke_all(&mut tx, purpose, &user.id).await?;
        }
    }
    if !user.has_second_factor() {
        users::replace_recovery_codes(&mut tx, &user.id, &[]).await?;
    }
    let entry = AuditEntry::by_operator(foundation.clock.now(), action, user.id.as_str());
    audit::append(&mut tx, &user.primary_team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}
