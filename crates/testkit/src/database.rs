//! A fresh database for each test: an SQLite file, or a database of its own on
//! the server that `TEST_DATABASE_URL` names.

use std::path::Path;

use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// A `database.url` that nobody else uses.
pub async fn fresh(directory: &Path) -> String {
    let Ok(server) = std::env::var("TEST_DATABASE_URL") else {
        return format!("sqlite://{}", directory.join("tonnage.db").display());
    };
    let name = format!("test_{:032x}", rand::random::<u128>());
    install_default_drivers();
    let mut connection = AnyConnection::connect(&server).await.expect("the server of TEST_DATABASE_URL answers");
    // A template that nobody is connected to, so that tests can do this at the same time.
    let statement = AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE template0"));
    sqlx::query(statement).execute(&mut connection).await.expect("a database can be made");
    let (address, _) = server.rsplit_once('/').expect("TEST_DATABASE_URL ends in a database name");
    format!("{address}/{name}")
}

/// Runs a statement past the service, as someone with access to the database could.
pub async fn execute(url: &str, statement: &str) {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    sqlx::query(statement).execute(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
}

/// Someone who writes to the database, on PostgreSQL to the table of users, and does not come to an end, until dropped.
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

/// The one number that a statement gives, as someone with access to the database would read it.
pub async fn number(url: &str, statement: &str) -> i64 {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    let number = sqlx::query_scalar(statement).fetch_one(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
    number
}

/// The texts of the first column that a statement gives.
pub async fn texts(url: &str, statement: &str) -> Vec<String> {
    install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let statement = AssertSqlSafe(statement.to_owned());
    let texts = sqlx::query_scalar(statement).fetch_all(&mut connection).await.expect("the statement is good");
    connection.close().await.expect("the connection ends well");
    texts
}
