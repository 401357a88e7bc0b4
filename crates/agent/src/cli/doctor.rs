//! `doctor`: checks for common problems and suggests a fix for each.

mod local;
mod remote;

use clap::Args;
use client::Client;
use serde_json::json;

use super::Context;
use super::exit::Exit;
use super::problem::Outcome;
use super::reach::{running, shown};
use super::talk::TalkFlags;

#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    pub talk: TalkFlags,
}

/// The result of one check.
struct Finding {
    name: &'static str,
    result: Result<String, Complaint>,
}

/// What is wrong and how to fix it.
struct Complaint {
    what: String,
    fix: String,
}

impl Finding {
    fn good(name: &'static str, detail: impl Into<String>) -> Self {
        Self { name, result: Ok(detail.into()) }
    }

    fn bad(name: &'static str, what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, result: Err(Complaint { what: what.into(), fix: fix.into() }) }
    }
}

impl Doctor {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let options = &context.options;
        let (agent, is_running) = match running(options).await {
            Ok(Some(_)) => (Finding::good("agent", format!("listens on {}", shown(&options.listen))), true),
            Ok(None) => (Finding::good("agent", "not running: commands transfer files themselves"), false),
            Err(problem) => (Finding::bad("agent", problem.what, problem.next.unwrap_or_default()), true),
        };
        let cloud = Client::new(options.cloud_url.as_str())?;
        let mut findings = vec![agent];
        findings.extend(context.unless_interrupted(remote::findings(&cloud, options)).await?);
        findings.push(local::room(&options.state_dir));
        findings.push(local::file_handles());
        findings.push(local::journal(&options.state_dir, is_running));
        Ok(tell(&findings, &context))
    }
}

fn tell(findings: &[Finding], context: &Context) -> Exit {
    let mut documents = Vec::new();
    for finding in findings {
        let name = finding.name;
        match &finding.result {
            Ok(detail) => {
                context.talk.print(&format!("ok    {name:<8}  {detail}"));
                documents.push(json!({ "check": name, "ok": true, "detail": detail }));
            }
            Err(Complaint { what, fix }) => {
                context.talk.print(&format!("FAIL  {name:<8}  {what}\n                fix: {fix}"));
                documents.push(json!({ "check": name, "ok": false, "detail": what, "fix": fix }));
            }
        }
    }
    context.talk.document(&documents);
    let failed = findings.iter().filter(|finding| finding.result.is_err()).count();
    if failed == 0 {
        Exit::Done
    } else {
        // The document has been printed: a problem would add a second one.
        context.talk.warn(&format!("{failed} of {} checks failed", findings.len()));
        Exit::Failed
    }
}
