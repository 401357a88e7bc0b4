//! Records of what happened: the audit chain, activities, shared counters.

use cloud::clock::Clock;
use cloud::config::Config;
use cloud::foundation::Foundation;
use domain::audit::AuditAction;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::audit::{self, AuditEntry, AuditFilter, Verdict, verify};
use store::conditions::Period;
use store::{DatabaseAddress, PoolLimits, Store, StoreError, rate_limits};
use testkit::{PASSWORD, Person, TestCloud};
use wire::api_keys::WriteApiKey;
use wire::ids::ActivityId;
use wire::teams::UpdateTeam;
use wire::users::{ChangeEmail, ChangePassword};

use super::former_keys::forget_that_records_are_keyed;

async fn verdict(cloud: &TestCloud, owner: &Person) -> Verdict {
    verify(&mut cloud.app().store.snapshot().await.unwrap(), &owner.team_id).await.unwrap()
}

/// A record that had a key from its beginning.
const fn whole(entries: i64) -> Verdict {
    Verdict::Whole { entries, keyed_from: Some(1) }
}

async fn set_name(owner: &Person, name: &str) {
    let change = UpdateTeam { name: Some(name.into()), ..UpdateTeam::default() };
    owner.client.update_team(&owner.team_id, &change).await.unwrap();
}

#[tokio::test]
async fn every_change_is_recorded_in_one_chain() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    assert_eq!(verdict(&cloud, &owner).await, whole(2), "made, and signed in");
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    set_name(&owner, "Film \u{1f3ac} \"quoted\" \\").await;
    let created = owner.client.create_api_key(&owner.team_id, &WriteApiKey::named("ci")).await.unwrap().api_key;
    owner.client.switch_api_key(&created.id, "inactive").await.unwrap();
    owner.client.delete_api_key(&created.id).await.unwrap();
    owner.client.remove_member(&admin.membership_id).await.unwrap();
    let change = ChangeEmail { email: "new@example.org".into(), password: PASSWORD.into() };
    owner.client.change_email(&owner.user_id, &change).await.unwrap();
    let change = ChangePassword { current_password: PASSWORD.into(), new_password: format!("{PASSWORD}!") };
    owner.client.change_password(&owner.user_id, &change).await.unwrap();
    assert_eq!(verdict(&cloud, &owner).await, whole(12));
}

#[tokio::test]
async fn tampering_is_found() {
    let cloud = TestCloud::start().await;
    let columns = "at, actor, credential, address, action, object, detail, hash";
    let copied = |from: i64, to: i64| {
        format!(
            "INSERT INTO audit_entries (team_id, sequence, {columns})
             SELECT team_id, {to}, {columns} FROM audit_entries WHERE team_id = 'TEAM' AND sequence = {from}"
        )
    };
    let statements = [
        ("UPDATE audit_entries SET detail = 'x' WHERE team_id = 'TEAM' AND sequence = 2".to_owned(), 2),
        ("UPDATE audit_entries SET at = at + 1 WHERE team_id = 'TEAM' AND sequence = 1".to_owned(), 1),
        ("UPDATE audit_entries SET actor = 'x' WHERE team_id = 'TEAM' AND sequence = 4".to_owned(), 4),
        ("UPDATE audit_entries SET hash = 'x' WHERE team_id = 'TEAM' AND sequence = 3".to_owned(), 3),
        ("DELETE FROM audit_entries WHERE team_id = 'TEAM' AND sequence = 1".to_owned(), 1),
        ("DELETE FROM audit_entries WHERE team_id = 'TEAM' AND sequence = 3".to_owned(), 3),
        ("DELETE FROM audit_entries WHERE team_id = 'TEAM' AND sequence = 4".to_owned(), 4),
        ("DELETE FROM audit_entries WHERE team_id = 'TEAM'".to_owned(), 1),
        ("DELETE FROM audit_heads WHERE team_id = 'TEAM'".to_owned(), 5),
        ("UPDATE audit_heads SET sequence = 3 WHERE team_id = 'TEAM'".to_owned(), 5),
        ("UPDATE audit_heads SET changeover = 'x' WHERE team_id = 'TEAM'".to_owned(), 1),
        ("UPDATE audit_heads SET keyed_from = 3 WHERE team_id = 'TEAM'".to_owned(), 1),
        ("UPDATE audit_heads SET keyed_from = 9 WHERE team_id = 'TEAM'".to_owned(), 1),
        ("UPDATE audit_heads SET keyed_from = 0, changeover = '' WHERE team_id = 'TEAM'".to_owned(), 1),
        (copied(4, 5), 5),
        (copied(1, 9), 5),
        (copied(1, 0), 1),
        (copied(1, -1), 1),
    ];
    for (number, (statement, sequence)) in statements.into_iter().enumerate() {
        let owner = cloud.owner("Film", &format!("owner{number}@example.org")).await;
        set_name(&owner, "Cinema").await;
        set_name(&owner, "Theatre").await;
        assert_eq!(verdict(&cloud, &owner).await, whole(4));
        cloud.execute_sql(&statement.replace("TEAM", owner.team_id.as_str())).await;
        assert_eq!(verdict(&cloud, &owner).await, Verdict::Broken { sequence }, "{statement}");
    }
}

/// A Team with a record of four entries.
async fn recorded(cloud: &TestCloud, email: &str) -> Person {
    let owner = cloud.owner("Film", email).await;
    set_name(&owner, "Cinema").await;
    set_name(&owner, "Theatre").await;
    owner
}

/// Rewrites the first entries of a record, from one on, as someone can who has this program and the database, but not the
/// key: with hashes that need none.
async fn rewrite(cloud: &TestCloud, owner: &Person, actor: &str, from: i64, count: usize) {
    let filter =
        AuditFilter { team_id: owner.team_id.clone(), actor: None, action: None, object: None, at: Period::default() };
    let mut connection = cloud.app().store.read().await.unwrap();
    let mut lines = audit::lines(&mut connection, &filter, 0, 100).await.unwrap();
    drop(connection);
    lines.reverse();
    let mut previous = "0".repeat(64);
    for line in lines.into_iter().take(count) {
        if line.sequence < from {
            previous = line.hash;
            continue;
        }
        let fields = json!([
            previous,
            owner.team_id,
            line.sequence,
            line.at.as_millis(),
            actor,
            line.credential,
            line.address,
            line.action,
            line.object,
            line.detail
        ]);
        previous = hex::encode(Sha256::digest(fields.to_string()));
        let (team, sequence) = (&owner.team_id, line.sequence);
        let entry = format!("UPDATE audit_entries SET actor = '{actor}', hash = '{previous}'");
        cloud.execute_sql(&format!("{entry} WHERE team_id = '{team}' AND sequence = {sequence}")).await;
    }
    let head = format!("UPDATE audit_heads SET last_hash = '{previous}' WHERE team_id = '{}'", owner.team_id);
    if count >= 4 {
        cloud.execute_sql(&head).await;
    }
}

async fn set_head(cloud: &TestCloud, owner: &Person, values: &str) {
    cloud.execute_sql(&format!("UPDATE audit_heads SET {values} WHERE team_id = '{}'", owner.team_id)).await;
}

/// As the migration leaves a record from before there was a key.
const WITHOUT_KEY: &str = "keyed_from = 0, changeover = ''";

#[tokio::test]
async fn access_to_the_database_is_not_enough_to_rewrite_the_record() {
    let cloud = TestCloud::start().await;
    for (number, (from, head, broken)) in
        [(1, "keyed_from = 1", 1), (3, "keyed_from = 1", 3), (1, "keyed_from = 5", 5)].into_iter().enumerate()
    {
        let owner = recorded(&cloud, &format!("owner{number}@example.org")).await;
        rewrite(&cloud, &owner, "nobody", from, 4).await;
        set_head(&cloud, &owner, head).await;
        assert_eq!(verdict(&cloud, &owner).await, Verdict::Broken { sequence: broken }, "from {from}, {head}");
    }
    // Someone who also removes the key is found out by the next entry, and by the data keys, even at another host.
    let owner = recorded(&cloud, "last@example.org").await;
    rewrite(&cloud, &owner, "somebody", 1, 4).await;
    set_head(&cloud, &owner, WITHOUT_KEY).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let config = Config { data_dir: elsewhere.path().to_owned(), ..cloud.app().config.clone() };
    let again = Foundation::open(&config, Clock::System).await.unwrap();
    assert!(again.vault.has_keyed_record());
    again.store.close().await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 4, keyed_from: None }, "it is not keyed again");
    set_name(&owner, "Opera").await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Broken { sequence: 5 });
}

#[tokio::test]
async fn a_record_from_before_the_key_is_bound_by_the_changeover() {
    let cloud = TestCloud::start().await;
    let mut owners = Vec::new();
    for number in 0..4 {
        let owner = recorded(&cloud, &format!("owner{number}@example.org")).await;
        rewrite(&cloud, &owner, "somebody", 1, 4).await;
        set_head(&cloud, &owner, WITHOUT_KEY).await;
        assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 4, keyed_from: None });
        owners.push(owner);
    }
    forget_that_records_are_keyed(&cloud).await;
    Foundation::open(&cloud.app().config, Clock::System).await.unwrap().store.close().await;
    for owner in &owners {
        assert_eq!(verdict(&cloud, owner).await, Verdict::Whole { entries: 4, keyed_from: Some(5) });
        set_name(owner, "Opera").await;
        assert_eq!(verdict(&cloud, owner).await, Verdict::Whole { entries: 5, keyed_from: Some(5) });
    }
    rewrite(&cloud, &owners[0], "nobody", 2, 3).await;
    assert_eq!(verdict(&cloud, &owners[0]).await, Verdict::Broken { sequence: 4 });
    for (owner, head, broken) in [(&owners[1], "keyed_from = 4", 4), (&owners[2], "keyed_from = 6", 5)] {
        set_head(&cloud, owner, head).await;
        assert_eq!(verdict(&cloud, owner).await, Verdict::Broken { sequence: broken }, "{head}");
    }
    // All entries without key rewritten, and the keyed one cut off.
    let owner = &owners[3];
    cloud.execute_sql(&format!("DELETE FROM audit_entries WHERE team_id = '{}' AND sequence = 5", owner.team_id)).await;
    rewrite(&cloud, owner, "nobody", 2, 4).await;
    set_head(&cloud, owner, "sequence = 4").await;
    assert_eq!(verdict(&cloud, owner).await, Verdict::Broken { sequence: 5 });
}

/// A command may write the first entry after an older backup was restored, before any server has started.
#[tokio::test]
async fn a_command_can_begin_the_keyed_part_of_a_record() {
    let cloud = TestCloud::start().await;
    let owner = recorded(&cloud, "owner@example.org").await;
    rewrite(&cloud, &owner, "somebody", 1, 4).await;
    set_head(&cloud, &owner, WITHOUT_KEY).await;
    forget_that_records_are_keyed(&cloud).await;
    let command = Foundation::open_existing(&cloud.app().config, Clock::System).await.unwrap();
    assert!(!command.vault.has_keyed_record());
    for _ in 0..2 {
        let entry = AuditEntry::by_operator(cloud.now(), AuditAction::TeamSuspended, owner.team_id.as_str());
        let mut tx = command.store.begin().await.unwrap();
        audit::append(&mut tx, &owner.team_id, &entry).await.unwrap();
        tx.commit().await.unwrap();
    }
    command.store.close().await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 6, keyed_from: Some(5) });
    Foundation::open(&cloud.app().config, Clock::System).await.unwrap().store.close().await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 6, keyed_from: Some(5) });
}

/// Twenty changes of one Team, none of which waits for another.
async fn change_at_once(owner: &Person) {
    let writers = (0..20).map(|number| {
        let (client, team) = (owner.client.clone(), owner.team_id.clone());
        tokio::spawn(async move {
            client.create_api_key(&team, &WriteApiKey::named(&format!("key {number}"))).await.is_ok()
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        assert!(writer.await.unwrap());
    }
}

#[tokio::test]
async fn entries_at_the_same_time_make_one_chain() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    change_at_once(&owner).await;
    assert_eq!(verdict(&cloud, &owner).await, whole(22));
    // And the same for a Team without any entry.
    for table in ["audit_entries", "audit_heads"] {
        cloud.execute_sql(&format!("DELETE FROM {table} WHERE team_id = '{}'", owner.team_id)).await;
    }
    change_at_once(&owner).await;
    assert_eq!(verdict(&cloud, &owner).await, whole(20));
}

#[tokio::test]
async fn an_activity_keeps_its_history() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (store, now) = (cloud.app().store.clone(), cloud.now());
    let id: ActivityId = cloud.app().ids.next();
    let package_id = cloud.app().ids.next();
    let activity = NewActivity {
        id: &id,
        team_id: &owner.team_id,
        kind: ActivityKind::Upload,
        package_id: &package_id,
        link_id: None,
        actor: "owner@example.org",
        user_id: Some(&owner.user_id),
        portal_id: None,
    };
    let mut tx = store.begin().await.unwrap();
    activities::begin(&mut tx, &activity, now).await.unwrap();
    activities::advance(&mut tx, &id, ActivityState::Started, "first byte", now).await.unwrap();
    tx.commit().await.unwrap();
    let movers = (0..8).map(|_| {
        let (store, id) = (store.clone(), id.clone());
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            activities::advance(&mut tx, &id, ActivityState::Error, "again", now).await.unwrap();
            tx.commit().await.unwrap();
        })
    });
    for mover in movers.collect::<Vec<_>>() {
        mover.await.unwrap();
    }
    let mut tx = store.begin().await.unwrap();
    activities::advance(&mut tx, &id, ActivityState::Complete, "", now).await.unwrap();
    let unknown: ActivityId = cloud.app().ids.next();
    let missing = activities::advance(&mut tx, &unknown, ActivityState::Complete, "", now).await;
    assert!(matches!(missing, Err(StoreError::Stale)));
    let steps = activities::events(&mut tx, &id, 0, 100).await.unwrap();
    let history: Vec<&str> = steps.iter().map(|step| step.state.as_str()).collect();
    let failures = vec!["error"; 8];
    assert_eq!(history, [&["pending", "started"][..], &failures, &["complete"]].concat());
    assert!(activities::events(&mut tx, &unknown, 0, 100).await.unwrap().is_empty());
}

#[tokio::test]
async fn counters_are_exact_over_processes() {
    let cloud = TestCloud::start().await;
    let config = &cloud.app().config;
    let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
    let stores = [cloud.app().store.clone(), Store::open(&address, PoolLimits::patient(6)).await.unwrap()];
    let now = cloud.now();
    let hit = async |store: &Store, now| {
        let mut tx = store.begin().await.unwrap();
        let count = rate_limits::hit(&mut tx, "bucket", 60_000, now).await.unwrap();
        tx.commit().await.unwrap();
        count
    };
    let hitters = (0..50).map(|number| {
        let store = stores[number % 2].clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let count = rate_limits::hit(&mut tx, "bucket", 60_000, now).await.unwrap();
            tx.commit().await.unwrap();
            count.hits
        })
    });
    let mut hits = Vec::new();
    for hitter in hitters.collect::<Vec<_>>() {
        hits.push(hitter.await.unwrap());
    }
    hits.sort_unstable();
    assert_eq!(hits, (1..=50).collect::<Vec<i64>>());
    let last = hit(&stores[1], now.plus_millis(59_999)).await;
    assert_eq!((last.hits, last.window_end), (51, now.plus_seconds(60)), "the window does not move");
    let next = hit(&stores[0], now.plus_seconds(60)).await;
    assert_eq!((next.hits, next.window_end), (1, now.plus_seconds(120)));
}
