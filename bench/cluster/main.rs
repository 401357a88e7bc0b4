//! Measures several processes on one PostgreSQL and one store, in a small and in a large database. Prints Markdown.
//!
//! Servers, PostgreSQL, store and callers share one machine. So requests per second describe this whole machine. The
//! cost of a request in each program is counted separately; use it for capacity planning.

mod background;
mod calls;
mod database;
mod load;
mod meter;
mod place;
mod report;
mod yardstick;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use calls::{Amount, Bench};
use database::Database;
use place::Place;
use report::{Run, Size};
use yardstick::Yardstick;

const SMALL: u64 = 10_000;
const LARGE: u64 = 1_000_000;

/// What `--quick` changes: one size, one and two processes, one second per call.
struct Plan {
    sizes: &'static [u64],
    processes: &'static [usize],
    amount: Amount,
    yardstick_seconds: u64,
}

const QUICK: Plan = Plan {
    sizes: &[SMALL],
    processes: &[1, 2],
    amount: Amount { time: Duration::from_secs(1), packages: 400, filled: 50 },
    yardstick_seconds: 2,
};
const WHOLE: Plan = Plan {
    sizes: &[SMALL, LARGE],
    processes: &[1, 2, 4],
    amount: Amount { time: Duration::from_secs(6), packages: 4_000, filled: 1_000 },
    yardstick_seconds: 10,
};

struct Tools {
    tonnage: PathBuf,
    directory: PathBuf,
    postgres: PathBuf,
    server: String,
}

fn variable(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set: run `cargo xtask bench cluster`"))
}

async fn measure(tools: &Tools, plan: &Plan, packages: u64) -> anyhow::Result<Size> {
    let database = Database::new(&tools.postgres, &tools.server, &format!("packages_{packages}"))?;
    let is_new = database.make()?;
    let mut place = Place::start(&tools.tonnage, &tools.directory, database.clone())?;
    if is_new {
        place.bootstrap()?;
    }
    place.serve(1);
    let (listed, senders) = place.accounts().await?;
    let mut filled_in = None;
    if is_new {
        eprintln!("filling the database with {packages} packages");
        let started = Instant::now();
        let count = packages.to_string();
        let variables =
            [("packages", count.as_str()), ("listed", listed.team.as_str()), ("owner", listed.user.as_str())];
        database.fill(include_str!("fill.sql"), &variables)?;
        filled_in = Some(started.elapsed().as_secs_f64());
    }
    database.forget_statistics()?;
    let mut runs = Vec::new();
    for processes in plan.processes {
        eprintln!("packages: {packages}, server processes: {processes}");
        place.serve(*processes);
        let rows = Bench::new(&place, (&listed, &senders), plan.amount)?.run().await?;
        let background = background::drain(&place).await?;
        runs.push(Run { processes: *processes, rows, background });
    }
    let (statements, whole_reads) = (database.statements()?, database.whole_reads()?);
    let tables = database.tables()?;
    let files = tables.iter().find(|table| table.name == "files").map_or(0.0, |table| table.rows);
    let bytes = database.number("SELECT pg_database_size(current_database())")?;
    Ok(Size { packages, files, filled_in, runs, tables, statements, whole_reads, bytes })
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> anyhow::Result<()> {
    testkit::prepare();
    let tools = Tools {
        tonnage: variable("BENCH_TONNAGE")?.into(),
        directory: variable("BENCH_DIRECTORY")?.into(),
        postgres: variable("BENCH_POSTGRES_PROGRAMS")?.into(),
        server: variable("TEST_DATABASE_URL")?,
    };
    let plan = if std::env::var_os("BENCH_QUICK").is_some() { QUICK } else { WHOLE };
    let own = Database::new(&tools.postgres, &tools.server, "yardstick")?;
    let yardstick = Yardstick::measure(&own, plan.yardstick_seconds)?;
    let cores = std::thread::available_parallelism()?;
    println!("\nServers, PostgreSQL, store and {} callers share {cores} cores.\n", load::CALLERS);
    println!("PostgreSQL's own benchmark (pgbench, 32 callers, prepared statements):\n");
    println!("- small updates (one update, one select, one insert): {:.0} per second", yardstick.updates);
    println!("- selects by key: {:.0} per second", yardstick.selects);
    let mut sizes = Vec::new();
    for packages in plan.sizes {
        let size = measure(&tools, &plan, *packages).await?;
        report::size(&size, yardstick);
        sizes.push(size);
    }
    if let [small, .., large] = sizes.as_slice() {
        report::growth(small, large);
    }
    Ok(())
}
