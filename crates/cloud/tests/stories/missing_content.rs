//! Someone takes content out of storage behind the server's back: it raises the alarm.

use std::time::Duration;

use reqwest::Method;
use testkit::{Parcel, Reply, TestCloud, plain_package};

const DAY: Duration = Duration::from_hours(24);

async fn missing_files(cloud: &TestCloud) -> u64 {
    let request = cloud.anyone().request(Method::GET, "/metrics").header("Authorization", "Bearer figures");
    let page = Reply::to(request).await.text;
    let figure = page.lines().find_map(|line| line.strip_prefix("tonnage_missing_files_total "));
    figure.expect("the figure is there before anything is missing").parse().unwrap()
}

#[tokio::test]
async fn a_finalized_file_without_content_is_an_alarm() {
    let cloud =
        TestCloud::setup().with(|config| config.metrics.token = cloud::secret::Secret::new("figures")).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let client = &owner.client;
    let kept = Parcel::sent(client, &owner.team_id, &plain_package("Kept")).await;
    let lost = Parcel::sent(client, &owner.team_id, &plain_package("Lost")).await;
    let deleted = Parcel::sent(client, &owner.team_id, &plain_package("Deleted")).await;
    deleted.client.delete_package(&deleted.id).await.unwrap();
    cloud.advance(DAY);
    cloud.run_due_jobs().await;
    // Other servers of this process count in the same place, so only this server's sweep is compared.
    let before = missing_files(&cloud).await;
    cloud.app().storage.delete_below(&format!("packages/{}/", lost.id)).await.unwrap();
    cloud.advance(DAY);
    cloud.run_due_jobs().await;
    assert!(missing_files(&cloud).await > before, "one file is missing");
    assert_eq!(kept.client.files(&kept.id, "").await.unwrap().len(), 1);
}
