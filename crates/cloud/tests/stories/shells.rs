//! Platforms show a file as soon as it is begun. What never gets its content is removed.

use std::time::Duration;

use testkit::beds::{AssetManager, Bed, Misbehaviour, VideoReview};
use testkit::{Parcel, Person, TestCloud};
use wire::connections::StartTransfer;

use super::connection_scene::{holder, neighbourly, portal_to, received, to, transfers};

struct Scene {
    bed: Box<dyn Bed>,
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
}

impl Scene {
    /// A large file is begun, and the provider accepts no more than its first part.
    async fn begun(bed: Box<dyn Bed>) -> Self {
        let settings = bed.settings().into_iter().map(|(name, value)| (name.to_owned(), value.into()));
        let settings = settings.collect::<toml::Table>();
        let provider = bed.provider().to_owned();
        let cloud = neighbourly().with(|config| drop(config.providers.insert(provider, settings))).start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let request = to(bed.provider(), bed.authorization());
        let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
        let portal = portal_to(&owner, "Rushes", &[&connection]).await;
        let large = vec![7; bed.several_parts() * 2];
        let parcel = received(&cloud, &portal.id, "Day", &[("", "large.mov", &large)]).await;
        bed.misbehave(Misbehaviour::Full);
        cloud.run_due_jobs().await;
        Self { bed, cloud, owner, parcel }
    }

    async fn beds() -> Vec<Box<dyn Bed>> {
        vec![
            Box::new(AssetManager::start().await),
            Box::new(VideoReview::fourth().await),
            Box::new(VideoReview::legacy().await),
        ]
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_shell_of_a_file_goes_with_its_package() {
    for bed in Scene::beds().await {
        let scene = Scene::begun(bed).await;
        let provider = scene.bed.provider();
        assert_eq!(scene.bed.open_uploads().await, 1, "{provider}");
        scene.bed.misbehave(Misbehaviour::None);
        let package = &scene.parcel.id;
        holder(&scene.owner, package).await.delete_package(package).await.unwrap();
        scene.cloud.run_due_jobs().await;
        assert_eq!(scene.bed.open_uploads().await, 0, "{provider}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_shell_of_a_file_goes_when_its_transfer_has_failed() {
    for bed in Scene::beds().await {
        let scene = Scene::begun(bed).await;
        let provider = scene.bed.provider();
        for _ in 0..30 {
            scene.cloud.advance(Duration::from_hours(2));
            scene.cloud.run_due_jobs().await;
        }
        let package = &scene.parcel.id;
        let failed = transfers(&scene.owner, package).await.remove(0);
        assert_eq!(failed.state, "error", "{provider}");
        assert_eq!(scene.bed.open_uploads().await, 0, "{provider}");
        scene.bed.misbehave(Misbehaviour::None);
        let again = StartTransfer {
            cloud_connection_id: Some(failed.cloud_connection_id.to_string()),
            ..StartTransfer::default()
        };
        holder(&scene.owner, package).await.start_transfer(package, &again).await.unwrap();
        scene.cloud.run_due_jobs().await;
        assert_eq!(transfers(&scene.owner, package).await[0].state, "complete", "{provider}");
        assert_eq!(scene.bed.files().await.len(), 1, "{provider}");
    }
}
