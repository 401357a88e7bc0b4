//! Checks of the server.

use client::{Client, ClientError};
use hyper::Method;
use serde_json::Value;

use super::Finding;
use crate::cli::problem::Outcome;
use crate::clock;
use crate::options::Options;

/// Signed URLs tolerate a small skew; with more, they expire too early.
const SKEW_MOST_SECONDS: i64 = 60;

pub(super) async fn findings(cloud: &Client, options: &Options) -> Outcome<Vec<Finding>> {
    let address = cloud.base_url();
    let reply = match cloud.request(Method::GET, "/openapi.json").send().await {
        Ok(reply) => reply,
        Err(error) => {
            let what = ClientError::from(error).to_string();
            let fix = format!("check --cloud-url ({address}), and any firewall or proxy in between");
            return Ok(vec![Finding::bad("cloud", what, fix)]);
        }
    };
    let date = reply.headers().get("date").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let document: Value = reply.json().await.unwrap_or_default();
    let version = document["info"]["version"].as_str().map(str::to_owned);
    let Some(version) = version else {
        let what = format!("{address} is not a Tonnage server");
        return Ok(vec![Finding::bad("cloud", what, "set the right address with --cloud-url")]);
    };
    Ok(vec![
        Finding::good("cloud", format!("{address} is reachable, version {version}")),
        clock_skew(date.as_deref()),
        key(cloud, options).await,
        storage(cloud).await,
    ])
}

fn clock_skew(date: Option<&str>) -> Finding {
    let Some(theirs) = date.and_then(|date| jiff::fmt::rfc2822::parse(date).ok()) else {
        return Finding::good("clock", "not checked: the server sends no date");
    };
    let skew = clock::seconds() - theirs.timestamp().as_second();
    match skew {
        0 => Finding::good("clock", "matches the server"),
        _ if skew.abs() <= SKEW_MOST_SECONDS => Finding::good("clock", format!("{} s off the server", skew.abs())),
        _ => {
            let side = if skew > 0 { "ahead of" } else { "behind" };
            Finding::bad(
                "clock",
                format!("{} s {side} the server", skew.abs()),
                "synchronize it: timedatectl set-ntp true",
            )
        }
    }
}

async fn key(cloud: &Client, options: &Options) -> Finding {
    if options.api_key.is_empty() {
        return Finding::good("key", "none; Portals and downloads work without one");
    }
    match cloud.with_api_key(options.api_key.expose()).who_am_i().await {
        Ok(who) => Finding::good("key", format!("acts for {}", who.user.email)),
        Err(error) => Finding::bad("key", error.to_string(), "create a new API key and pass it with --api-key-file"),
    }
}

/// The server checks its storage itself and reports how files are split into chunks for it.
async fn storage(cloud: &Client) -> Finding {
    const FIX: &str = "ask the operator of the server to run: tonnage doctor";
    let ready = cloud.request(Method::GET, "/readyz").send().await;
    match (ready.map(|reply| reply.status()), cloud.chunk_parameters().await) {
        (Ok(status), Ok(_)) if status.is_success() => Finding::good("storage", "reachable from the server"),
        (Ok(status), Ok(_)) => Finding::bad("storage", format!("the server is not ready (status {status})"), FIX),
        (Err(error), _) => Finding::bad("storage", error.to_string(), FIX),
        (_, Err(error)) => Finding::bad("storage", error.to_string(), FIX),
    }
}

#[cfg(test)]
mod tests {
    use super::clock_skew;

    #[test]
    fn a_clock_that_is_wrong_is_found() {
        assert!(clock_skew(None).result.is_ok());
        assert!(clock_skew(Some("not a date")).result.is_ok());
        let found = clock_skew(Some("Thu, 01 Jan 2015 00:00:00 GMT")).result;
        assert!(found.err().unwrap().what.contains("ahead of"));
    }
}
