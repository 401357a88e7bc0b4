//! Two requests for the same place: the last one of a Team, or the membership of one address.

use serde_json::{Value, json};

use super::bed::Bed;
use super::operations::{Operation, Who};
use super::scene::{self, Scene};

const FILTERS_MOST: i64 = 1_000;

const INVITE: Operation = Operation {
    name: "invite an address",
    things: &[],
    who: Who::Owner,
    line: |scene: &Scene| format!("POST /v1/teams/{}/members", scene.team),
    body: |scene: &Scene| json!({ "email": format!("twice-{}@example.org", scene.number), "role": "admin" }),
};

const CREATE: Operation = Operation {
    name: "create a filter",
    things: &[],
    who: Who::Owner,
    line: |scene: &Scene| format!("POST /v1/teams/{}/filters", scene.team),
    body: |_: &Scene| -> Value { scene::filter() },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_place_goes_to_one_of_two() {
    let mut bed = Bed::start().await;
    for after in 1..=bed.statements(&CREATE).await.len() {
        let scene = bed.scene().await;
        let (team, filter, missing) = (&scene.team, &scene.filter, FILTERS_MOST - 2);
        let fill = format!(
            "INSERT INTO filters SELECT '0' || upper(substr(md5(id || number), 1, 25)), team_id, name, rules, created_at,
                 updated_at, version FROM filters, generate_series(1, {missing}) AS number WHERE id = '{filter}'"
        );
        bed.direct.execute_sql(&fill).await;
        let outcome = bed.duel_in(&scene, &CREATE, &CREATE, after).await;
        let mut replies = [outcome.one.status.as_u16(), outcome.other.status.as_u16()];
        replies.sort_unstable();
        assert_eq!(replies, [201, 413], "stopped after {after} ({})", outcome.statement);
        let count = format!("SELECT COUNT(*) FROM filters WHERE team_id = '{team}'");
        assert_eq!(bed.number(&count).await, FILTERS_MOST);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_is_invited_twice_at_once_is_no_conflict() {
    let mut bed = Bed::start().await;
    for after in 1..=bed.statements(&INVITE).await.len() {
        let outcome = bed.duel(&INVITE, &INVITE, after).await;
        for reply in [&outcome.one, &outcome.other] {
            assert_eq!(reply.status, 201, "stopped after {after} ({}): {}", outcome.statement, reply.text);
        }
    }
}
