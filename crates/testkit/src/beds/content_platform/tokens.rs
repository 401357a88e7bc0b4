//! Tokens for assertions that are checked closely: key, algorithm, audience, subject, time, and that none is used
//! twice.

use std::collections::HashSet;

use cloud::clock::Clock;
use fixtures::keys;
use serde_json::json;

use crate::beds::assertion::{self, Assertion};
use crate::beds::double::{Asked, Said};

pub(super) const CLIENT: &str = "app-client";
pub(super) const SECRET: &str = "app-secret";
pub(super) const KEY_ID: &str = "k3y1d";
pub(super) const ENTERPRISE: &str = "8675309";

#[derive(Default)]
pub(super) struct Tokens {
    good: HashSet<String>,
    given: usize,
    assertions: HashSet<String>,
}

impl Tokens {
    pub(super) fn end_all(&mut self) {
        self.good.clear();
    }

    pub(super) const fn given(&self) -> usize {
        self.given
    }

    pub(super) fn is_good(&self, header: &str) -> bool {
        header.strip_prefix("Bearer ").is_some_and(|token| self.good.contains(token))
    }

    pub(super) fn give(&mut self, asked: &Asked) -> Said {
        let refuse = |code: &str, words: &str| Said::json(400, &json!({ "error": code, "error_description": words }));
        let pairs = String::from_utf8_lossy(&asked.body).into_owned();
        let field = |name: &str| {
            let value = pairs.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
            let decoded = percent_encoding::percent_decode_str(value.unwrap_or_default()).decode_utf8_lossy();
            decoded.into_owned()
        };
        if asked.header("content-type") != "application/x-www-form-urlencoded" {
            return refuse("invalid_request", "a form is wanted");
        }
        if field("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer" {
            return refuse("unsupported_grant_type", "The grant type is unrecognized or unsupported");
        }
        if field("client_id") != CLIENT || field("client_secret") != SECRET {
            return refuse("invalid_client", "The client credentials are invalid");
        }
        match claims(&field("assertion")) {
            Err(words) => refuse("invalid_grant", &words),
            Ok(jti) if !self.assertions.insert(jti.clone()) => {
                refuse("invalid_grant", "A unique 'jti' value is required.")
            }
            Ok(_) => {
                self.given += 1;
                let token = format!("token-{}-{:08x}", self.given, rand::random::<u32>());
                self.good.insert(token.clone());
                Said::json(200, &json!({ "access_token": token, "expires_in": 3_600, "token_type": "bearer" }))
            }
        }
    }
}

/// The id of an assertion, or what is wrong with it.
fn claims(assertion: &str) -> Result<String, String> {
    let Assertion { header, claims } = Assertion::open(assertion, &assertion::pem_bytes(keys::PUBLIC))?;
    if header["kid"] != KEY_ID {
        return Err("OAuth JWT Public Key required".to_owned());
    }
    assertion::check(&claims, CLIENT, "https://api.box.com/oauth2/token")?;
    let now = Clock::System.now().as_millis() / 1_000;
    if claims["exp"].as_i64().is_none_or(|end| end > now + 60) {
        return Err("The 'exp' claim must be at most 60 seconds from now".to_owned());
    }
    if claims["sub"] != ENTERPRISE || claims["box_sub_type"] != "enterprise" {
        return Err("Current date/time or subject is not right".to_owned());
    }
    let jti = claims["jti"].as_str().unwrap_or_default();
    if !(16..=128).contains(&jti.len()) {
        return Err("The 'jti' claim must have 16 to 128 characters".to_owned());
    }
    Ok(jti.to_owned())
}
