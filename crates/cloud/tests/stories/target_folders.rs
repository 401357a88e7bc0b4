//! Folders at a provider that compares names without case, and where people delete folders.

use std::time::Duration;

use testkit::beds::{Bed as _, ContentPlatform, Misbehaviour};
use testkit::{Parcel, Person, TestCloud};
use wire::connections::CloudConnectionBody;

use super::connection_scene::{neighbourly, portal_to, received, to, transfers};

struct Scene {
    bed: ContentPlatform,
    cloud: TestCloud,
    owner: Person,
    connection: CloudConnectionBody,
}

impl Scene {
    async fn new() -> Self {
        let bed = ContentPlatform::start().await;
        let settings = bed.settings().into_iter().map(|(name, value)| (name.to_owned(), value.into()));
        let settings = settings.collect::<toml::Table>();
        let provider = bed.provider().to_owned();
        let cloud = neighbourly().with(|config| drop(config.providers.insert(provider, settings))).start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let request = to(bed.provider(), bed.authorization());
        let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
        Self { bed, cloud, owner, connection }
    }

    async fn received(&self, portal: &str, name: &str, files: &[(&str, &str, &[u8])]) -> Parcel {
        let portal = portal_to(&self.owner, portal, &[&self.connection]).await;
        received(&self.cloud, &portal.id, name, files).await
    }

    /// Lets enough time pass for every retry.
    async fn run(&self) {
        for _ in 0..4 {
            self.cloud.run_due_jobs().await;
            self.cloud.advance(Duration::from_mins(20));
        }
    }

    async fn state(&self, parcel: &Parcel) -> (String, String) {
        let transfer = transfers(&self.owner, &parcel.id).await.remove(0);
        (transfer.state, transfer.error)
    }
}

/// The second package comes while the folder of the first is there and still empty.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_the_provider_takes_for_the_same_get_folders_of_their_own() {
    let scene = Scene::new().await;
    let one = scene.received("one", "Rushes", &[("", "a.mov", b"of one")]).await;
    scene.bed.misbehave(Misbehaviour::Status(503, 1_000));
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.state(&one).await.0, "pending");
    scene.bed.misbehave(Misbehaviour::None);
    let other = scene.received("other", "rushes", &[("", "a.mov", b"of the other")]).await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.state(&other).await.0, "complete");
    scene.run().await;
    assert_eq!(scene.state(&one).await.0, "complete");
    let files = scene.bed.files().await;
    let found: Vec<(&str, &[u8])> = files.iter().map(|(path, content)| (path.as_str(), content.as_slice())).collect();
    assert_eq!(found, [("Rushes/a.mov", b"of one".as_slice()), ("rushes (2)/a.mov", b"of the other")]);
}

/// What had arrived went with the folder, and is sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_was_deleted_is_made_again_with_all_that_was_in_it() {
    let scene = Scene::new().await;
    let files: Vec<(&str, &str, &[u8])> = vec![("", "a.mov", b"1"), ("b", "b.mov", b"2"), ("", "c.mov", b"3")];
    let parcel = scene.received("one", "Rushes", &files).await;
    scene.bed.misbehave(Misbehaviour::RevokedAfter(1));
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.state(&parcel).await.0, "pending");
    assert_eq!(scene.bed.files().await.len(), 1, "one arrives, the others do not");
    scene.bed.delete_folder("Rushes");
    scene.bed.misbehave(Misbehaviour::None);
    scene.run().await;
    assert_eq!(scene.state(&parcel).await, ("complete".to_owned(), String::new()));
    let found = scene.bed.files_below("Rushes").await;
    assert_eq!(found.into_keys().collect::<Vec<_>>(), ["Rushes/a.mov", "Rushes/b/b.mov", "Rushes/c.mov"]);
}

/// The plan of the account says how large a file can be. Nothing of a larger one is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_the_plan_does_not_allow_is_not_begun_and_others_arrive() {
    let scene = Scene::new().await;
    scene.bed.accept_up_to(4);
    let files: Vec<(&str, &str, &[u8])> = vec![("", "a.mov", b"1234"), ("", "b.mov", b"12345"), ("", "c.mov", b"1")];
    let parcel = scene.received("one", "Rushes", &files).await;
    scene.cloud.run_due_jobs().await;
    let (state, error) = scene.state(&parcel).await;
    assert_eq!(state, "pending");
    assert!(error.contains("b.mov") && error.contains("up to 4 bytes") && error.contains("has 5"), "{error}");
    assert_eq!(scene.bed.files().await.len(), 2, "the others have arrived");
    scene.bed.accept_up_to(5);
    scene.run().await;
    assert_eq!(scene.state(&parcel).await.0, "complete");
}
