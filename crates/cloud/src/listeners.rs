//! Serves the API, the embedded store and the operator's pages, each on a listener with limits of its own.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use serving::crowd::{Crowd, Held, Seat, household};
use serving::places::{NoPlace, PerAddress};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::app::App;
use crate::auth::{client_of, peer_of};
use crate::config::Config;
use crate::listen::{Limits, serve};
use crate::operations::requests::proxies;
use crate::routes;

/// Connections beyond `limits.connections`, which are refused with a reason, and on which an operator is answered.
const SPARE: usize = 128;

/// The limits of a listener that anyone can reach.
fn public(config: &Config) -> Limits {
    let (most, exempt) = (config.limits.connections_per_address, config.trusted_proxies.clone());
    Limits { spare: SPARE, per_address: Some(PerAddress { most, exempt }), ..private(config) }
}

/// The limits of the operator's own listener.
fn private(config: &Config) -> Limits {
    let limits = &config.limits;
    Limits {
        headers: Duration::from_secs(limits.header_seconds),
        stall_millis: limits.stall_seconds.saturating_mul(1_000),
        drain: Duration::from_secs(limits.drain_seconds),
        connections: limits.connections,
        spare: 0,
        per_address: None,
    }
}

pub(crate) async fn api(app: App, listener: TcpListener, stop: CancellationToken) {
    let router = routes::router(&app);
    let answer = move |request: Request<Incoming>| {
        let router = router.clone();
        async move { router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}) }
    };
    serve(listener, answer, public(&app.config), stop).await;
}

pub(crate) async fn operator_pages(app: App, listener: TcpListener, stop: CancellationToken) {
    let limits = private(&app.config);
    let answer = move |request: Request<Incoming>| {
        let app = app.clone();
        async move { routes::operator_page(app, request.uri().path()).await }
    };
    serve(listener, answer, limits, stop).await;
}

/// A reply of the store, which counts for its client until it has been sent.
type StoreReply = Response<Held<objects::Body, Option<Seat<IpAddr>>>>;

pub(crate) async fn store(app: App, store: objects::Store, listener: TcpListener, stop: CancellationToken) {
    let limits = public(&app.config);
    let clients = Crowd::new(app.config.limits.connections_per_address);
    let answer = move |request| answer_by_store(app.clone(), store.clone(), Arc::clone(&clients), request);
    serve(listener, answer, limits, stop).await;
}

/// Connections of a proxy are not limited, so each client behind it is, by its requests.
async fn answer_by_store(
    app: App,
    store: objects::Store,
    clients: Arc<Crowd<IpAddr>>,
    request: Request<Incoming>,
) -> StoreReply {
    proxies::notice(&app, peer_of(&request), request.headers());
    let has_place = request.extensions().get::<NoPlace>().is_none();
    let client = client_of(&request, &app.config.trusted_proxies);
    let seat = if has_place { clients.enter(household(client.0)) } else { None };
    let response = if seat.is_some() { store.handle(request).await } else { store.refuse_busy(request) };
    response.map(|body| Held::new(body, seat))
}
