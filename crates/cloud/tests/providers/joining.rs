//! A third-party store holds our own objects: growing files are joined there too.

use testkit::beds::SeaweedFs;
use testkit::{GrowingFile, Parcel, TestCloud, fetch, plain_package};

#[tokio::test]
async fn segments_are_joined_in_a_foreign_store() {
    let store = SeaweedFs::start().await;
    store.make_bucket("tonnage").await;
    let cloud = TestCloud::setup().with(|config| store.hold_objects_of(config)).start().await;
    cloud.app().storage.ready().await.unwrap();
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Live")).await;
    let growing = GrowingFile::add(&parcel, "take.mxf").await;
    let pieces: [Vec<u8>; 3] = [vec![1; 5 << 20], vec![2; 7 << 20], vec![3; 11]];
    for (number, piece) in (1..).zip(&pieces) {
        growing.send(number, piece).await;
        let page = parcel.client.segments(&parcel.id, &growing.id, u64::from(number) - 1, 0).await.unwrap();
        assert!(fetch(&page.segments[0].url).await == *piece);
    }
    let slices: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    let file = growing.finalize(&cloud, &slices).await;
    assert_eq!(file.size, 12_582_923);
    let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
    assert!(fetch(&address.url).await == pieces.concat());
    cloud.run_due_jobs().await;
    let below = domain::segments::prefix(&parcel.id, &file.id);
    assert_eq!(cloud.app().storage.delete_below(&below).await.unwrap(), 0, "the segments are gone");

    // If the store supports conditional copies, other bytes under the key of a reported segment are not used.
    let growing = GrowingFile::add(&parcel, "other.mxf").await;
    growing.send(1, b"right").await;
    growing.put(1, b"wrong").await;
    let request = GrowingFile::whole(&[b"right"]);
    assert!(parcel.client.finalize_file(&parcel.id, &growing.id, &request).await.is_err());
    cloud.run_due_jobs().await;
    let refused = parcel.client.finalize_file(&parcel.id, &growing.id, &request).await;
    assert!(refused.is_err(), "{refused:?}");
}
