//! Receivers with TLS: the certificate is valid, or nothing is sent.

use std::path::Path;

use client::Client;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use standardwebhooks::Webhook;
use testkit::{Program, Reply, TestReceiver, portal_with_webhook, until};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use wire::portals::CreatePortalPackage;

use super::webhook_scene::{Scene, neighbourly, plain};

const HOST: &str = "127.0.0.1";

/// A certificate authority that the server trusts.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A receiver with a certificate for `host`, from the authority or else self-signed; and its address.
async fn receiver(authority: Option<&CertifiedIssuer<'_, KeyPair>>, host: &str, year: i32) -> (TestReceiver, String) {
    let mut params = CertificateParams::new([host.to_owned()]).unwrap();
    params.not_after = date_time_ymd(year, 1, 1);
    let key = KeyPair::generate().unwrap();
    let certificate = match authority {
        Some(authority) => params.signed_by(&key, authority).unwrap(),
        None => params.self_signed(&key).unwrap(),
    };
    let acceptor = acceptor(certificate.der().clone(), key.serialize_der());
    let receiver = TestReceiver::start().await;
    let listener = TcpListener::bind((HOST, 0)).await.unwrap();
    let url = format!("https://{HOST}:{}/hook", listener.local_addr().unwrap().port());
    let served = receiver.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                served.clone().serve(stream).await;
            }
        }
    });
    (receiver, url)
}

fn acceptor(certificate: CertificateDer<'static>, key: Vec<u8>) -> TlsAcceptor {
    testkit::prepare();
    let key = PrivatePkcs8KeyDer::from(key).into();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    TlsAcceptor::from(std::sync::Arc::new(config))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_good_certificate_is_needed_and_enough() {
    let (authority, directory) = (authority(), tempfile::tempdir().unwrap());
    let roots = directory.path().join("roots.pem");
    std::fs::write(&roots, authority.pem()).unwrap();
    let variables = [("SSL_CERT_FILE", roots.to_str().unwrap()), ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8")];
    let (program, data_dir) = (Path::new(env!("CARGO_BIN_EXE_tonnage")), directory.path().join("data"));
    let server = Program::serve(program, &data_dir, &variables);
    let (team, key) = Program::bootstrap(program, &data_dir);
    let client = Client::new(&server.api).unwrap().with_api_key(&key);

    let line = format!("POST /v1/teams/{team}/custom_webhooks");
    let bad = [
        receiver(None, HOST, 4_000).await,
        receiver(Some(&authority), "elsewhere.example", 4_000).await,
        receiver(Some(&authority), HOST, 2_020).await,
    ];
    for (receiver, url) in bad {
        let reply = Reply::of(&client, &line, &serde_json::to_value(plain(&url)).unwrap()).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "url"), "{}", reply.text);
        assert!(reply.text.contains("no valid TLS"), "{}", reply.text);
        assert_eq!(receiver.probes(), 0, "nothing was sent");
    }

    let (receiver, url) = receiver(Some(&authority), HOST, 4_000).await;
    let mut webhook = plain(&url);
    webhook.events = vec!["package.created".to_owned()];
    let webhook = client.create_webhook(&team, &webhook).await.unwrap();
    let portal = portal_with_webhook(&client, &team, &webhook.webhook).await;
    let package = CreatePortalPackage {
        name: Some("Day 1".to_owned()),
        description: Some(String::new()),
        sender: Some("ben@example.org".to_owned()),
        ..CreatePortalPackage::default()
    };
    client.create_portal_package(&portal, &package).await.unwrap();
    let delivery =
        until("a delivery", async || receiver.deliveries().into_iter().next().ok_or_else(|| server.log())).await;
    let mut headers = reqwest::header::HeaderMap::new();
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
        headers.insert(name, delivery.header(name)[0].parse().unwrap());
    }
    let verifier = Webhook::new(&webhook.signing_secret).unwrap();
    assert!(verifier.verify(&delivery.body, &headers).is_ok(), "also to the clock of a library that is not ours");
}

#[tokio::test]
async fn a_certificate_that_goes_bad_stops_deliveries() {
    let scene = Scene::with(neighbourly(), plain("")).await;
    let (receiver, url) = receiver(None, HOST, 4_000).await;
    scene.set_address(&url).await;
    scene.event().await;
    scene.run_to_the_end().await;
    assert_eq!(scene.newest().await, ("exhausted".to_owned(), vec![None; 5]));
    let error = scene.log().await.remove(0).attempts.remove(0).error;
    assert!(error.starts_with("has no valid TLS: ") && !error.contains("hook"), "{error}");
    assert_eq!(receiver.deliveries().len(), 0);
}
