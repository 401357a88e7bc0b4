//! The timeline of a package, assembled from all tables that record something about it.

use std::collections::BTreeMap;

use domain::audit::AuditAction;
use domain::package::{Package, PackageState};
use store::timeline::{self, Move};
use store::{Connection, files, form_responses, links, packages};
use wire::ids::{FileId, PackageId, TeamId};
use wire::time::Time;
use wire::timeline::{Timeline, TimelineKind, TimelineRecord};

use crate::app::App;
use crate::auth::Caller;
use crate::auth::sight::sees_package;
use crate::error::{ApiError, ApiResult};

/// No more of each kind are shown; older entries are in the paged lists.
const MOST_OF_A_KIND: usize = 500;
const LIMIT: i64 = 500;

pub async fn of_package(app: &App, caller: &Caller, team_id: &TeamId, id: &PackageId) -> ApiResult<Timeline> {
    let mut snapshot = app.store.snapshot().await?;
    let access = caller.access_to(&mut snapshot, team_id).await?;
    let not_found = || ApiError::NotFound("package");
    let package = packages::in_team(&mut snapshot, team_id, id).await?.ok_or_else(not_found)?;
    if !sees_package(&mut snapshot, &access.membership, &package).await? {
        return Err(not_found());
    }
    let mut records = own_records(&package);
    records.extend(form(&mut snapshot, &package).await?);
    records.extend(timeline::mails(&mut snapshot, id, LIMIT).await?);
    records.extend(timeline::scans(&mut snapshot, id).await?);
    records.extend(timeline::transfers(&mut snapshot, id, LIMIT).await?);
    records.extend(timeline::deliveries(&mut snapshot, id, LIMIT).await?);
    records.extend(timeline::downloads(&mut snapshot, id, LIMIT).await?);
    records.extend(link_records(&mut snapshot, id).await?);
    let moves = timeline::moves(&mut snapshot, team_id, id, LIMIT).await?;
    records.extend(viruses(&mut snapshot, id, &moves).await?);
    records.extend(moved(&package, &moves));
    Ok(Timeline { records: newest_of_each(records) })
}

/// An entry about the package as a whole.
fn about(package: &Package, kind: TimelineKind, state: &str, at: Time) -> TimelineRecord {
    TimelineRecord {
        at,
        kind,
        state: state.to_owned(),
        title: None,
        detail: String::new(),
        count: None,
        actor: String::new(),
        id: package.id.to_string(),
    }
}

fn own_records(package: &Package) -> Vec<TimelineRecord> {
    let actor = package.sender.clone();
    let title = Some(package.name.clone());
    let created = about(package, TimelineKind::Created, "created", package.created_at);
    let mut records = vec![TimelineRecord { title, actor: actor.clone(), ..created }];
    if let Some(at) = package.finalized_at {
        let finalized = about(package, TimelineKind::Finalized, "finalized", at);
        records.push(TimelineRecord { count: Some(package.total_files), actor, ..finalized });
    }
    records
}

/// Filled in before the package was created, but listed after it.
async fn form(connection: &mut Connection, package: &Package) -> ApiResult<Option<TimelineRecord>> {
    let response = form_responses::of_package(connection, &package.id).await?;
    Ok(response.map(|response| TimelineRecord {
        title: Some(response.name),
        actor: package.sender.clone(),
        id: response.id.to_string(),
        ..about(package, TimelineKind::Form, "answered", response.created_at.max(package.created_at))
    }))
}

async fn link_records(connection: &mut Connection, package: &PackageId) -> ApiResult<Vec<TimelineRecord>> {
    let mut records = Vec::new();
    for link in links::newest_of_package(connection, package, LIMIT).await? {
        let is_locked = link.is_locked();
        let states = [
            ("created", Some(link.created_at)),
            ("locked", link.accessed_at.filter(|_| is_locked)),
            ("deleted", link.deleted_at),
        ];
        for (state, at) in states {
            records.extend(at.map(|at| TimelineRecord {
                at,
                kind: TimelineKind::Link,
                state: state.to_owned(),
                title: None,
                detail: String::new(),
                count: None,
                actor: link.email.clone().unwrap_or_default(),
                id: link.id.to_string(),
            }));
        }
    }
    Ok(records)
}

/// The audit record names the file by its id; its name is known as long as the file exists.
async fn viruses(connection: &mut Connection, package: &PackageId, moves: &[Move]) -> ApiResult<Vec<TimelineRecord>> {
    let found: Vec<(&Move, &str, FileId)> = moves.iter().filter_map(found_virus).collect();
    let ids: Vec<FileId> = found.iter().map(|(_, _, file)| file.clone()).collect();
    let stored = files::by_ids(connection, package, &ids).await?.into_iter();
    let names: BTreeMap<FileId, String> = stored.map(|file| (file.id.clone(), file.place.whole())).collect();
    let line = |(found, virus, file): (&Move, &str, FileId)| TimelineRecord {
        at: found.at,
        kind: TimelineKind::Scan,
        state: "infected".to_owned(),
        title: names.get(&file).cloned(),
        detail: virus.to_owned(),
        count: None,
        actor: String::new(),
        id: file.to_string(),
    };
    Ok(found.into_iter().map(line).collect())
}

fn found_virus(line: &Move) -> Option<(&Move, &str, FileId)> {
    let (virus, file) =
        line.detail.rsplit_once(" in file ").filter(|_| line.action == Some(AuditAction::VirusFound))?;
    Some((line, virus, file.parse().ok()?))
}

/// What was changed, ended or archived, and by whom. Archiving a whole list writes one audit entry that names no
/// package, so the package itself is checked, too.
fn moved(package: &Package, moves: &[Move]) -> Vec<TimelineRecord> {
    let line = |line: &Move| {
        let (kind, state) = kind_of(line.action?)?;
        Some(TimelineRecord { actor: line.email.clone(), ..about(package, kind, state, line.at) })
    };
    let mut records: Vec<TimelineRecord> = moves.iter().filter_map(line).collect();
    let newest = records.iter().find(|record| record.kind == TimelineKind::Archived);
    let said = newest.is_some_and(|record| record.state == "archived");
    match (package.state == PackageState::Archived, said) {
        (true, false) => records.push(about(package, TimelineKind::Archived, "archived", package.updated_at)),
        (false, true) => records.push(about(package, TimelineKind::Archived, "unarchived", package.updated_at)),
        _ => {}
    }
    records
}

fn kind_of(action: AuditAction) -> Option<(TimelineKind, &'static str)> {
    Some(match action {
        AuditAction::PackageUpdated => (TimelineKind::Changed, "details"),
        AuditAction::PackageExpiryChanged => (TimelineKind::Changed, "expiry"),
        AuditAction::PackageExpired => (TimelineKind::Expired, "expired"),
        AuditAction::PackageDeleted => (TimelineKind::Expired, "deleted"),
        AuditAction::PackageRestored => (TimelineKind::Changed, "restored"),
        AuditAction::PackageArchived => (TimelineKind::Archived, "archived"),
        AuditAction::PackageUnarchived => (TimelineKind::Archived, "unarchived"),
        _ => return None,
    })
}

/// Oldest first, without entries that are too old of their kind. Entries with the same time keep the order of their
/// kinds.
fn newest_of_each(mut records: Vec<TimelineRecord>) -> Vec<TimelineRecord> {
    records.sort_by(|one, other| (one.at, one.kind, &one.id).cmp(&(other.at, other.kind, &other.id)));
    let mut counts = BTreeMap::<TimelineKind, usize>::new();
    for record in &records {
        *counts.entry(record.kind).or_default() += 1;
    }
    let mut skipped = BTreeMap::<TimelineKind, usize>::new();
    records.retain(|record| {
        let (count, skipped) = (counts[&record.kind], skipped.entry(record.kind).or_default());
        let is_kept = *skipped + MOST_OF_A_KIND >= count;
        *skipped += usize::from(!is_kept);
        is_kept
    });
    records
}
