//! An operation: a request, by someone, that touches some things of the scene.

use client::Client;
use serde_json::Value;
use testkit::{Reply, TestCloud};

use super::scene::Scene;

/// What two operations must have in common to be a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    Filter,
    Tag,
    Space,
    Webhook,
    Connection,
    Member,
    Invitation,
    Portal,
    Private,
    Sent,
    Received,
    Finished,
    Expired,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Who {
    Anyone,
    Owner,
    Member,
    Sender,
    Visitor,
    Finisher,
}

pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) things: &'static [Thing],
    pub(super) who: Who,
    pub(super) line: fn(&Scene) -> String,
    pub(super) body: fn(&Scene) -> Value,
}

impl Operation {
    pub(super) async fn run(&self, server: &TestCloud, scene: &Scene) -> Reply {
        let client = self.client(&server.anyone(), scene);
        Reply::of(&client, &(self.line)(scene), &(self.body)(scene)).await
    }

    pub(super) fn shares_with(&self, other: &Self) -> bool {
        self.things.iter().any(|thing| other.things.contains(thing))
    }

    fn client(&self, anyone: &Client, scene: &Scene) -> Client {
        match self.who {
            Who::Anyone => anyone.clone(),
            Who::Owner => anyone.with_user_token(&scene.owner_token),
            Who::Member => anyone.with_user_token(&scene.member_token),
            Who::Sender => anyone.with_package_token(&scene.sent.token),
            Who::Visitor => anyone.with_package_token(&scene.received.token),
            Who::Finisher => anyone.with_package_token(&scene.finished.token),
        }
    }
}
