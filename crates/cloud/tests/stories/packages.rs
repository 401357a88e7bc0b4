//! A package travels: created, uploaded, finalized, mailed, downloaded.

use testkit::{Parcel, TestCloud, fetch, plain_package};
use wire::packages::CreatePackage;

#[tokio::test]
async fn a_package_travels() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    let request = CreatePackage { recipients: vec!["Ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&client, &owner.team_id, &request).await;
    assert_eq!(parcel.body.state, "new");
    let content: Vec<u8> = (0..6_000_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    let first = parcel.put("day 4", "a.mov", &content).await;
    assert_eq!((first.state.as_str(), first.size), ("finalized", 6_000_000));
    parcel.put("", "empty.txt", b"").await;
    let package = parcel.finalize().await;
    assert_eq!((package.state.as_str(), package.total_files, package.size), ("finalized", 2, 6_000_000));
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("ben@example.org").readable();
    let (_, rest) = mail.split_once("/d/").expect("the mail has a link");
    let (id, rest) = rest.split_once("?secret=").expect("the link has a secret");
    let secret: String = rest.chars().take_while(|letter| !letter.is_whitespace()).collect();
    let resolved = cloud.anyone().resolve_link(&id.parse().unwrap(), &secret, None).await.unwrap();
    assert_eq!((resolved.name.as_str(), resolved.sender_email.as_str()), ("Dailies", "anna@example.org"));
    let recipient = cloud.anyone().with_package_token(&resolved.package_token);
    let files = recipient.files(&parcel.id, "").await.unwrap();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.mov", "empty.txt"]);
    let address = recipient.download_address(&parcel.id, &files[0].id).await.unwrap();
    assert_eq!(fetch(&address.url).await, content);
    recipient.confirm_download(&parcel.id, &files[0].id).await.unwrap();
    cloud.run_due_jobs().await;
    let page = client.packages(&owner.team_id, "").await.unwrap();
    assert_eq!((page.metadata.total, page.records[0].usage_total_bytes), (1, 6_000_000));
}
