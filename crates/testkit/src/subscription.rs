//! A client that follows a progress channel.

use std::time::Duration;

use client::Client;
use reqwest::{Method, Response, StatusCode};
use wire::packages::{ChannelAuth, ProgressMessage};

/// Longer than the longest silence of a live stream.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Subscription {
    response: Response,
    /// Received bytes that are not a complete event yet.
    rest: String,
}

impl Subscription {
    pub async fn open(client: &Client, channel: &ChannelAuth) -> Self {
        let path = format!("/v1/channels/{}/events", channel.channel_name);
        let request = client.request(Method::GET, &path).query(&[("token", &channel.token)]);
        let response = request.send().await.expect("the server answers");
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, rest: String::new() }
    }

    /// The next event as it was sent, including comments. `None` at the end of the stream.
    pub async fn next_raw(&mut self) -> Option<String> {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.rest = rest;
                return Some(event);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("the stream is not silent");
            let Some(chunk) = chunk.expect("the stream does not break") else {
                assert_eq!(self.rest, "", "the stream ends with a whole event");
                return None;
            };
            self.rest.push_str(std::str::from_utf8(&chunk).expect("events are text"));
        }
    }

    /// The next message. `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<ProgressMessage> {
        loop {
            let event = self.next_raw().await?;
            if let Some(data) = event.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).expect("a message of ours"));
            }
        }
    }

    /// Skips messages until one matches.
    pub async fn until(&mut self, fits: impl Fn(&ProgressMessage) -> bool) -> ProgressMessage {
        loop {
            let message = self.next().await.expect("the stream goes on until the message comes");
            if fits(&message) {
                return message;
            }
        }
    }
}
