//! The steps that pass the crash points: how each is prepared and made, and what must be true after the death.

use std::collections::{BTreeMap, HashSet};

use client::ClientError;
use cloud::clock::Clock;
use reqwest::Method;
use testkit::{GrowingFile, Parcel, fetch, plain_package, until};
use wire::connections::{CloudFileChoice, StartTransfer, TransferBody};
use wire::error::ErrorCode;
use wire::files::FinalizeFile;
use wire::ids::FileId;
use wire::packages::CreatePackage;

use super::crash_scene::{IMPORTED, Scene};

const RECIPIENTS: [&str; 2] = ["ben@example.org", "cleo@example.org"];
/// More than one part at the provider.
const LARGE: usize = (16 << 20) + 1;
const SEGMENTS: [&[u8]; 2] = [&[1; 5 << 20], &[2; 300_000]];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    FinalizeFile,
    RemoveFile,
    FinalizePackage,
    Expire,
    Delete,
    Forward,
    Import,
    Join,
    TellWebhook,
}

/// A package for which the step can be made.
pub(super) struct Begun {
    step: Step,
    parcel: Parcel,
    name: String,
    file: Option<FileId>,
    finalize: FinalizeFile,
    /// Unfinished ones at the target, from earlier deaths.
    uploads: usize,
}

fn content(step: Step) -> Vec<u8> {
    vec![7; if step == Step::Forward { LARGE } else { 300_000 }]
}

pub(super) async fn prepare(scene: &Scene, step: Step) -> Begun {
    let name = format!("Day {}", scene.number("SELECT COUNT(*) FROM packages").await);
    let recipients = RECIPIENTS.map(str::to_owned).to_vec();
    let request = CreatePackage { recipients, ..plain_package(&name) };
    let parcel = match step {
        Step::TellWebhook => Parcel::through(&scene.client(), &scene.portal, &name).await,
        Step::FinalizePackage => Parcel::create(&scene.client(), &scene.team, &request).await,
        _ => Parcel::create(&scene.client(), &scene.team, &plain_package(&name)).await,
    };
    let uploads = scene.target.uploads().await;
    // Those of earlier steps.
    scene.mails.take();
    let mut begun = Begun { step, parcel, name, file: None, finalize: FinalizeFile::default(), uploads };
    match step {
        Step::Import => {}
        Step::Join => join_later(&mut begun).await,
        _ => send(&mut begun).await,
    }
    if matches!(step, Step::Expire | Step::Delete | Step::Forward) {
        begun.parcel.finalize().await;
    }
    begun
}

async fn join_later(begun: &mut Begun) {
    let growing = GrowingFile::add(&begun.parcel, "live.mxf").await;
    for (number, segment) in (1..).zip(SEGMENTS) {
        growing.send(number, segment).await;
    }
    begun.finalize = GrowingFile::whole(&SEGMENTS);
    begun.file = Some(growing.id);
}

/// Uploads the file, and finalizes it unless that is the step.
async fn send(begun: &mut Begun) {
    let (parcel, content) = (&begun.parcel, content(begun.step));
    if begun.step == Step::RemoveFile {
        parcel.put("", "kept.mov", b"kept").await;
    }
    let added = parcel.add("", "a.mov", content.len()).await;
    let upload_id = parcel.begin(&added).await;
    begun.finalize = parcel.send(&added.file.id, &upload_id, &content, 32 << 20).await;
    if begun.step != Step::FinalizeFile {
        parcel.client.finalize_file(&parcel.id, &added.file.id, &begun.finalize).await.unwrap();
    }
    begun.file = Some(added.file.id);
}

/// Sends the request of the step, and returns whether it was acknowledged.
pub(super) async fn make(scene: &Scene, begun: &Begun) -> bool {
    let Begun { parcel: Parcel { client, id, .. }, file, finalize, .. } = begun;
    match begun.step {
        Step::FinalizeFile => client.finalize_file(id, file.as_ref().unwrap(), finalize).await.is_ok(),
        Step::Join => is_accepted(&client.finalize_file(id, file.as_ref().unwrap(), finalize).await),
        Step::RemoveFile => client.remove_file(id, file.as_ref().unwrap()).await.is_ok(),
        Step::FinalizePackage | Step::TellWebhook => client.finalize_package(id).await.is_ok(),
        Step::Delete => purge(&begun.parcel).await.is_ok_and(|status| status == 204),
        Step::Expire => {
            expire_now(scene, begun).await;
            false
        }
        Step::Forward => client.start_transfer(id, &to(scene)).await.is_ok(),
        Step::Import => client.start_transfer(id, &from(scene)).await.is_ok(),
    }
}

fn is_accepted<T>(reply: &Result<T, ClientError>) -> bool {
    match reply {
        Ok(_) => true,
        Err(ClientError::Refused { body, .. }) => body.code == ErrorCode::StillJoining,
        Err(_) => false,
    }
}

async fn purge(parcel: &Parcel) -> Result<u16, reqwest::Error> {
    let path = format!("/v1/packages/{}?purge=true", parcel.id);
    parcel.client.request(Method::DELETE, &path).send().await.map(|reply| reply.status().as_u16())
}

async fn expire_now(scene: &Scene, begun: &Begun) {
    let past = Clock::System.now().as_millis() - 1;
    scene.execute(&format!("UPDATE packages SET expiry = {past} WHERE id = '{}'", begun.parcel.id)).await;
    scene.execute("UPDATE sweeps SET next_run_at = 0 WHERE name = 'expired_packages'").await;
}

fn to(scene: &Scene) -> StartTransfer {
    StartTransfer { cloud_connection_id: Some(scene.to.to_string()), ..StartTransfer::default() }
}

fn from(scene: &Scene) -> StartTransfer {
    let choice = |(id, _): (&str, _)| CloudFileChoice { id: Some(id.to_owned()), kind: None, name: None };
    StartTransfer {
        cloud_connection_id: Some(scene.from.to_string()),
        direction: Some("cloud_to_service".to_owned()),
        files: Some(IMPORTED.map(choice).to_vec()),
        finalize: Some(false),
        ..StartTransfer::default()
    }
}

/// The package as the current server knows it.
pub(super) async fn found_again(scene: &Scene, begun: Begun) -> Begun {
    let id = begun.parcel.id.clone();
    let body = scene.client().package(&scene.team, &id).await.unwrap();
    let client = scene.client().with_package_token(&body.access_token);
    Begun { parcel: Parcel { client, id, body }, ..begun }
}

/// The step can be made again or is already made, and its effects are there.
pub(super) async fn check(scene: &Scene, begun: &Begun, is_acknowledged: bool) {
    let state = begun.parcel.body.state.as_str();
    match begun.step {
        Step::FinalizeFile => file_is_there(scene, begun).await,
        Step::RemoveFile => file_is_gone(scene, begun, is_acknowledged).await,
        Step::FinalizePackage => {
            assert!(state == "finalized" || !is_acknowledged && state == "new", "{}: {state}", scene.context);
            package_is_sent(scene, begun).await;
        }
        Step::TellWebhook => webhook_knows(scene, begun).await,
        Step::Expire | Step::Delete => package_is_over(scene, begun, is_acknowledged, state).await,
        Step::Forward => package_has_arrived(scene, begun, is_acknowledged).await,
        Step::Import => files_are_imported(scene, begun, is_acknowledged).await,
        Step::Join => segments_are_joined(scene, begun).await,
    }
}

async fn file_is_there(scene: &Scene, begun: &Begun) {
    let (parcel, file) = (&begun.parcel, begun.file.as_ref().unwrap());
    let done = parcel.client.finalize_file(&parcel.id, file, &begun.finalize).await.expect(&scene.context);
    assert_eq!((done.state.as_str(), done.size), ("finalized", begun.finalize.size), "{}", scene.context);
    counted_once(scene, begun, &[("a.mov", content(begun.step))]).await;
}

/// Finalizes the package, and compares its files.
async fn counted_once(scene: &Scene, begun: &Begun, files: &[(&str, Vec<u8>)]) {
    let parcel = &begun.parcel;
    let package = parcel.finalize().await;
    let size: usize = files.iter().map(|(_, content)| content.len()).sum();
    assert_eq!(package.total_files, i64::try_from(files.len()).unwrap(), "{}", scene.context);
    assert_eq!(package.size, i64::try_from(size).unwrap(), "{}", scene.context);
    let listed = parcel.client.files(&parcel.id, "").await.unwrap();
    for (name, content) in files {
        let file = listed.iter().find(|file| file.name == *name).expect(&scene.context);
        let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
        assert!(fetch(&address.url).await == *content, "{}: {name} is not what was sent", scene.context);
    }
}

async fn file_is_gone(scene: &Scene, begun: &Begun, is_acknowledged: bool) {
    let (parcel, file) = (&begun.parcel, begun.file.as_ref().unwrap());
    match parcel.client.remove_file(&parcel.id, file).await {
        Ok(()) => assert!(!is_acknowledged, "{}: an acknowledged removal is lost", scene.context),
        Err(ClientError::Refused { body, .. }) => assert_eq!(body.code, ErrorCode::NotFound, "{}", scene.context),
        Err(error) => panic!("{}: {error}", scene.context),
    }
    counted_once(scene, begun, &[("kept.mov", b"kept".to_vec())]).await;
}

/// One event, one link for each recipient, and each mail at least once, always with the same id.
async fn package_is_sent(scene: &Scene, begun: &Begun) {
    let id = &begun.parcel.id;
    begun.parcel.finalize().await;
    let of = |table: &str| format!("SELECT COUNT(*) FROM {table} WHERE package_id = '{id}'");
    scene.until("links written to", &format!("{} AND notified_at IS NOT NULL", of("links")), 2).await;
    scene.until("mails sent", &format!("{} AND state = 'sent'", of("mails")), 3).await;
    for (table, wanted) in [("links", 2), ("mails", 3), ("events", 2)] {
        assert_eq!(scene.number(&of(table)).await, wanted, "{}: {table}", scene.context);
    }
    let mut mails = BTreeMap::<String, HashSet<Vec<String>>>::new();
    for mail in scene.mails.take() {
        assert_eq!(mail.recipients.len(), 1, "{}", scene.context);
        mails.entry(mail.recipients.concat()).or_default().insert(mail.header("message-id"));
    }
    for recipient in RECIPIENTS.iter().chain(&["anna@example.org"]) {
        assert_eq!(mails.get(*recipient).map_or(0, HashSet::len), 1, "{}: mails to {recipient}", scene.context);
    }
    assert_eq!(mails.len(), 3, "{}", scene.context);
}

async fn webhook_knows(scene: &Scene, begun: &Begun) {
    let id = begun.parcel.id.as_str();
    begun.parcel.finalize().await;
    let deliveries = "SELECT COUNT(*) FROM webhook_deliveries JOIN events ON events.id = event_id";
    let delivered = format!("{deliveries} WHERE package_id = '{id}' AND webhook_deliveries.state = 'delivered'");
    scene.until("the event is delivered", &delivered, 1).await;
    let received = scene.receiver.deliveries();
    let ours = received.iter().filter(|request| request.json()["object"]["id"] == id);
    let ids: HashSet<String> = ours.map(testkit::Received::event_id).collect();
    assert_eq!(ids.len(), 1, "{}: one event, one id", scene.context);
}

async fn package_is_over(scene: &Scene, begun: &Begun, is_acknowledged: bool, state: &str) {
    let id = &begun.parcel.id;
    assert!(state == "expired" || !is_acknowledged, "{}: an acknowledged deletion is lost", scene.context);
    if begun.step == Step::Delete && state == "finalized" {
        assert_eq!(purge(&begun.parcel).await.unwrap(), 204, "{}", scene.context);
    }
    if begun.step == Step::Expire {
        scene.execute("UPDATE sweeps SET next_run_at = 0 WHERE name = 'expired_packages'").await;
    }
    let ended = format!("SELECT COUNT(*) FROM packages WHERE id = '{id}' AND state = 'expired'");
    scene.until("the package has ended", &ended, 1).await;
    scene.until("files", &format!("SELECT COUNT(*) FROM files WHERE package_id = '{id}'"), 0).await;
    let again = format!("SELECT COUNT(*) FROM jobs WHERE name = 'delete_content' AND payload LIKE '%{id}%true%'");
    until("the content is removed again later", async || {
        let found = scene.number(&again).await;
        if found > 0 { Ok(()) } else { Err(scene.context.clone()) }
    })
    .await;
}

/// The only transfer of the package, when it is complete. It is started again unless that was acknowledged.
async fn complete(scene: &Scene, begun: &Begun, is_acknowledged: bool, start: &StartTransfer) -> TransferBody {
    let (client, id) = (&begun.parcel.client, &begun.parcel.id);
    if client.transfers(id).await.unwrap().is_empty() {
        assert!(!is_acknowledged, "{}: an acknowledged transfer is lost", scene.context);
        client.start_transfer(id, start).await.expect(&scene.context);
    }
    until("the transfer is complete", async || {
        let found = client.transfers(id).await.unwrap();
        assert_eq!(found.len(), 1, "{}", scene.context);
        let found = found.into_iter().next().unwrap();
        if found.state == "complete" { Ok(found) } else { Err(format!("{}: {found:?}", scene.context)) }
    })
    .await
}

async fn package_has_arrived(scene: &Scene, begun: &Begun, is_acknowledged: bool) {
    let done = complete(scene, begun, is_acknowledged, &to(scene)).await;
    let sent = content(begun.step);
    let size = i64::try_from(sent.len()).unwrap();
    assert_eq!((done.bytes, done.total_bytes), (size, size), "{}", scene.context);
    let keys = scene.target.keys().await;
    let ours: Vec<&String> = keys.iter().filter(|key| key.starts_with(&begun.name)).collect();
    assert_eq!(ours, [&format!("{}/a.mov", begun.name)], "{}: one folder, one file", scene.context);
    let arrived = scene.target.get(ours[0]).await;
    assert!(arrived == sent, "{}: another content arrived", scene.context);
    // An upload that is begun and not recorded is known to nobody, and the provider's rules end it.
    let most = usize::from(scene.context.contains("record_forwarding.before"));
    let left = scene.target.uploads().await;
    assert!(left <= begun.uploads + most, "{}: {left} uploads are left", scene.context);
    scene.target.delete(ours[0]).await;
}

async fn files_are_imported(scene: &Scene, begun: &Begun, is_acknowledged: bool) {
    let done = complete(scene, begun, is_acknowledged, &from(scene)).await;
    let files = IMPORTED.map(|(key, content)| (key.rsplit('/').next().unwrap(), content.to_vec()));
    let size = i64::try_from(files.iter().map(|(_, content)| content.len()).sum::<usize>()).unwrap();
    counted_once(scene, begun, &files).await;
    assert_eq!((done.bytes, done.total_bytes), (size, size), "{}: every byte counts once", scene.context);
}

async fn segments_are_joined(scene: &Scene, begun: &Begun) {
    let (parcel, file) = (&begun.parcel, begun.file.as_ref().unwrap());
    until("the segments are joined", async || {
        match parcel.client.finalize_file(&parcel.id, file, &begun.finalize).await {
            Ok(file) => Ok(file),
            Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::StillJoining => Err(body.message),
            Err(error) => panic!("{}: {error}", scene.context),
        }
    })
    .await;
    counted_once(scene, begun, &[("live.mxf", SEGMENTS.concat())]).await;
}
