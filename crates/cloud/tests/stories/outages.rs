//! The database goes down, and comes back.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cloud::secret::Secret;
use futures_util::future::join_all;
use store::{DatabaseAddress, Dialect, PoolLimits, Store};
use testkit::{EndlessWriter, Reply, TestCloud};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use wire::error::ErrorCode;
use wire::users::UpdateUser;

/// Makes the database unusable for writers, and usable again.
async fn outage(cloud: &TestCloud, meanwhile: impl AsyncFnOnce()) {
    match cloud.app().store.dialect() {
        Dialect::Sqlite => {
            let writer = EndlessWriter::start(cloud.app().config.database.url.expose()).await;
            meanwhile().await;
            drop(writer);
        }
        Dialect::Postgres => {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
            cloud.execute_sql(cut).await;
            meanwhile().await;
        }
    }
}

#[tokio::test]
async fn an_outage_is_a_503_and_heals_by_itself() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let rename = |name: &str| {
        let path = format!("/v1/users/{}", owner.user_id);
        let change = UpdateUser { name: Some(name.to_owned()), ..UpdateUser::default() };
        Reply::to(owner.client.request(reqwest::Method::PUT, &path).json(&change))
    };
    outage(&cloud, async || {
        for number in 0..2 {
            let reply = rename(&format!("during {number}")).await;
            if reply.status != 200 {
                assert_eq!(reply.error().code, ErrorCode::Unavailable);
                assert_eq!(reply.headers["retry-after"], "5");
            }
        }
        assert_eq!(cloud.get("/healthz").await.text, "ok\n", "the process still runs");
    })
    .await;

    let since = Instant::now();
    while rename("after").await.status != 200 {
        assert!(since.elapsed() < Duration::from_secs(5), "the service heals within five seconds");
    }
    assert_eq!(owner.client.who_am_i().await.unwrap().user.name, "after");
}

/// Another transaction that does not end must not block us forever.
#[tokio::test]
async fn whoever_waits_too_long_for_another_is_told_to_come_back() {
    let cloud = TestCloud::setup().with(|config| config.database.statement_seconds = 3).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/users/{}", owner.user_id);
    let change = UpdateUser { name: Some("Anna".to_owned()), ..UpdateUser::default() };
    let rename = || Reply::to(owner.client.request(reqwest::Method::PUT, &path).json(&change));
    let writer = EndlessWriter::start(cloud.app().config.database.url.expose()).await;
    let reply = rename().await;
    assert_eq!((reply.status.as_u16(), reply.error().code), (503, ErrorCode::Unavailable));
    assert_eq!(reply.headers["retry-after"], "5");
    assert!(owner.client.who_am_i().await.is_ok(), "readers do not wait");
    drop(writer);
    assert_eq!(rename().await.status, 200);
}

/// Monitors and proxies that ask at once must not wait one after the other.
#[tokio::test]
async fn those_who_ask_whether_it_is_ready_wait_together() {
    let cloud = TestCloud::setup().with(|config| config.database.statement_seconds = 2).start().await;
    if cloud.app().store.dialect() == Dialect::Postgres {
        // One writer does not hold up another.
        return;
    }
    let _writer = EndlessWriter::start(cloud.app().config.database.url.expose()).await;
    let ask = async || {
        let reply = cloud.get("/readyz").await;
        assert_eq!((reply.status.as_u16(), reply.error().code), (503, ErrorCode::Unavailable));
    };
    let since = Instant::now();
    ask().await;
    let (alone, since) = (since.elapsed(), Instant::now());
    // The first hangs up early.
    let _ = tokio::time::timeout(alone / 4, cloud.get("/readyz")).await;
    join_all((0..8).map(|_| ask())).await;
    assert!(since.elapsed() < alone * 4, "{:?} for all, {alone:?} for one", since.elapsed());
}

/// A proxy in front of a database that reports when a transaction begins; the answer is held back until it is released.
struct SlowBeginning {
    address: SocketAddr,
    asked: Arc<Notify>,
    answered: Arc<Notify>,
}

impl SlowBeginning {
    async fn start(database: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (asked, answered) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let slow = Self { address: listener.local_addr().unwrap(), asked: asked.clone(), answered: answered.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(database).await.unwrap();
                tokio::spawn(pass_slowly(client, server, asked.clone(), answered.clone()));
            }
        });
        slow
    }
}

async fn pass_slowly(
    mut client: TcpStream,
    mut server: TcpStream,
    asked: Arc<Notify>,
    answered: Arc<Notify>,
) -> io::Result<()> {
    let (mut question, mut answer) = (Vec::new(), Vec::new());
    loop {
        tokio::select! {
            read = client.read_buf(&mut question) => {
                if read? == 0 {
                    return Ok(());
                }
                server.write_all(&question).await?;
                if question.windows(5).any(|word| word == b"BEGIN") {
                    asked.notify_one();
                    answered.notified().await;
                }
                question.clear();
            }
            read = server.read_buf(&mut answer) => {
                if read? == 0 {
                    return Ok(());
                }
                client.write_all(&answer).await?;
                answer.clear();
            }
        }
    }
}

/// A caller may hang up between BEGIN and its answer. The next user of the connection must not be inside that
/// transaction.
#[tokio::test]
async fn whoever_goes_while_a_transaction_begins_leaves_none_open() {
    let cloud = TestCloud::start().await;
    let direct = cloud.app().config.database.url.expose();
    let Some((server, name)) = direct.split_once('@').and_then(|(_, place)| place.split_once('/')) else {
        return; // An embedded database is asked without a network in between.
    };
    let slow = SlowBeginning::start(server.parse().unwrap()).await;
    let url = Secret::new(direct.replace(server, &slow.address.to_string()));
    assert!(url.expose().ends_with(name), "the same database");
    let address = DatabaseAddress::new(&url, Path::new(""));
    let opening = Store::open(&address, PoolLimits::patient(1));
    let store = until_over(opening, &slow).await.unwrap();

    let (held, begun) = (store.clone(), slow.asked.notified());
    let caller = tokio::spawn(async move { held.begin().await.map(drop) });
    begun.await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled(), "the caller went without an answer");
    slow.answered.notify_one();
    store::pulse::read(&mut store.read().await.unwrap()).await.unwrap();
    let open = "SELECT COUNT(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    assert_eq!(testkit::number_of_sql(direct, open).await, 0, "the only connection is inside a transaction of nobody");
}

/// Code that begins its own transactions, each of which is released at once.
async fn until_over<T>(work: impl Future<Output = T>, slow: &SlowBeginning) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = slow.asked.notified() => slow.answered.notify_one(),
        }
    }
}
