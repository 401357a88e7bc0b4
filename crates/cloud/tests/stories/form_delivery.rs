//! Form responses, delivered with the package, and deleted with it.

use std::time::Duration;

use cloud::operations::portals::forms::responses::lines_for_mail;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Value, json};
use testkit::{
    Answer, Fault, Operation, Parcel, Person, Refusal as _, Reply, TestCloud, fetch, hostile_strings, number_of_sql,
    plain_package,
};
use wire::error::ErrorCode;
use wire::files::FileBody;
use wire::forms::{FormAnswers, FormBody};
use wire::ids::{FormResponseId, PortalId};
use wire::portals::CreatePortalPackage;

use super::forms::{ID, answers, fields, open_portal};

/// Longer than any test should wait.
const FOR_LONG: usize = 20;

async fn form(owner: &Person, portal: &PortalId, formats: &[&str], given: &[(&str, Value)]) -> FormBody {
    let body = json!({ "name": "Camera report", "delivery_formats": formats, "fields": fields(given) });
    owner.client.create_form(portal, &serde_json::from_value(body).unwrap()).await.unwrap()
}

async fn filled_in(cloud: &TestCloud, portal: &PortalId, answers: &FormAnswers) -> FormResponseId {
    cloud.anyone().fill_in_form(portal, answers).await.unwrap().id
}

fn package(response: &str) -> CreatePortalPackage {
    CreatePortalPackage {
        name: Some("Dailies".into()),
        description: Some(String::new()),
        sender: Some("sender@example.org".into()),
        form_data_id: Some(response.to_owned()),
        ..CreatePortalPackage::default()
    }
}

/// A package received through the Portal with a response, as its Team sees it.
async fn bound(cloud: &TestCloud, owner: &Person, portal: &PortalId, response: &FormResponseId) -> Parcel {
    let sent = cloud.anyone().create_portal_package(portal, &package(response.as_str())).await.unwrap();
    let body = owner.client.package(&owner.team_id, &sent.id).await.unwrap();
    Parcel { client: owner.client.with_package_token(&body.access_token), id: body.id.clone(), body }
}

/// A package with one file, and the answers of a form with these formats.
async fn with_answers(cloud: &TestCloud, formats: &[&str], given: &[(&str, &str)]) -> (Person, PortalId, Parcel) {
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let asked: Vec<_> = given.iter().map(|(name, _)| (*name, json!({ "label": format!("The {name}") }))).collect();
    form(&owner, &portal, formats, &asked).await;
    let response = filled_in(cloud, &portal, &answers(given)).await;
    let parcel = bound(cloud, &owner, &portal, &response).await;
    parcel.put("", "a.mov", b"hello").await;
    (owner, portal, parcel)
}

async fn content_of(parcel: &Parcel, files: &[FileBody], name: &str) -> String {
    let file = files.iter().find(|file| file.name == name).unwrap();
    let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
    String::from_utf8(fetch(&address.url).await).unwrap()
}

fn names(files: &[FileBody]) -> Vec<&str> {
    let mut names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn formats_become_files_at_the_root() {
    let cloud = TestCloud::start().await;
    let formats = ["json", "csv", "xml", "email_body"];
    let (_, _, parcel) = with_answers(&cloud, &formats, &[("scene", "12 <a> & \"b\""), ("take", "=2")]).await;
    let before = parcel.client.files(&parcel.id, "").await.unwrap();
    assert_eq!(names(&before), ["a.mov"], "nothing before the finalize");
    let body = parcel.finalize().await;
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    assert_eq!(names(&files), ["a.mov", "metadata.csv", "metadata.json", "metadata.xml"]);
    let sum: i64 = files.iter().map(|file| file.size).sum();
    assert_eq!((body.total_files, body.size), (4, sum));
    assert!(
        files.iter().all(|file| file.path.is_empty() && file.state == "finalized" && file.checksum.crc32.len() == 8)
    );

    let metadata = parcel.client.package_metadata(&parcel.id).await.unwrap();
    assert_eq!(metadata.package_id, parcel.id.as_str());
    let json: Value = serde_json::from_str(&content_of(&parcel, &files, "metadata.json").await).unwrap();
    let expected = json!({
        "form_id": metadata.form_id, "form_data_id": metadata.id, "package_id": parcel.id, "name": "Camera report",
        "created_at": "2026-01-01T00:00:00.000Z",
        "fields": [
            { "name": "scene", "label": "The scene", "type": "short_text", "value": "12 <a> & \"b\"" },
            { "name": "take", "label": "The take", "type": "short_text", "value": "=2" },
        ],
    });
    assert_eq!(json, expected);
    let csv = content_of(&parcel, &files, "metadata.csv").await;
    let lines = "name,label,type,value\r\nscene,The scene,short_text,\"12 <a> & \"\"b\"\"\"\r\ntake,The take,short_text,'=2\r\n";
    assert_eq!(csv, lines);
    let xml = content_of(&parcel, &files, "metadata.xml").await;
    let field =
        "  <field name=\"scene\" label=\"The scene\" type=\"short_text\">12 &lt;a&gt; &amp; &quot;b&quot;</field>\n";
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<metadata form_id="), "{xml}");
    assert!(xml.contains(field) && xml.ends_with("</metadata>\n"), "{xml}");

    let mut connection = cloud.app().store.read().await.unwrap();
    let lines = lines_for_mail(&mut connection, &parcel.id).await.unwrap();
    let expected = [("The scene", "12 <a> & \"b\""), ("The take", "=2")];
    assert_eq!(lines, expected.map(|(label, value)| (label.to_owned(), value.to_owned())));
}

#[tokio::test]
async fn those_who_are_told_of_an_upload_read_the_answers() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for (number, formats) in [&["email_body"][..], &["json"]].into_iter().enumerate() {
        let portal = open_portal(&owner, &format!("portal{number}"), None).await;
        let recipients =
            json!({ "name": "P", "subdomain": format!("portal{number}"), "recipients": ["ben@example.org"] });
        Reply::of(&owner.client, &format!("PUT /v1/portals/{portal}"), &recipients).await.expect(200);
        form(&owner, &portal, formats, &[("scene", json!({ "label": "The scene" })), ("empty", json!({}))]).await;
        let long = format!("12\u{1b}a{}", "x".repeat(3_000));
        let response = filled_in(&cloud, &portal, &answers(&[("scene", &long)])).await;
        let parcel = bound(&cloud, &owner, &portal, &response).await;
        parcel.put("", "a.mov", b"hello").await;
        parcel.finalize().await;
        cloud.run_due_jobs().await;
        let mail = cloud.mails.take_to("ben@example.org");
        assert_eq!(mail.readable().contains("The scene: 12a"), number == 0, "{}", mail.readable());
        assert_eq!(mail.recipients, ["ben@example.org"]);
        assert!(!mail.readable().contains(&"x".repeat(2_001)) && !mail.readable().contains("empty:"));
    }
}

#[tokio::test]
async fn a_repeated_finalize_adds_nothing() {
    let cloud = TestCloud::start().await;
    let (_, _, parcel) = with_answers(&cloud, &["json", "xml"], &[("scene", "12")]).await;
    let open = parcel.add("", "b.mov", 3).await;
    assert_eq!(parcel.client.finalize_package(&parcel.id).await.refusal(), ErrorCode::WrongState);
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 2, "a refused finalize adds nothing");
    parcel.client.remove_file(&parcel.id, &open.file.id).await.unwrap();
    let results = tokio::join!(
        parcel.client.finalize_package(&parcel.id),
        parcel.client.finalize_package(&parcel.id),
        parcel.client.finalize_package(&parcel.id),
    );
    let [first, second, third] = [results.0.unwrap(), results.1.unwrap(), results.2.unwrap()];
    assert_eq!((first.total_files, second.total_files, third.total_files), (3, 3, 3));
    assert_eq!(parcel.finalize().await.size, first.size);
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    assert_eq!(names(&files), ["a.mov", "metadata.json", "metadata.xml"]);
    let url = cloud.app().config.database.url.expose();
    let counted = format!("SELECT CAST(SUM(size) AS BIGINT) FROM files WHERE package_id = '{}'", parcel.id);
    assert_eq!(number_of_sql(url, &counted).await, first.size);
    let events =
        format!("SELECT COUNT(*) FROM events WHERE package_id = '{}' AND object LIKE '%\"total_files\":3%'", parcel.id);
    assert_eq!(number_of_sql(url, &events).await, 1, "the event knows of the metadata");
}

#[tokio::test]
async fn the_uploaders_file_keeps_a_name_that_clashes() {
    let cloud = TestCloud::start().await;
    let (_, _, parcel) = with_answers(&cloud, &["json", "csv"], &[("scene", "12")]).await;
    parcel.put("", "metadata.json", b"mine").await;
    parcel.put("", "metadata (2).json", b"mine too").await;
    parcel.put("sub", "metadata.csv", b"elsewhere").await;
    parcel.finalize().await;
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    let expected = ["a.mov", "metadata (2).json", "metadata (3).json", "metadata.csv", "metadata.csv", "metadata.json"];
    assert_eq!(names(&files), expected);
    assert_eq!(content_of(&parcel, &files, "metadata.json").await, "mine");
    assert!(content_of(&parcel, &files, "metadata (3).json").await.contains("Camera report"));
}

#[tokio::test]
async fn metadata_alone_is_no_content() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    form(&owner, &portal, &["json"], &[]).await;
    let response = filled_in(&cloud, &portal, &answers(&[])).await;
    let parcel = bound(&cloud, &owner, &portal, &response).await;
    assert_eq!(parcel.client.finalize_package(&parcel.id).await.refusal(), ErrorCode::EmptyPackage);
    let below = format!("packages/{}/", parcel.id);
    assert_eq!(cloud.app().storage.delete_below(&below).await.unwrap(), 0, "nothing is stored for what is refused");
}

#[tokio::test]
async fn storage_that_is_down_delays_and_loses_nothing() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let cloud = setup.start().await;
    cloud.app().storage.ready().await.unwrap();
    let (_, _, parcel) = with_answers(&cloud, &["json"], &[("scene", "12")]).await;
    for fault in [Fault::internal_error(), Fault::DoneBut(Answer::error(500, "InternalError"))] {
        store.proxy.inject_times(FOR_LONG, Operation::Put, &fault);
        assert_eq!(parcel.client.finalize_package(&parcel.id).await.refusal(), ErrorCode::StorageUnavailable);
        assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 1, "nothing is half done");
        store.proxy.clear();
    }
    assert_eq!(parcel.finalize().await.total_files, 2);
}

#[tokio::test]
async fn a_response_serves_one_package_of_its_portal() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (portal, other) = (open_portal(&owner, "dailies", None).await, open_portal(&owner, "rushes", None).await);
    let special = [
        ("n", json!({ "type": "package_name" })),
        ("d", json!({ "type": "package_description" })),
        ("s", json!({ "type": "sender_email" })),
    ];
    let made = form(&owner, &portal, &["json"], &special).await;
    let response = filled_in(&cloud, &portal, &answers(&[("n", "Take 1"), ("d", "a"), ("s", "Eve@example.org")])).await;
    let create = async |portal: &PortalId, id: &str| cloud.anyone().create_portal_package(portal, &package(id)).await;
    for (portal, id) in [(&other, response.as_str()), (&portal, ID), (&portal, "no id")] {
        assert_eq!(create(portal, id).await.refusal(), ErrorCode::ReferenceNotFound);
    }
    let line = format!("POST /v1/portals/{portal}/packages");
    let missing = Reply::of(&cloud.anyone(), &line, &json!(package(""))).await;
    assert_eq!(
        (missing.status.as_u16(), missing.field().as_str()),
        (400, "form_data_id"),
        "also without required fields"
    );
    let (one, two) = tokio::join!(create(&portal, response.as_str()), create(&portal, response.as_str()));
    let (sent, refused) = if one.is_ok() { (one, two) } else { (two, one) };
    assert_eq!(refused.refusal(), ErrorCode::Duplicate);
    let sent = sent.unwrap();
    assert_eq!((sent.name.as_str(), sent.description.as_str()), ("Take 1", "a"), "the form has the last word");
    assert_eq!((sent.sender.as_str(), &sent.custom_metadata_id), ("eve@example.org", &response.to_string()));

    let empty = filled_in(&cloud, &portal, &answers(&[("s", "no address")])).await;
    let sent = create(&portal, empty.as_str()).await.unwrap();
    assert_eq!((sent.name.as_str(), sent.sender.as_str()), ("Dailies", "sender@example.org"), "as the request says");
    owner.client.delete_form(&made.id).await.unwrap();
    assert!(create(&portal, "").await.is_ok(), "a Portal without a form asks for none");
    let full = owner.client.package(&owner.team_id, &sent.id).await.unwrap();
    let reader = owner.client.with_package_token(&full.access_token);
    assert_eq!(reader.package_metadata(&sent.id).await.unwrap().id, empty, "the responses are kept");
}

#[tokio::test]
async fn the_page_learns_what_to_ask() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let guarded = open_portal(&owner, "guarded", Some("sesame")).await;
    let open = open_portal(&owner, "open", None).await;
    let elements = json!([
        { "label": "b", "name": "b", "position": -1, "type": "dropdown", "visibility": "required",
          "default_value": "y", "options": ["x", "y"] },
        { "label": "A", "name": "a", "position": 5, "type": "short_text", "visibility": "hidden", "default_value": "",
          "options": [] },
    ]);
    let shown = async |line: &str, client: &client::Client| {
        Reply::of(client, line, &Value::Null).await.expect(200)["custom_metadata"].clone()
    };
    let (stranger, knowing) = (cloud.anyone(), cloud.anyone().with_access_code("sesame"));
    for portal in [&guarded, &open] {
        assert_eq!(shown(&format!("GET /v1/portals/{portal}"), &owner.client).await, Value::Null);
        let options = json!({ "type": "dropdown", "options": ["x", "y"], "default_value": "y", "position": -1,
            "visibility": "required" });
        let asked = [("a", json!({ "label": "A", "visibility": "hidden", "position": 5 })), ("b", options)];
        form(&owner, portal, &[], &asked).await;
        assert_eq!(shown(&format!("GET /v1/portals/{portal}"), &owner.client).await, elements);
    }
    assert_eq!(shown(&format!("GET /v1/portals/{guarded}"), &knowing).await, elements);
    assert_eq!(shown("GET /v1/subdomains/portals/open", &stranger).await, elements);
    assert_eq!(shown("GET /v1/subdomains/portals/guarded", &stranger).await, Value::Null, "the code comes first");
}

#[tokio::test]
async fn metadata_goes_with_the_package() {
    let cloud = TestCloud::start().await;
    let (owner, _, parcel) = with_answers(&cloud, &["json"], &[("scene", "12")]).await;
    parcel.finalize().await;
    let link = parcel.link().await;
    let (_, reader) = parcel.open(&link).await.unwrap();
    assert_eq!(reader.package_metadata(&parcel.id).await.refusal(), ErrorCode::Forbidden, "not for those with a link");
    let plain = Parcel::create(&owner.client, &owner.team_id, &plain_package("Plain")).await;
    assert_eq!(plain.client.package_metadata(&plain.id).await.refusal(), ErrorCode::NotFound);

    parcel.reply("DELETE ", &Value::Null).await.expect(204);
    let gone = parcel.reply("GET /metadata", &Value::Null).await;
    assert_eq!(gone.error().code, ErrorCode::Gone);
    cloud.run_due_jobs().await;
    let url = cloud.app().config.database.url.expose();
    assert_eq!(number_of_sql(url, "SELECT COUNT(*) FROM form_responses").await, 0, "erased with the content");
}

#[tokio::test]
async fn an_expired_package_takes_its_metadata_along() {
    let cloud = TestCloud::start().await;
    let (_, _, parcel) = with_answers(&cloud, &["json"], &[("scene", "12")]).await;
    parcel.finalize().await;
    cloud.advance(Duration::from_hours(24 * 11));
    cloud.run_due_jobs().await;
    let url = cloud.app().config.database.url.expose();
    assert_eq!(number_of_sql(url, "SELECT COUNT(*) FROM form_responses").await, 0);
}

#[tokio::test]
async fn responses_without_a_package_are_forgotten() {
    let cloud = TestCloud::start().await;
    let (_, portal, parcel) = with_answers(&cloud, &["json"], &[("scene", "12")]).await;
    for _ in 0..3 {
        filled_in(&cloud, &portal, &answers(&[])).await;
    }
    cloud.execute_sql(&format!("UPDATE packages SET expiry = NULL WHERE id = '{}'", parcel.id)).await;
    let url = cloud.app().config.database.url.expose();
    let count = async || number_of_sql(url, "SELECT COUNT(*) FROM form_responses").await;
    cloud.run_due_jobs().await;
    assert_eq!(count().await, 4);
    cloud.advance(Duration::from_hours(20));
    filled_in(&cloud, &portal, &answers(&[])).await;
    cloud.advance(Duration::from_hours(5));
    cloud.run_due_jobs().await;
    assert_eq!(count().await, 2, "the bound one and the one of today");
}

#[tokio::test]
async fn one_household_fills_in_only_so_many_forms_an_hour() {
    let cloud = TestCloud::setup().with(|config| config.limits.portal_packages_per_hour = 3).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (portal, other) = (open_portal(&owner, "dailies", None).await, open_portal(&owner, "rushes", None).await);
    for portal in [&portal, &other] {
        form(&owner, portal, &["json"], &[]).await;
        for _ in 0..3 {
            filled_in(&cloud, portal, &answers(&[])).await;
        }
        let line = format!("POST /v1/portals/{portal}/form/responses");
        let refused = Reply::of(&cloud.anyone(), &line, &json!(answers(&[]))).await;
        assert_eq!(refused.error().code, ErrorCode::RateLimited);
    }
    cloud.advance(Duration::from_hours(1));
    filled_in(&cloud, &portal, &answers(&[])).await;
}

/// Every hostile string as a value, and as a label and a name where they are accepted.
#[tokio::test]
async fn hostile_text_is_inert_in_every_format() {
    let cloud = TestCloud::setup().with(|config| config.limits.address_tries_per_minute = 1_000).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for (number, strings) in hostile_strings().chunks(90).enumerate() {
        let portal = open_portal(&owner, &format!("portal{number}"), None).await;
        let mut asked = Vec::new();
        for (index, text) in strings.iter().enumerate() {
            // Text that cannot be a name or a label is refused, and used with a plain one instead.
            let hostile = json!({ "name": text, "label": text, "type": "long_text" });
            let request = json!({ "name": "f", "delivery_formats": ["json", "csv", "xml"], "fields": [hostile] });
            let probe = Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &request).await;
            let is_new = !asked.iter().any(|(field, _): &(Value, &String)| field["name"] == *text);
            if probe.status == 201 {
                let id = probe.expect(201)["id"].as_str().unwrap().parse().unwrap();
                owner.client.delete_form(&id).await.unwrap();
            }
            let plain = json!({ "name": format!("field {index}"), "type": "long_text" });
            let is_taken = probe.status == 201 && is_new;
            assert!(is_taken || probe.status == 201 || probe.status == 400, "{text:?} {}", probe.text);
            asked.push((if is_taken { hostile } else { plain }, text));
        }
        let fields: Value = asked.iter().map(|(field, _)| field.clone()).collect();
        let request = json!({ "name": "f", "delivery_formats": ["json", "csv", "xml"], "fields": fields });
        Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &request).await.expect(201);
        let given: Vec<_> =
            asked.iter().map(|(field, text)| (field["name"].as_str().unwrap(), text.as_str())).collect();
        let response = filled_in(&cloud, &portal, &answers(&given)).await;
        let parcel = bound(&cloud, &owner, &portal, &response).await;
        parcel.put("", "a.mov", b"hello").await;
        parcel.finalize().await;
        let files = parcel.client.files(&parcel.id, "").await.unwrap();
        check_json(&content_of(&parcel, &files, "metadata.json").await, &given);
        check_csv(&content_of(&parcel, &files, "metadata.csv").await, &given);
        check_xml(&content_of(&parcel, &files, "metadata.xml").await, &given);
    }
}

fn check_json(text: &str, given: &[(&str, &str)]) {
    let json: Value = serde_json::from_str(text).unwrap();
    let found: Vec<_> =
        json["fields"].as_array().unwrap().iter().map(|field| (&field["name"], &field["value"])).collect();
    let expected: Vec<_> = given.iter().map(|(name, value)| (json!(name), json!(value))).collect();
    assert!(found.into_iter().eq(expected.iter().map(|(name, value)| (name, value))));
}

fn check_csv(text: &str, given: &[(&str, &str)]) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), given.len());
    for (record, (name, value)) in records.iter().zip(given) {
        for cell in record {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?} would be calculated");
        }
        for (cell, meant) in [(&record[0], name), (&record[3], value)] {
            assert!(cell == *meant || cell.strip_prefix('\'') == Some(meant), "{cell:?} for {meant:?}");
        }
    }
}

/// A strict parser finds one field for each, with the text as given, except for what XML cannot represent.
fn check_xml(text: &str, given: &[(&str, &str)]) {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_comments = true;
    let (mut found, mut value, mut depth) = (Vec::new(), String::new(), 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(_) => {
                depth += 1;
                value.clear();
            }
            Event::Text(part) => value.push_str(&part.decode().unwrap()),
            Event::GeneralRef(entity) => match entity.resolve_char_ref().unwrap() {
                Some(character) => value.push(character),
                None => {
                    value.push_str(quick_xml::escape::resolve_predefined_entity(&entity.decode().unwrap()).unwrap());
                }
            },
            Event::End(_) => {
                if depth == 2 {
                    found.push(value.clone());
                }
                depth -= 1;
            }
            Event::Decl(_) => {}
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((depth, found.len()), (0, given.len()));
    for (found, (_, meant)) in found.iter().zip(given) {
        let characters = found.chars().zip(meant.chars());
        let is_same = characters.into_iter().all(|(found, meant)| found == meant || found == '\u{fffd}');
        assert!(is_same && found.chars().count() == meant.chars().count(), "{found:?} for {meant:?}");
        let is_allowed =
            |character: char| !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\u{7f}'..='\u{9f}');
        assert!(found.chars().all(is_allowed), "{found:?}");
    }
}
