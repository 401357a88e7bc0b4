//! `tonnage admin audit`

use std::process::ExitCode;

use serde_json::{Value, json};
use store::audit::{Verdict, verify};
use store::teams;
use wire::ids::TeamId;

use crate::foundation::Foundation;

#[derive(clap::Subcommand)]
pub enum AuditCommand {
    /// Verify the hash chain of every Team's audit log
    Verify {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn run(foundation: &Foundation, command: &AuditCommand) -> anyhow::Result<ExitCode> {
    let AuditCommand::Verify { json } = command;
    let mut connection = foundation.store.snapshot().await?;
    let (mut is_all_intact, mut records) = (true, Vec::new());
    for team in teams::all(&mut connection).await? {
        let verdict = verify(&mut connection, &team.id).await?;
        let (is_intact, finding) = finding(&verdict, foundation.vault.has_keyed_record());
        is_all_intact &= is_intact;
        if *json {
            records.push(as_json(&team.id, &verdict, is_intact, &finding));
        } else {
            say!("{}  {finding}", team.id);
        }
    }
    if *json {
        say!("{}", json!({ "is_intact": is_all_intact, "records": records }));
    }
    Ok(if is_all_intact { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn as_json(team: &TeamId, verdict: &Verdict, is_intact: bool, finding: &str) -> Value {
    let (entries, keyed_from, broken_at) = match verdict {
        Verdict::Whole { entries, keyed_from } => (Some(*entries), *keyed_from, None),
        Verdict::Broken { sequence } => (None, None, Some(*sequence)),
    };
    json!({
        "team_id": team, "is_intact": is_intact, "entries": entries, "keyed_from": keyed_from, "broken_at": broken_at,
        "finding": finding,
    })
}

/// Whether a record is as it should be, in words. Once this installation has had a key, a record without one was tampered
/// with.
fn finding(verdict: &Verdict, has_keyed_record: bool) -> (bool, String) {
    match verdict {
        Verdict::Broken { sequence } => (false, format!("BROKEN at entry {sequence}")),
        Verdict::Whole { keyed_from: None, .. } if has_keyed_record => {
            (false, "BROKEN: its key was removed, so its entries prove nothing".to_owned())
        }
        Verdict::Whole { entries, keyed_from } => {
            let unkeyed = keyed_from.map_or(*entries, |first| first - 1);
            let part = match unkeyed {
                0 => String::new(),
                1 => "; entry 1 is from before the record had a key".to_owned(),
                last => format!("; entries 1 to {last} are from before the record had a key"),
            };
            (true, format!("intact, {entries} entries{part}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use store::audit::Verdict;

    use super::finding;

    #[test]
    fn the_part_without_a_key_is_named() {
        let whole = |entries, keyed_from| Verdict::Whole { entries, keyed_from };
        for (verdict, has_keyed_record, expected) in [
            (whole(3, Some(1)), true, (true, "intact, 3 entries")),
            (whole(3, Some(2)), true, (true, "intact, 3 entries; entry 1 is from before the record had a key")),
            (whole(9, Some(6)), true, (true, "intact, 9 entries; entries 1 to 5 are from before the record had a key")),
            (whole(9, None), false, (true, "intact, 9 entries; entries 1 to 9 are from before the record had a key")),
            (whole(9, None), true, (false, "BROKEN: its key was removed, so its entries prove nothing")),
            (Verdict::Broken { sequence: 4 }, true, (false, "BROKEN at entry 4")),
        ] {
            let (is_intact, text) = finding(&verdict, has_keyed_record);
            assert_eq!((is_intact, text.as_str()), expected, "{verdict:?}");
        }
    }
}
