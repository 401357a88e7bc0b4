//! Stories told from outside, through the real interface.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod stories {
    mod access;
    mod access_bodies;
    mod access_matrix;
    mod access_scene;
    mod activities;
    mod api_keys;
    mod bad_fields;
    mod bad_input;
    mod channels;
    mod commands;
    mod configuration;
    mod deliveries;
    mod delivery_faults;
    mod documents;
    mod downloads;
    mod email_and_profile;
    mod filters;
    mod first_start;
    mod foreign_ids;
    mod form_delivery;
    mod forms;
    mod hostile_packages;
    mod hostile_strings;
    mod invitations;
    mod jobs;
    mod links;
    mod listeners;
    mod listings;
    mod mail;
    mod members;
    mod missing_parts;
    mod outages;
    mod package_mails;
    mod package_moves;
    mod package_tags;
    mod package_tokens;
    mod packages;
    mod passwords;
    mod portal_packages;
    mod portal_races;
    mod portals;
    mod private_portals;
    mod program;
    mod record;
    mod scanning;
    mod sealed_content;
    mod sealing;
    mod second_factor;
    mod sign_in;
    mod storage_outage;
    mod tags;
    mod teams;
    mod teamspaces;
    mod upload_batches;
    mod uploads;
    mod visible_totals;
    mod webhook_addresses;
    mod webhook_scene;
    mod webhook_tls;
    mod webhooks;
    mod zips;
}
