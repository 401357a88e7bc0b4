//! Pages as the browser first gets them, and as browsers without scripts use them.

use std::time::Duration;

use cloud::config::Config;
use reqwest::redirect::Policy;
use reqwest::{Method, Response, StatusCode, header};
use serde_json::json;
use tempfile::TempDir;
use testkit::{Parcel, Person, Reply, TestCloud, hostile_strings, plain_package};
use wire::links::CreateLink;
use wire::portals::WritePortal;

const SECRET_PASSWORD: &str = "pässwörd ✓";

/// A service with built pages, as far as a test needs them.
struct Scene {
    cloud: TestCloud,
    owner: Person,
    browser: reqwest::Client,
    _pages: TempDir,
}

impl Scene {
    async fn start() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let pages = tempfile::tempdir().unwrap();
        let entry = |name: &str| (format!("src/{name}/main.tsx"), json!({ "file": format!("assets/{name}-1.js") }));
        let manifest: serde_json::Map<_, _> = ["portal", "download", "console"].map(entry).into_iter().collect();
        std::fs::write(pages.path().join("manifest.json"), json!(manifest).to_string()).unwrap();
        let directory = pages.path().to_owned();
        let setup = TestCloud::setup().with(|config| {
            config.pages.directory = directory;
            config.portal_domain = "portals.example".into();
            change(config);
        });
        let cloud = setup.start().await;
        let owner = cloud.owner("Film", "anna@example.org").await;
        let browser = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
        Self { cloud, owner, browser, _pages: pages }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let address = self.cloud.anyone().request(Method::GET, path).build().unwrap().url().clone();
        self.browser.request(method, address)
    }

    async fn page(&self, path: &str) -> (StatusCode, String) {
        read(self.request(Method::GET, path).send().await.unwrap()).await
    }

    async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let body: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.request(Method::POST, path).body(body);
        request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").send().await.unwrap()
    }

    async fn link(&self, parcel: &Parcel, request: &CreateLink) -> (String, String) {
        let link = parcel.client.create_link(&parcel.id, request).await.unwrap();
        (link.id.to_string(), link.download_secret.unwrap())
    }
}

async fn read(response: Response) -> (StatusCode, String) {
    (response.status(), response.text().await.unwrap())
}

/// The value of a hidden field of the page.
fn field(html: &str, name: &str) -> String {
    let (_, rest) = html.split_once(&format!("name=\"{name}\" value=\"")).expect("the page has the field");
    rest.split_once('"').expect("the field has an end").0.to_owned()
}

#[tokio::test]
async fn names_are_not_tried_out_for_long_on_pages() {
    let scene = Scene::with(|config| config.limits.refusals_per_minute = 4).await;
    let portal = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    Reply::of(&scene.owner.client, &format!("POST /v1/teams/{}/portals", scene.owner.team_id), &portal)
        .await
        .expect(201);
    for path in ["/p/try-1", "/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=guess", "/p/try-2", "/d/try-3"] {
        assert_eq!(scene.page("/p/rushes").await.0, 200);
        assert_eq!(scene.page(path).await.0, 404, "{path}");
    }
    for path in ["/p/rushes", "/p/another", "/d/another"] {
        assert_eq!(scene.page(path).await.0, 429, "{path}: what exists looks like what does not");
    }
    assert_eq!(scene.page("/sent").await.0, 200, "the console looks nothing up");
    scene.cloud.advance(Duration::from_mins(1));
    assert_eq!(scene.page("/p/rushes").await.0, 200);
}

#[tokio::test]
async fn a_portal_has_a_page_by_path_and_by_host() {
    let scene = Scene::start().await;
    let portal = WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some("rushes".to_owned()),
        message: Some("Day 4.\nThank you.".to_owned()),
        language: Some("de".to_owned()),
        primary_color: Some("#ffee00".to_owned()),
        logo_url: Some("https://cdn.example/logo.png".to_owned()),
        active: Some(true),
        ..WritePortal::default()
    };
    scene.owner.client.create_portal(&scene.owner.team_id, &portal).await.unwrap();
    let (status, html) = scene.page("/p/rushes").await;
    assert_eq!(status, 200);
    for part in ["lang=\"de\"", "Dateien an Rushes senden", "<p>Thank you.</p>", "--brand:#ffee00;--on-brand:#000000"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let by_host = scene.request(Method::GET, "/").header(header::HOST, "Rushes.portals.example");
    let reply = by_host.send().await.unwrap();
    let policy = reply.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(policy.contains("img-src 'self' data: blob: https://cdn.example;"), "{policy}");
    assert!(read(reply).await.1.contains("\"kind\":\"portal\",\"subdomain\":\"rushes\""));
    let (status, html) = scene.page("/p/nothing").await;
    assert_eq!(status, 404);
    assert!(html.contains("There is no open upload page at this address"), "{html}");
    let console = scene.page("/").await;
    assert!(console.0 == 200 && console.1.contains("\"kind\":\"console\""));
}

#[tokio::test]
async fn what_strangers_chose_is_text_on_every_page() {
    let scene = Scene::start().await;
    let marks = |html: &str| html.matches('<').count();
    let portal = |message: &str, number: usize| WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some(format!("rushes-{number}")),
        message: Some(message.to_owned()),
        active: Some(true),
        ..WritePortal::default()
    };
    scene.owner.client.create_portal(&scene.owner.team_id, &portal("plain", 0)).await.unwrap();
    let plain = marks(&scene.page("/p/rushes-0").await.1);
    let single_lines = hostile_strings().into_iter().filter(|text| !text.contains(char::is_control));
    for (number, text) in single_lines.enumerate() {
        let created = scene.owner.client.create_portal(&scene.owner.team_id, &portal(&text, number + 1)).await;
        if created.is_err() {
            continue;
        }
        let (_, html) = scene.page(&format!("/p/rushes-{}", number + 1)).await;
        // Line breaks that only some programs know create more paragraphs of the same kind, and no other element.
        let lines = html.matches("<p>").count() - 1;
        assert_eq!(marks(&html) - 2 * lines, plain, "{text:?} is markup in {html}");
    }
}

#[tokio::test]
async fn opening_a_page_is_no_download_and_the_form_is_one() {
    let scene = Scene::start().await;
    let parcel = Parcel::create(&scene.owner.client, &scene.owner.team_id, &plain_package("Dailies")).await;
    parcel.put("day 4", "a <b>.mov", b"twelve bytes").await;
    parcel.finalize().await;
    let once = CreateLink { access_limit: Some(1), ..CreateLink::default() };
    let (link, secret) = scene.link(&parcel, &once).await;
    let address = format!("/d/{link}?secret={secret}");
    for method in [Method::GET, Method::HEAD, Method::GET] {
        assert_eq!(scene.request(method, &address).send().await.unwrap().status(), 200);
    }
    let (_, html) = scene.page(&address).await;
    assert!(html.contains("Files from anna@example.org"), "{html}");
    assert!(html.contains("day 4&#x2f;a &lt;b&gt;.mov"), "{html}");
    let reply = scene.request(Method::GET, &address).send().await.unwrap();
    assert_eq!(reply.headers()[header::REFERRER_POLICY], "no-referrer");
    let fields = [("token", field(&html, "token")), ("file", field(&html, "file"))];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let reply = scene.form(&format!("/d/{link}/download"), &fields).await;
    assert_eq!(reply.status(), 303);
    let content = testkit::fetch(reply.headers()[header::LOCATION].to_str().unwrap()).await;
    assert_eq!(content, b"twelve bytes");
    let (status, html) = scene.page(&address).await;
    assert_eq!(status, 403);
    assert!(html.contains("Download limit reached"), "{html}");
}

#[tokio::test]
async fn a_password_of_any_letters_opens_the_page_without_a_script() {
    let scene = Scene::start().await;
    let parcel = Parcel::sent(&scene.owner.client, &scene.owner.team_id, &plain_package("Dailies")).await;
    let guarded = CreateLink { password: Some(SECRET_PASSWORD.to_owned()), ..CreateLink::default() };
    let (link, secret) = scene.link(&parcel, &guarded).await;
    let (status, html) = scene.page(&format!("/d/{link}?secret={secret}")).await;
    assert_eq!(status, 200);
    assert!(!html.contains("Dailies") && !html.contains("anna@example.org"), "nothing is told before: {html}");
    let path = format!("/d/{link}");
    let (_, wrong) = read(scene.form(&path, &[("secret", &secret), ("password", "guess")]).await).await;
    assert!(wrong.contains("Wrong password"), "{wrong}");
    let (status, right) = read(scene.form(&path, &[("secret", &secret), ("password", SECRET_PASSWORD)]).await).await;
    assert!(status == 200 && right.contains("Dailies"), "{right}");
    let nothing = scene.request(Method::POST, &path).header(header::CONTENT_TYPE, "text/plain").body("x");
    assert_eq!(nothing.send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn every_dead_end_says_what_to_do() {
    let scene = Scene::start().await;
    let parcel = Parcel::sent(&scene.owner.client, &scene.owner.team_id, &plain_package("Dailies")).await;
    let (link, secret) = scene.link(&parcel, &CreateLink::default()).await;
    let (asleep, asleep_secret) =
        scene.link(&parcel, &CreateLink { active: Some(false), ..CreateLink::default() }).await;
    for (path, status, said) in [
        (format!("/d/{link}?secret=wrong"), 404, "ask the sender for a new one"),
        (format!("/d/{link}"), 404, "Copy the whole link"),
        ("/d/01J00000000000000000000000?secret=x".to_owned(), 404, "This link doesn’t work"),
        (format!("/d/{asleep}?secret={asleep_secret}"), 403, "These files are not ready"),
    ] {
        let (found, html) = scene.page(&path).await;
        assert_eq!(found, status, "{path}");
        assert!(html.contains(said), "{path}: {html}");
    }
    scene.cloud.advance(std::time::Duration::from_hours(24 * 365));
    let (status, html) = scene.page(&format!("/d/{link}?secret={secret}&lang=fr")).await;
    assert_eq!(status, 410);
    assert!(html.contains("Ces fichiers ne sont plus disponibles"), "{html}");
}

#[tokio::test]
async fn a_service_without_built_pages_says_so() {
    let empty = tempfile::tempdir().unwrap();
    let directory = empty.path().to_owned();
    let cloud = TestCloud::setup().with(|config| config.pages.directory = directory).start().await;
    let reply = cloud.get("/").await;
    assert_eq!(reply.status, 503);
    assert!(reply.text.contains("cargo xtask run") && reply.text.contains("/docs"), "{}", reply.text);
}
