//! moto: a token service and a bucket that accept everything, unless asked to check signatures.

use std::net::SocketAddr;
use std::process::Command;

use serde_json::Value;

use super::foreign_server::{ForeignServer, free_ports, tool};

pub struct Moto {
    address: SocketAddr,
    _server: ForeignServer,
}

impl Moto {
    pub async fn start() -> Self {
        let [port] = free_ports();
        let mut command = Command::new(tool("TONNAGE_TEST_MOTO"));
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        let server = ForeignServer::start(command, tempfile::tempdir().expect("a temporary directory"));
        let address = server.wait_for(port).await;
        Self { address, _server: server }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The keys of a user who may assume roles. From now on signatures are checked.
    pub async fn strict_user(&self) -> (String, String) {
        self.act(&[("Action", "CreateUser"), ("UserName", "operator")]).await;
        let policy =
            r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"*"}]}"#;
        let allowed = [("UserName", "operator"), ("PolicyName", "roles"), ("PolicyDocument", policy)];
        self.act(&[[("Action", "PutUserPolicy")].as_slice(), &allowed].concat()).await;
        let made = self.act(&[("Action", "CreateAccessKey"), ("UserName", "operator")]).await;
        let between = |open: &str, close: &str| {
            let rest = made.split_once(open).map_or("", |(_, rest)| rest);
            rest.split_once(close).map_or("", |(text, _)| text).to_owned()
        };
        let keys = (between("<AccessKeyId>", "</AccessKeyId>"), between("<SecretAccessKey>", "</SecretAccessKey>"));
        let strict = reqwest::Client::new().post(format!("{}/moto-api/reset-auth", self.url())).body("0");
        let said: Value = strict.send().await.expect("moto answers").json().await.expect("moto answers in JSON");
        assert_eq!(said["status"], "ok", "{said}");
        keys
    }

    async fn act(&self, pairs: &[(&str, &str)]) -> String {
        let scope = "Credential=test/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=none";
        let url = reqwest::Url::parse_with_params(&self.url(), pairs).expect("an address");
        let body = url.query().unwrap_or_default().to_owned();
        let asked = reqwest::Client::new().post(self.url()).body(body);
        let asked = asked.header("content-type", "application/x-www-form-urlencoded");
        let answer = asked.header("authorization", format!("AWS4-HMAC-SHA256 {scope}")).send().await;
        let answer = answer.expect("moto answers");
        let status = answer.status();
        let text = answer.text().await.expect("moto answers to the end");
        assert!(status.is_success(), "{status}: {text}");
        text
    }
}
