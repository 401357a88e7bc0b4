//! Applies a request to the settings of a Portal. Missing fields keep their values.

use wire::portals::{PortalSettings, WritePortal};

use crate::Refusal;

/// Refuses restrictions that this service does not have: the caller must not believe that it holds.
pub fn check_supported(request: &WritePortal) -> Result<(), Refusal> {
    let asked = [
        ("user_authentication_required", request.user_authentication_required),
        ("download_user_authentication_required", request.download_user_authentication_required),
    ];
    match asked.into_iter().find(|(_, asked)| *asked == Some(true)) {
        None => Ok(()),
        Some((field, _)) => {
            let reason = "is not supported, so it must be false: protect the Portal with access_code, and its downloads \
                          with download_password";
            Err(Refusal::invalid(field, reason))
        }
    }
}

pub fn updated(stored: &PortalSettings, request: &WritePortal) -> PortalSettings {
    let flag = |asked: Option<bool>, stored: bool| asked.unwrap_or(stored);
    let number = |asked: Option<i64>, stored: i64| asked.unwrap_or(stored);
    let text = |asked: &Option<String>, stored: &String| asked.as_ref().unwrap_or(stored).trim().to_owned();
    PortalSettings {
        message: request.message.as_ref().unwrap_or(&stored.message).clone(),
        has_access_code: flag(request.has_access_code, stored.has_access_code),
        has_download_password: flag(request.has_download_password, stored.has_download_password),
        custom_expiry_days: number(request.custom_expiry_days, stored.custom_expiry_days),
        logo_url: text(&request.logo_url, &stored.logo_url),
        background_url: text(&request.background_url, &stored.background_url),
        primary_color: text(&request.primary_color, &stored.primary_color),
        disable_upload_receipt: flag(request.disable_upload_receipt, stored.disable_upload_receipt),
        terms_of_service_enabled: flag(request.terms_of_service_enabled, stored.terms_of_service_enabled),
        terms_of_service: request.terms_of_service.as_ref().unwrap_or(&stored.terms_of_service).clone(),
        package_size_restriction_enabled: flag(
            request.package_size_restriction_enabled,
            stored.package_size_restriction_enabled,
        ),
        max_package_size: number(request.max_package_size, stored.max_package_size),
        max_file_size: number(request.max_file_size, stored.max_file_size),
        max_file_count: number(request.max_file_count, stored.max_file_count),
        max_stored_bytes: number(request.max_stored_bytes, stored.max_stored_bytes),
        max_packages_per_hour: number(request.max_packages_per_hour, stored.max_packages_per_hour),
        max_entries_per_hour: number(request.max_entries_per_hour, stored.max_entries_per_hour),
        file_type_restriction_enabled: flag(
            request.file_type_restriction_enabled,
            stored.file_type_restriction_enabled,
        ),
        file_types: request.file_types.as_ref().unwrap_or(&stored.file_types).clone(),
        file_type_restriction_exclude: flag(
            request.file_type_restriction_exclude,
            stored.file_type_restriction_exclude,
        ),
        expiry_enabled: flag(request.expiry_enabled, stored.expiry_enabled),
        package_name_format: request.package_name_format.as_ref().unwrap_or(&stored.package_name_format).clone(),
        package_name_format_enabled: flag(request.package_name_format_enabled, stored.package_name_format_enabled),
        language: text(&request.language, &stored.language),
    }
}
