//! `page`: prints the address of the agent's web page.

use clap::Args;
use serde_json::json;
use url::form_urlencoded::byte_serialize;

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::reach::{self, callable, shown};
use super::talk::TalkFlags;
use crate::options::ListenAddress;

#[derive(Args)]
#[command(after_help = "The address contains the agent's token after the #, which browsers do not send. Open it in a \
    browser of this machine, and do not give it to anyone.")]
pub struct Page {
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Page {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let ListenAddress::Tcp(address) = context.options.listen else {
            let what = format!("a browser cannot open {}", shown(&context.options.listen));
            return Err(Problem::new(Exit::Failed, what).next("start the agent with --listen 127.0.0.1:8080"));
        };
        if context.unless_interrupted(reach::running(&context.options)).await?.is_none() {
            let what = format!("no agent listens on {address}");
            return Err(Problem::new(Exit::Network, what).next("start one: tonnage-agent serve"));
        }
        let token = reach::token(&context.options);
        let encoded: String = byte_serialize(token.expose().as_bytes()).collect();
        let token = if token.is_empty() { String::new() } else { format!("#token={encoded}") };
        let url = format!("http://{}/{token}", callable(address));
        context.talk.print(&url);
        context.talk.document(&json!({ "url": url }));
        Ok(Exit::Done)
    }
}
