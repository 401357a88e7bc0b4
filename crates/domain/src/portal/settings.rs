//! Validates the settings of a Portal. Many of them are public.

use url::Url;
use wire::portals::PortalSettings;

use crate::Refusal;
use crate::account::check_text;
use crate::quota::ENTRIES_LEAST;
use crate::re2::Pattern;

const MESSAGE_LONGEST: usize = 10_000;
pub const TITLE_LONGEST: usize = 500;
const ADDRESS_LONGEST: usize = 2_048;
pub const SECRET_LONGEST_BYTES: usize = 72;
pub const EXPIRY_DAYS_LONGEST: i64 = 65_535;
const FILE_TYPES_MOST: usize = 500;
const FILE_TYPE_LONGEST: usize = 50;

/// An access code or a download password.
pub fn check_secret(field: &'static str, text: &str) -> Result<(), Refusal> {
    if text.len() > SECRET_LONGEST_BYTES {
        return Err(Refusal::invalid(field, format!("can have up to {SECRET_LONGEST_BYTES} bytes")));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::invalid(field, "must not contain control characters"));
    }
    Ok(())
}

pub fn check_settings(settings: &PortalSettings) -> Result<(), Refusal> {
    check_text("message", &settings.message, MESSAGE_LONGEST)?;
    check_address("logo_url", &settings.logo_url)?;
    check_address("background_url", &settings.background_url)?;
    check_color(&settings.primary_color)?;
    check_language(&settings.language)?;
    if !(-1..=EXPIRY_DAYS_LONGEST).contains(&settings.custom_expiry_days) {
        let reason =
            format!("must be between -1 and {EXPIRY_DAYS_LONGEST}: -1 means never, 0 means the Team's default");
        return Err(Refusal::invalid("custom_expiry_days", reason));
    }
    check_terms(settings)?;
    check_sizes(settings)?;
    check_types(settings)?;
    check_name_format(settings)
}

/// Empty, or a web URL: nothing else may become a link or an image.
fn check_address(field: &'static str, text: &str) -> Result<(), Refusal> {
    if text.is_empty() {
        return Ok(());
    }
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`');
    let is_web = Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    });
    if text.len() > ADDRESS_LONGEST || !text.bytes().all(is_plain) || !is_web {
        return Err(Refusal::invalid(field, "must be an http or https address without user name, or empty"));
    }
    Ok(())
}

fn check_color(text: &str) -> Result<(), Refusal> {
    let is_hex = |digits: &str| matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if text.is_empty() || text.strip_prefix('#').is_some_and(is_hex) {
        return Ok(());
    }
    Err(Refusal::invalid("primary_color", "must be an HTML colour such as #1a2b3c, or empty"))
}

fn check_language(text: &str) -> Result<(), Refusal> {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if text.is_empty() || (text.len() <= 35 && text.split('-').all(is_part)) {
        return Ok(());
    }
    Err(Refusal::invalid("language", "must be a language such as en or pt-BR, or empty"))
}

fn check_terms(settings: &PortalSettings) -> Result<(), Refusal> {
    let terms = &settings.terms_of_service;
    check_text("terms_of_service.title", &terms.title, TITLE_LONGEST)?;
    check_text("terms_of_service.description", &terms.description, MESSAGE_LONGEST)?;
    check_text("terms_of_service.checkbox_label", &terms.checkbox_label, TITLE_LONGEST)?;
    check_address("terms_of_service.checkbox_url", &terms.checkbox_url)?;
    let is_empty = [&terms.title, &terms.description, &terms.checkbox_label, &terms.checkbox_url]
        .iter()
        .all(|text| text.trim().is_empty());
    if settings.terms_of_service_enabled && is_empty {
        let reason = "must not be empty when terms_of_service_enabled is true";
        return Err(Refusal::invalid("terms_of_service", reason));
    }
    Ok(())
}

fn check_sizes(settings: &PortalSettings) -> Result<(), Refusal> {
    let limits = [
        ("max_package_size", settings.max_package_size),
        ("max_file_size", settings.max_file_size),
        ("max_file_count", settings.max_file_count),
    ];
    let quotas = [
        ("max_stored_bytes", settings.max_stored_bytes),
        ("max_packages_per_hour", settings.max_packages_per_hour),
        ("max_entries_per_hour", settings.max_entries_per_hour),
    ];
    if let Some((field, _)) = limits.iter().chain(&quotas).find(|(_, limit)| *limit < 0) {
        return Err(Refusal::invalid(*field, "must not be negative; 0 means no limit"));
    }
    if (1..ENTRIES_LEAST).contains(&settings.max_entries_per_hour) {
        let reason = format!("must be 0 or at least {ENTRIES_LEAST}, which is what one request can add");
        return Err(Refusal::invalid("max_entries_per_hour", reason));
    }
    if settings.package_size_restriction_enabled && limits.iter().all(|(_, limit)| *limit == 0) {
        let reason = "or max_file_size or max_file_count must be set when package_size_restriction_enabled is true";
        return Err(Refusal::invalid("max_package_size", reason));
    }
    Ok(())
}

fn check_types(settings: &PortalSettings) -> Result<(), Refusal> {
    let types = &settings.file_types;
    let is_ending = |text: &str| {
        let rest = text.strip_prefix('.').unwrap_or_default();
        !rest.is_empty()
            && text.chars().count() <= FILE_TYPE_LONGEST
            && !rest.contains(|letter: char| letter.is_control() || letter.is_whitespace() || "/\\".contains(letter))
    };
    if types.len() > FILE_TYPES_MOST {
        return Err(Refusal::invalid("file_types", format!("can have up to {FILE_TYPES_MOST} entries")));
    }
    if let Some(wrong) = types.iter().find(|text| !is_ending(text)) {
        let shown: String = wrong.chars().take(FILE_TYPE_LONGEST).collect();
        let reason = format!("must be file extensions with their dot, such as .mov, not {shown:?}");
        return Err(Refusal::invalid("file_types", reason));
    }
    if settings.file_type_restriction_enabled && types.is_empty() {
        let reason = "must not be empty when file_type_restriction_enabled is true";
        return Err(Refusal::invalid("file_types", reason));
    }
    Ok(())
}

fn check_name_format(settings: &PortalSettings) -> Result<(), Refusal> {
    let format = &settings.package_name_format;
    check_text("package_name_format.label", &format.label, TITLE_LONGEST)?;
    Pattern::compile_whole(&format.value)
        .map_err(|error| Refusal::invalid("package_name_format.value", error.to_string()))?;
    if settings.package_name_format_enabled && format.value.is_empty() {
        let reason = "must be set when package_name_format_enabled is true";
        return Err(Refusal::invalid("package_name_format.value", reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wire::portals::{PackageNameFormat, PortalSettings, TermsOfService};

    use super::{check_secret, check_settings};

    #[test]
    fn secrets_are_counted_in_bytes() {
        assert!(check_secret("access_code", &"x".repeat(72)).is_ok());
        assert!(check_secret("access_code", &"x".repeat(73)).is_err());
        assert!(check_secret("access_code", &"ü".repeat(37)).is_err());
        assert!(check_secret("access_code", "a\nb").is_err());
    }

    #[test]
    fn settings_name_what_is_wrong() {
        let plain = PortalSettings::default;
        let terms =
            |checkbox_url: &str| TermsOfService { checkbox_url: checkbox_url.into(), ..TermsOfService::default() };
        let format = |value: &str| PackageNameFormat { label: String::new(), value: value.into() };
        let cases = [
            (plain(), ""),
            (PortalSettings { message: "a\u{1b}b".into(), ..plain() }, "message"),
            (PortalSettings { logo_url: "javascript:alert(1)".into(), ..plain() }, "logo_url"),
            (PortalSettings { logo_url: "https://example.org/a b.png".into(), ..plain() }, "logo_url"),
            (PortalSettings { logo_url: "https://u:p@example.org/".into(), ..plain() }, "logo_url"),
            (PortalSettings { logo_url: "https://example.org/logo.png?x=1".into(), ..plain() }, ""),
            (PortalSettings { background_url: "data:image/png;base64,AA==".into(), ..plain() }, "background_url"),
            (PortalSettings { primary_color: "#12aBcd".into(), ..plain() }, ""),
            (PortalSettings { primary_color: "red;}body{".into(), ..plain() }, "primary_color"),
            (PortalSettings { primary_color: "#12345".into(), ..plain() }, "primary_color"),
            (PortalSettings { custom_expiry_days: -1, ..plain() }, ""),
            (PortalSettings { custom_expiry_days: 65_535, ..plain() }, ""),
            (PortalSettings { custom_expiry_days: -2, ..plain() }, "custom_expiry_days"),
            (PortalSettings { custom_expiry_days: 65_536, ..plain() }, "custom_expiry_days"),
            (PortalSettings { language: "pt-BR".into(), ..plain() }, ""),
            (PortalSettings { language: "../en".into(), ..plain() }, "language"),
            (PortalSettings { terms_of_service_enabled: true, ..plain() }, "terms_of_service"),
            (PortalSettings { terms_of_service: terms("ftp://x"), ..plain() }, "terms_of_service.checkbox_url"),
            (PortalSettings { max_file_size: -1, ..plain() }, "max_file_size"),
            (PortalSettings { package_size_restriction_enabled: true, max_file_count: 1, ..plain() }, ""),
            (PortalSettings { file_type_restriction_enabled: true, ..plain() }, "file_types"),
            (PortalSettings { file_types: vec!["mov".into()], ..plain() }, "file_types"),
            (PortalSettings { file_types: vec![".tar.gz".into(), ".MOV".into()], ..plain() }, ""),
            (PortalSettings { package_name_format_enabled: true, ..plain() }, "package_name_format.value"),
            (
                PortalSettings { package_name_format: format(&"x".repeat(1_025)), ..plain() },
                "package_name_format.value",
            ),
            (PortalSettings { package_name_format: format("a)(b"), ..plain() }, "package_name_format.value"),
            (PortalSettings { package_name_format: format("R[0-9]+"), ..plain() }, ""),
        ];
        for (settings, field) in cases {
            let named = check_settings(&settings).err().map(|refusal| refusal.to_string()).unwrap_or_default();
            assert_eq!(named.split(':').next().unwrap_or_default(), field, "{settings:?}");
        }
    }
}
