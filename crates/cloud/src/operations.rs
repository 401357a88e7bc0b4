//! Changes with several steps, shared by routes, jobs and commands.
//!
//! An operation reads, lets `domain` decide, and writes the change, its audit
//! entry and its mails in one transaction.

pub mod accounts;
pub mod api_keys;
pub mod bootstrap;
pub mod channels;
pub mod cloud_connections;
pub mod deliveries;
pub mod delivery_attempts;
pub mod downloads;
mod fault_notices;
pub mod files;
pub mod filters;
pub mod finalize_files;
pub mod form_delivery;
mod form_fields;
pub mod form_responses;
pub mod form_templates;
pub mod forms;
pub mod forwarding;
pub mod gateways;
pub mod imports;
pub mod invitations;
pub mod joining;
pub mod links;
pub mod long_poll;
pub mod mail;
pub mod members;
pub mod package_bodies;
pub mod package_changes;
pub mod package_lists;
pub mod packages;
pub mod portal_access;
pub mod portal_bodies;
pub mod portal_connections;
pub mod portal_packages;
pub mod portal_references;
pub mod portal_rules;
pub mod portal_secrets;
pub mod portals;
pub mod proof;
pub mod record;
pub mod second_factor;
pub mod segments;
pub mod sessions;
pub mod tags;
pub mod teams;
pub mod teamspaces;
pub mod throttle;
pub mod transfer_moves;
pub mod transfers;
pub mod webhook_requests;
pub mod webhooks;
pub mod zips;
