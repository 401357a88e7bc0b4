//! Databases with all tables in place, and statements that bypass the service.

use std::path::Path;

use cloud::secret::Secret;
use fixtures::database::{copy_of, fresh, name_in, sqlite_file, sqlite_url};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use store::{DatabaseAddress, PoolLimits, Store};
use tokio::sync::OnceCell;

/// As [`fresh`], with all tables in place. They are made once for all tests of a process, which saves each test the
/// migrations.
pub(crate) async fn furnished(directory: &Path) -> String {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let Ok(server) = std::env::var("TEST_DATABASE_URL") else { return furnished_sqlite(directory).await };
    let furnish = async || name_in(&with_tables(directory).await).to_owned();
    copy_of(&server, TEMPLATE.get_or_init(furnish).await).await
}

async fn furnished_sqlite(directory: &Path) -> String {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let furnish = async || {
        let directory = tempfile::tempdir().expect("a temporary folder can be made");
        with_tables(directory.path()).await;
        std::fs::read(sqlite_file(directory.path())).expect("the database is one file once it is closed")
    };
    let template = TEMPLATE.get_or_init(furnish).await;
    std::fs::write(sqlite_file(directory), template).expect("the database can be copied");
    sqlite_url(directory)
}

/// A fresh database with all tables, which nobody is connected to.
async fn with_tables(directory: &Path) -> String {
    let url = fresh(directory).await;
    let address = DatabaseAddress::new(&Secret::new(url.clone()), directory);
    let store = Store::open(&address, PoolLimits::patient(1)).await.expect("the tables can be made");
    store.close().await;
    url
}

/// Runs a statement directly on the database, bypassing the service.
pub async fn execute(url: &str, statement: &str) {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    sqlx::query(statement).execute(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
}

/// A writer that does not finish until it is dropped: on the whole SQLite database, on PostgreSQL on the table of
/// users.
pub struct EndlessWriter(#[expect(dead_code, reason = "holds the lock")] AnyConnection);

impl EndlessWriter {
    pub async fn start(url: &str) -> Self {
        install_default_drivers();
        let mut connection = AnyConnection::connect(url).await.expect("the database answers");
        let statements: &[&'static str] = if url.starts_with("postgres") {
            &["BEGIN", "LOCK TABLE users IN EXCLUSIVE MODE"]
        } else {
            &["BEGIN IMMEDIATE"]
        };
        for statement in statements {
            sqlx::query(*statement).execute(&mut connection).await.expect("nobody else writes");
        }
        Self(connection)
    }
}

/// A connection of someone else, for many statements.
pub struct OtherConnection(AnyConnection);

impl OtherConnection {
    pub async fn open(url: &str) -> Self {
        install_default_drivers();
        Self(AnyConnection::connect(url).await.expect("the database answers"))
    }

    pub async fn execute(&mut self, statement: &str) {
        let statement = AssertSqlSafe(statement.to_owned());
        sqlx::query(statement).execute(&mut self.0).await.expect("the statement is good");
    }

    /// The number that a statement returns.
    pub async fn number(&mut self, statement: &str) -> i64 {
        let statement = AssertSqlSafe(statement.to_owned());
        sqlx::query_scalar(statement).fetch_one(&mut self.0).await.expect("the statement is good")
    }

    /// The texts in the first column that a statement returns.
    pub async fn texts(&mut self, statement: &str) -> Vec<String> {
        let statement = AssertSqlSafe(statement.to_owned());
        sqlx::query_scalar(statement).fetch_all(&mut self.0).await.expect("the statement is good")
    }
}

/// The number that a statement returns, read directly from the database.
pub async fn number(url: &str, statement: &str) -> i64 {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    let number = sqlx::query_scalar(statement).fetch_one(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
    number
}

/// The texts in the first column that a statement returns.
pub async fn texts(url: &str, statement: &str) -> Vec<String> {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    let texts = sqlx::query_scalar(statement).fetch_all(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
    texts
}
