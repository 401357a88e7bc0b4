//! The HTML of a page.

use std::sync::OnceLock;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use minijinja::value::{Kwargs, Serde};
use minijinja::{Environment, State, context};
use serde::Serialize;
use texts::{Language, Texts};
use url::Url;

use crate::files::Files;
use crate::manifest;
use crate::policy::Policy;

/// One page: the data for its script, and what people see before it runs.
pub struct Shell<'a> {
    pub language: Language,
    /// The title, already translated.
    pub title: String,
    pub boot: Boot<'a>,
    pub view: View,
    pub brand: Brand,
    /// The origin of the object store, where files are uploaded and downloaded.
    pub storage: Option<&'a Url>,
}

/// The data for the script of a page: its kind, and what it cannot request itself.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Boot<'a> {
    Portal { subdomain: &'a str },
    Download { link_id: &'a str },
    Console { server: &'a str, portal_domain: &'a str },
    Agent,
}

impl Boot<'_> {
    /// The entry module of this kind.
    fn entry(&self) -> &'static str {
        match self {
            Self::Portal { .. } => "src/portal/main.tsx",
            Self::Download { .. } => "src/download/main.tsx",
            Self::Console { .. } => "src/console/main.tsx",
            Self::Agent => "src/agent/main.tsx",
        }
    }
}

/// What people see before and without the script: the name of a template and its values.
pub struct View {
    template: &'static str,
    values: minijinja::Value,
}

impl View {
    /// A page that needs its script.
    pub fn waiting() -> Self {
        Self { template: "waiting.html", values: minijinja::Value::UNDEFINED }
    }

    /// A Portal, as visitors see it.
    pub fn portal(values: impl Serialize) -> Self {
        Self { template: "portal.html", values: Serde(values).into() }
    }

    /// A package that can be downloaded, even without the script.
    pub fn download(values: impl Serialize) -> Self {
        Self { template: "download.html", values: Serde(values).into() }
    }

    /// A sentence, and what to do next.
    pub fn sentence(values: impl Serialize) -> Self {
        Self { template: "sentence.html", values: Serde(values).into() }
    }
}

/// The customer's branding. Text on these colours is always readable.
#[derive(Default, Serialize)]
pub struct Brand {
    pub logo: Option<Url>,
    pub background: Option<Url>,
    pub colours: Option<Colours>,
}

/// Colours as `#rrggbb`, derived from the customer's colour.
#[derive(Serialize)]
pub struct Colours {
    pub fill: String,
    pub on_fill: String,
    pub hover: String,
    pub ring_light: String,
    pub ring_dark: String,
}

impl Shell<'_> {
    /// The page with its headers.
    pub fn respond(&self, files: &Files, status: StatusCode) -> Response {
        let Some(needs) = manifest::needs(files, self.boot.entry()) else { return plain_page(self.language) };
        let nonce = STANDARD_NO_PAD.encode(rand::random::<[u8; 16]>());
        let images = self.brand.logo.iter().chain(&self.brand.background);
        let policy = Policy::new(nonce.clone()).with_storage(self.storage).with_images(images);
        let boot = serde_json::json!({ "language": self.language, "page": self.boot });
        let values = context! {
            language => self.language.tag(),
            title => self.title.as_str(),
            // A data block ends at the first `</script`, so `<` must be escaped.
            boot => minijinja::Value::from_safe_string(boot.to_string().replace('<', "\\u003c")),
            brand => minijinja::Value::from(Serde(&self.brand)),
            background => self.brand.background.as_ref().map(|url| minijinja::Value::from_safe_string(quoted(url))),
            needs => minijinja::Value::from(Serde(&needs)),
            view => self.view.template,
            nonce,
            ..self.view.values.clone()
        };
        render("shell.html", &values, status, &policy.header())
    }
}

/// Quotes a URL for CSS: a serialised URL contains no other special characters than these.
fn quoted(url: &Url) -> String {
    let text: String = url
        .as_str()
        .chars()
        .flat_map(|letter| match letter {
            '\'' | '"' | '(' | ')' | '\\' | '<' | '>' => format!("%{:02X}", u32::from(letter)).chars().collect(),
            letter => vec![letter],
        })
        .collect();
    format!("url(\"{text}\")")
}

/// The page of a program that was built without pages.
fn plain_page(language: Language) -> Response {
    let policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
    let values = context! { language => language.tag() };
    render("missing.html", &values, StatusCode::SERVICE_UNAVAILABLE, policy)
}

fn render(template: &str, values: &minijinja::Value, status: StatusCode, policy: &str) -> Response {
    let rendered = templates().get_template(template).and_then(|template| template.render(values));
    let html = match rendered {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(%error, template, "cannot render a page");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    response
}

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../templates/", $name)))),*]
    };
}

fn templates() -> &'static Environment<'static> {
    static TEMPLATES: OnceLock<Environment<'static>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let mut environment = Environment::new();
        environment.add_function("say", say);
        for (name, source) in
            templates!["shell.html", "waiting.html", "portal.html", "download.html", "sentence.html", "missing.html",]
        {
            environment.add_template(name, source).expect("our templates are well formed: a test renders each");
        }
        environment
    })
}

/// `say("name", variable=value)` in a template: the text in the language of the page.
#[expect(clippy::needless_pass_by_value, reason = "the engine hands the variables over")]
fn say(state: &State<'_, '_>, name: &str, variables: Kwargs) -> Result<String, minijinja::Error> {
    let tag = state.lookup("language").map(|tag| tag.to_string()).unwrap_or_default();
    let mut arguments = Vec::new();
    for variable in variables.args() {
        let value: minijinja::Value = variables.get(variable)?;
        let value = match i64::try_from(value.clone()) {
            Ok(number) => number.into(),
            Err(_) => value.to_string().into(),
        };
        arguments.push((variable, value));
    }
    Ok(Texts::of(Language::of_tag(&tag).unwrap_or_default()).say(name, &arguments))
}
