//! Lists of packages: every documented filter and sort order, each on an index of the Team.

use domain::package::{Package, PackageState};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};
use wire::ids::{PackageId, TeamId, TeamspaceId};
use wire::time::Time;

use super::packages::{name_key, package};
use super::row::Columns as _;
use super::{Connection, StoreResult, places};

/// Which packages are asked for. Empty lists and `None` do not filter.
#[derive(Debug, Clone)]
pub struct PackageFilter {
    pub team_id: TeamId,
    /// Those that came through Portals, or those that were sent.
    pub received: bool,
    pub visible: Visibility,
    pub states: Vec<PackageState>,
    /// A part of the name, in any case.
    pub name: Option<String>,
    pub sender: Option<String>,
    pub tags: Vec<String>,
    pub teamspaces: Vec<String>,
    pub created: Period,
    pub expiry: Period,
    pub extra_storage: Option<bool>,
}

/// From and to, both included.
#[derive(Debug, Clone, Copy, Default)]
pub struct Period {
    pub start: Option<Time>,
    pub end: Option<Time>,
}

/// What the caller may see at all.
#[derive(Debug, Clone)]
pub enum Visibility {
    All,
    /// What is in no Teamspace, or in one of these.
    Spaces(Vec<TeamspaceId>),
}

impl PackageFilter {
    /// All that the Team sent.
    pub fn sent(team_id: TeamId, visible: Visibility) -> Self {
        Self {
            team_id,
            received: false,
            visible,
            states: Vec::new(),
            name: None,
            sender: None,
            tags: Vec::new(),
            teamspaces: Vec::new(),
            created: Period::default(),
            expiry: Period::default(),
            extra_storage: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub field: SortField,
    pub descending: bool,
}

macro_rules! sort_fields {
    ($($name:ident $text:literal $column:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum SortField { $($name),* }

        impl SortField {
            /// As callers name them.
            pub const NAMES: &[&str] = &[$($text),*];

            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)* _ => None }
            }

            const fn column(self) -> &'static str {
                match self { $(Self::$name => $column),* }
            }
        }
    };
}

sort_fields! {
    Name "name" "name_key"
    CreatedAt "created_at" "created_at"
    Size "size" "size"
    UsageTotalBytes "usage_total_bytes" "usage_total_bytes"
    Expiry "expiry" "COALESCE(expiry, 9223372036854775807)"
    Sender "sender" "sender"
    Status "status" "state"
    TeamspaceId "teamspace_id" "teamspace_id"
}

pub async fn page(
    connection: &mut Connection,
    filter: &PackageFilter,
    sort: Sort,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<Package>> {
    let mut conditions = Conditions::of(filter);
    let direction = if sort.descending { "DESC" } else { "ASC" };
    let (offset, limit) = (conditions.place(Value::Number(offset)), conditions.place(Value::Number(limit)));
    let order = format!("{} {direction}, id {direction}", sort.field.column());
    // Chosen by their ids first, which indexes know: only the rows of the page itself are read.
    let statement = format!(
        "SELECT packages.* FROM
             (SELECT id AS chosen FROM packages WHERE {} ORDER BY {order} LIMIT {limit} OFFSET {offset}) AS page
         JOIN packages ON packages.id = page.chosen ORDER BY {order}",
        conditions.text,
    );
    let rows = conditions.bind(&statement).fetch_all(connection).await?;
    rows.iter().map(package).collect()
}

/// How many match, on all pages.
pub async fn total(connection: &mut Connection, filter: &PackageFilter) -> StoreResult<i64> {
    let conditions = Conditions::of(filter);
    let statement = format!("SELECT COUNT(*) AS total FROM packages WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

/// The newest first, beginning after one of them.
pub async fn newest_after(
    connection: &mut Connection,
    filter: &PackageFilter,
    after: Option<(Time, &PackageId)>,
    limit: i64,
) -> StoreResult<Vec<Package>> {
    let mut conditions = Conditions::of(filter);
    if let Some((created_at, id)) = after {
        let (time, id) = (
            conditions.place(Value::Number(created_at.as_millis())),
            conditions.place(Value::Text(id.as_str().to_owned())),
        );
        conditions.and(&format!("(created_at, id) < ({time}, {id})"));
    }
    let limit = conditions.place(Value::Number(limit));
    let statement =
        format!("SELECT * FROM packages WHERE {} ORDER BY created_at DESC, id DESC LIMIT {limit}", conditions.text);
    let rows = conditions.bind(&statement).fetch_all(connection).await?;
    rows.iter().map(package).collect()
}

/// Moves every package that matches to another state, and says how many.
pub async fn move_all(
    connection: &mut Connection,
    filter: &PackageFilter,
    to: PackageState,
    now: Time,
) -> StoreResult<u64> {
    let mut conditions = Conditions::of(filter);
    let state = conditions.place(Value::Text(to.as_str().to_owned()));
    let now = conditions.place(Value::Number(now.as_millis()));
    let statement = format!(
        "UPDATE packages SET state = {state}, updated_at = {now}, version = version + 1 WHERE {}",
        conditions.text
    );
    Ok(conditions.bind(&statement).execute(connection).await?.rows_affected())
}

enum Value {
    Text(String),
    Number(i64),
}

/// A condition as it grows, with the values for its places.
struct Conditions {
    text: String,
    values: Vec<Value>,
}

impl Conditions {
    fn of(filter: &PackageFilter) -> Self {
        let values = vec![Value::Text(filter.team_id.as_str().to_owned()), Value::Number(i64::from(filter.received))];
        let mut conditions = Self { text: "team_id = $1 AND received = $2".to_owned(), values };
        conditions.one_of("state", filter.states.iter().map(|state| state.as_str().to_owned()));
        conditions.one_of("tag_id", filter.tags.iter().cloned());
        conditions.one_of("teamspace_id", filter.teamspaces.iter().cloned());
        if let Visibility::Spaces(spaces) = &filter.visible {
            let none = std::iter::once(String::new());
            conditions.one_of("teamspace_id", none.chain(spaces.iter().map(ToString::to_string)));
        }
        if let Some(name) = &filter.name {
            conditions.compare("name_key LIKE {} ESCAPE '!'", Value::Text(contains(&name_key(name))));
        }
        if let Some(sender) = &filter.sender {
            conditions.compare("sender = {}", Value::Text(sender.clone()));
        }
        if let Some(extra_storage) = filter.extra_storage {
            conditions.compare("extra_storage = {}", Value::Number(i64::from(extra_storage)));
        }
        conditions.within("created_at", filter.created);
        conditions.within("COALESCE(expiry, 9223372036854775807)", filter.expiry);
        conditions
    }

    fn and(&mut self, condition: &str) {
        self.text.push_str(" AND ");
        self.text.push_str(condition);
    }

    /// A place for one more value.
    fn place(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn compare(&mut self, condition: &str, value: Value) {
        let place = self.place(value);
        self.and(&condition.replace("{}", &place));
    }

    fn one_of(&mut self, column: &str, values: impl Iterator<Item = String>) {
        let taken = self.values.len();
        self.values.extend(values.map(Value::Text));
        let count = self.values.len() - taken;
        if count > 0 {
            self.and(&format!("{column} IN ({})", places(taken, count)));
        }
    }

    fn within(&mut self, column: &str, period: Period) {
        if let Some(start) = period.start {
            self.compare(&format!("{column} >= {{}}"), Value::Number(start.as_millis()));
        }
        if let Some(end) = period.end {
            self.compare(&format!("{column} <= {{}}"), Value::Number(end.as_millis()));
        }
        if column != "created_at" && (period.start.is_some() || period.end.is_some()) {
            self.and("expiry IS NOT NULL");
        }
    }

    fn bind<'query>(self, statement: &str) -> Query<'query, Any, AnyArguments> {
        let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        })
    }
}

/// A pattern for a part of a text, in which `%` and `_` are characters like any other.
fn contains(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in part.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{SortField, contains};

    #[test]
    fn wildcards_are_characters() {
        assert_eq!(contains("50%_!a"), "%50!%!_!!a%");
    }

    #[test]
    fn sort_fields_are_the_documented_ones() {
        let documented =
            ["name", "created_at", "size", "usage_total_bytes", "expiry", "sender", "status", "teamspace_id"];
        assert_eq!(SortField::NAMES, documented);
        assert!(documented.iter().all(|name| SortField::parse(name).is_some()));
        assert_eq!(SortField::parse("password_hash"), None);
    }
}
