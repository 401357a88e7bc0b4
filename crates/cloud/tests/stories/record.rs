//! Records of what happened: the audit chain, activities, shared counters.

use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::audit::{Verdict, verify};
use store::{DatabaseAddress, PoolLimits, Store, StoreError, rate_limits};
use testkit::{PASSWORD, Person, TestCloud};
use wire::api_keys::WriteApiKey;
use wire::ids::ActivityId;
use wire::teams::UpdateTeam;
use wire::time::OptionalTime;
use wire::users::{ChangeEmail, ChangePassword};

async fn verdict(cloud: &TestCloud, owner: &Person) -> Verdict {
    verify(&mut cloud.app().store.read().await.unwrap(), &owner.team_id).await.unwrap()
}

fn key(name: String) -> WriteApiKey {
    WriteApiKey { name: Some(name), description: None, expiry: OptionalTime(None), state: "active".into() }
}

async fn set_name(owner: &Person, name: &str) {
    let change = UpdateTeam { name: Some(name.into()), ..UpdateTeam::default() };
    owner.client.update_team(&owner.team_id, &change).await.unwrap();
}

#[tokio::test]
async fn every_change_is_recorded_in_one_chain() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 2 }, "made, and signed in");
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    set_name(&owner, "Film \u{1f3ac} \"quoted\" \\").await;
    let created = owner.client.create_api_key(&owner.team_id, &key("ci".into())).await.unwrap().api_key;
    owner.client.switch_api_key(&created.id, "inactive").await.unwrap();
    owner.client.delete_api_key(&created.id).await.unwrap();
    owner.client.remove_member(&admin.membership_id).await.unwrap();
    let change = ChangeEmail { email: "new@example.org".into(), password: PASSWORD.into() };
    owner.client.change_email(&owner.user_id, &change).await.unwrap();
    let change = ChangePassword { current_password: PASSWORD.into(), new_password: format!("{PASSWORD}!") };
    owner.client.change_password(&owner.user_id, &change).await.unwrap();
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 12 });
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
        (copied(4, 5), 5),
        (copied(1, 9), 5),
        (copied(1, 0), 1),
        (copied(1, -1), 1),
    ];
    for (number, (statement, sequence)) in statements.into_iter().enumerate() {
        let owner = cloud.owner("Film", &format!("owner{number}@example.org")).await;
        set_name(&owner, "Cinema").await;
        set_name(&owner, "Theatre").await;
        assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 4 });
        cloud.execute_sql(&statement.replace("TEAM", owner.team_id.as_str())).await;
        assert_eq!(verdict(&cloud, &owner).await, Verdict::Broken { sequence }, "{statement}");
    }
}

/// Twenty changes of one Team, none of which waits for another.
async fn change_at_once(owner: &Person) {
    let writers = (0..20).map(|number| {
        let (client, team) = (owner.client.clone(), owner.team_id.clone());
        tokio::spawn(async move { client.create_api_key(&team, &key(format!("key {number}"))).await.is_ok() })
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
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 22 });
    // And the same for a Team without any entry.
    for table in ["audit_entries", "audit_heads"] {
        cloud.execute_sql(&format!("DELETE FROM {table} WHERE team_id = '{}'", owner.team_id)).await;
    }
    change_at_once(&owner).await;
    assert_eq!(verdict(&cloud, &owner).await, Verdict::Whole { entries: 20 });
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
    let steps = activities::events(&mut tx, &id).await.unwrap();
    let history: Vec<&str> = steps.iter().map(|step| step.state.as_str()).collect();
    let failures = vec!["error"; 8];
    assert_eq!(history, [&["pending", "started"][..], &failures, &["complete"]].concat());
    assert!(activities::events(&mut tx, &unknown).await.unwrap().is_empty());
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
