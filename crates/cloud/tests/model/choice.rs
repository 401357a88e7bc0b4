//! How a sequence chooses its next step: at random, mostly something that can succeed.

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use super::operations::{End, NewLink, NewPackage, Operation, Password, Step, Target};
use super::reference::{DAY, Link, MINUTE, Package, State, Team};

/// More would trigger the rate limits.
const WRONG_GUESSES_MOST: u8 = 3;
const PACKAGES_MOST: usize = 12;
const LINKS_ENOUGH: usize = 3;

/// What comes next.
pub(crate) fn next_step(random: &mut StdRng, team: &Team, now: i64) -> Step {
    if team.packages.is_empty() {
        return Step::One(Operation::Create(new_package(random, team)));
    }
    match random.random_range(0..1_000) {
        0..50 => Step::Wait(wait(random)),
        50..62 => Step::RunJobs,
        62..70 => Step::CutJobs,
        70 => one_crash(random, team),
        71 if random.random_bool(0.7) => one_crash(random, team),
        71..170 => pair(random, team, now),
        170..180 => Step::One(Operation::List),
        180..215 if team.packages.len() < PACKAGES_MOST => Step::One(Operation::Create(new_package(random, team))),
        _ => {
            let package = likely_package(random, team);
            let target = if random.random_bool(0.15) {
                careless(random, &team.packages[package])
            } else {
                sensible(random, &team.packages[package], now)
            };
            Step::One(Operation::On { package, target })
        }
    }
}

fn one_crash(random: &mut StdRng, team: &Team) -> Step {
    match random.random_range(0..3) {
        0 => Step::Crash,
        1 => Step::CrashInJobs,
        _ => Step::CrashIn(any_package(random, team), change(random)),
    }
}

/// A change whose outcome can be read afterwards, no matter who got the reply.
fn change(random: &mut StdRng) -> Target {
    match random.random_range(0..8) {
        0..3 => Target::Finalize,
        3 => Target::Delete,
        4 => Target::Archive,
        5 => Target::Unarchive,
        6 => Target::ChangeExpiry { end: End::In(3 * DAY) },
        _ => rename(random),
    }
}

fn rename(random: &mut StdRng) -> Target {
    Target::Rename { name: format!("renamed {}", random.random_range(0..100)) }
}

/// Minutes, now and then days, rarely weeks.
fn wait(random: &mut StdRng) -> i64 {
    let seconds = random.random_range(1..60) * 1_000;
    seconds
        + match random.random_range(0..40) {
            0..33 => random.random_range(1..180) * MINUTE,
            33..39 => random.random_range(12..72) * 60 * MINUTE,
            _ => random.random_range(4..15) * DAY,
        }
}

fn new_package(random: &mut StdRng, team: &Team) -> NewPackage {
    let recipients = (0..random.random_range(0..3)).map(recipient).collect();
    NewPackage {
        name: format!("package {}", team.packages.len()),
        recipients,
        limit: limit(random),
        has_password: random.random_bool(0.15),
    }
}

fn recipient(number: usize) -> String {
    format!("recipient{number}@example.net")
}

fn limit(random: &mut StdRng) -> Option<i64> {
    random.random_bool(0.6).then(|| random.random_range(0..4))
}

fn any_package(random: &mut StdRng, team: &Team) -> usize {
    random.random_range(0..team.packages.len())
}

/// Mostly the newest one that is still live.
fn likely_package(random: &mut StdRng, team: &Team) -> usize {
    let is_alive = |package: &Package| matches!(package.state, State::New | State::Finalized);
    match team.packages.iter().rposition(is_alive) {
        Some(index) if random.random_bool(0.75) => index,
        _ => any_package(random, team),
    }
}

/// Anything, whatever the outcome.
fn careless(random: &mut StdRng, package: &Package) -> Target {
    match random.random_range(0..12) {
        0 => Target::AddFile { name: "file 0".to_owned(), size: 3 },
        1 | 2 => file_target(random, package),
        3 => Target::CreateLink(new_link(random)),
        4 | 5 => open(random, package),
        6 => download(random, package),
        7 => Target::ChangeExpiry { end: end(random) },
        8 => Target::ListFiles,
        _ => change(random),
    }
}

/// A likely operation for a package in its state.
fn sensible(random: &mut StdRng, package: &Package, now: i64) -> Target {
    if package.tokens[package.full].is_dead(now) && random.random_bool(0.8) {
        return Target::Look;
    }
    match package.state {
        State::New => prepare(random, package),
        State::Finalized => share(random, package),
        State::Expired => match random.random_range(0..8) {
            0..4 => Target::Archive,
            4 => download(random, package),
            5 => open(random, package),
            6 => Target::ListFiles,
            _ => Target::Look,
        },
        State::Archived => Target::Unarchive,
    }
}

fn prepare(random: &mut StdRng, package: &Package) -> Target {
    let is_open = package.files.iter().any(|file| !file.is_finalized && !file.is_removed);
    let is_ready = !is_open && package.files.iter().any(|file| file.is_finalized && !file.is_removed);
    match random.random_range(0..20) {
        0..11 if is_open => file_target(random, package),
        0..10 if is_ready => Target::Finalize,
        0..15 => add_file(random, package),
        15..18 => Target::CreateLink(new_link(random)),
        18 => Target::Look,
        _ if package.files.is_empty() => rename(random),
        _ => Target::RemoveFile { file: random.random_range(0..package.files.len()) },
    }
}

fn share(random: &mut StdRng, package: &Package) -> Target {
    let known = package.links.iter().filter(|link| link.secret.is_some()).count();
    if let Some(link) = package.links.iter().position(has_one_left)
        && random.random_bool(0.15)
    {
        return Target::Open { link, is_right: true, password: Password::Right };
    }
    match random.random_range(0..40) {
        0..8 if known < LINKS_ENOUGH => Target::CreateLink(new_link(random)),
        0..17 => open(random, package),
        17..32 => download(random, package),
        32 | 33 => Target::ChangeExpiry { end: end(random) },
        34 => delete_link(random, package),
        35 => Target::Delete,
        36 => Target::Finalize,
        37 => rename(random),
        _ => Target::Look,
    }
}

/// Two operations on one package that both change something, or request something that is counted.
fn pair(random: &mut StdRng, team: &Team, now: i64) -> Step {
    let index = likely_package(random, team);
    let package = &team.packages[index];
    if let Some([first, second]) = contest(random, package) {
        return Step::Pair(index, first, second);
    }
    let mut one = || match random.random_range(0..10) {
        0..2 => change(random),
        2 => Target::ChangeExpiry { end: end(random) },
        3 => Target::CreateLink(new_link(random)),
        4 => delete_link(random, package),
        5 => file_target(random, package),
        _ => sensible(random, package, now),
    };
    let (first, second) = (one(), one());
    if is_at_odds(&first, &second) {
        return Step::One(Operation::On { package: index, target: first });
    }
    Step::Pair(index, first, second)
}

fn has_one_left(link: &Link) -> bool {
    link.secret.is_some() && link.deleted_at.is_none() && link.limit > 0 && link.limit - link.used == 1
}

/// Two requests for the last download of a link, if there are two tokens.
fn contest(random: &mut StdRng, package: &Package) -> Option<[Target; 2]> {
    let file = package.files.iter().position(|file| file.is_finalized && !file.is_removed)?;
    let is_contested = |token: &usize| {
        let token = &package.tokens[*token];
        !token.has_begun() && token.link.is_some_and(|link| has_one_left(&package.links[link]))
    };
    let contested: Vec<usize> = link_tokens(package).into_iter().filter(is_contested).collect();
    let first = *contested.choose(random)?;
    let is_rival = |token: &&usize| **token != first && package.tokens[**token].link == package.tokens[first].link;
    let second = *contested.iter().find(is_rival)?;
    Some([first, second].map(|token| Target::Download { token, file }))
}

/// Finalizing a file while it is being finalized with other content is told to wait, which fits neither order. Reading
/// takes several requests.
fn is_at_odds(first: &Target, second: &Target) -> bool {
    let is_read = |target: &Target| matches!(target, Target::Look | Target::ReadMail { .. } | Target::ListFiles);
    let is_wrong = |target: &Target| matches!(target, Target::FinalizeFile { is_wrong: true, .. });
    let is_file = |target: &Target| matches!(target, Target::FinalizeFile { .. });
    is_read(first) || is_read(second) || (is_file(first) && is_file(second) && (is_wrong(first) || is_wrong(second)))
}

fn add_file(random: &mut StdRng, package: &Package) -> Target {
    let size = if random.random_bool(0.2) { 0 } else { random.random_range(1..40) };
    Target::AddFile { name: format!("file {}", package.files.len()), size }
}

/// Finalizes a file, preferably an open one, or removes it.
fn file_target(random: &mut StdRng, package: &Package) -> Target {
    let open = package.files.iter().position(|file| !file.is_finalized && !file.is_removed);
    let file = match open {
        Some(file) if random.random_bool(0.9) => file,
        _ if package.files.is_empty() => return add_file(random, package),
        _ => random.random_range(0..package.files.len()),
    };
    if random.random_bool(0.1) {
        return Target::RemoveFile { file };
    }
    Target::FinalizeFile { file, is_wrong: random.random_bool(0.1) }
}

fn end(random: &mut StdRng) -> End {
    match random.random_range(0..10) {
        0 => End::Missing,
        1 => End::Never,
        2 => End::In(-random.random_range(0..3) * DAY),
        3..5 => End::In(random.random_range(1..120) * MINUTE),
        _ => End::In(random.random_range(1..20) * DAY),
    }
}

fn new_link(random: &mut StdRng) -> NewLink {
    let number = random.random_range(0..3);
    NewLink {
        email: random.random_bool(0.25).then(|| recipient(number)),
        limit: limit(random),
        has_password: random.random_bool(0.2),
        is_active: random.random_bool(0.95),
        ends_in: random.random_bool(0.2).then(|| random.random_range(-1..240) * 60 * MINUTE),
    }
}

/// Opens a link, or reads the mail that contains it.
fn open(random: &mut StdRng, package: &Package) -> Target {
    if package.links.is_empty() {
        return Target::CreateLink(new_link(random));
    }
    let link = random.random_range(0..package.links.len());
    let known = &package.links[link];
    if known.secret.is_none() && known.email.is_some() && random.random_bool(0.8) {
        return Target::ReadMail { link };
    }
    Target::Open { link, is_right: random.random_bool(0.95), password: password(random, known) }
}

fn password(random: &mut StdRng, link: &Link) -> Password {
    match random.random_range(0..10) {
        0 => Password::None,
        1 if link.wrong_guesses < WRONG_GUESSES_MOST => Password::Wrong,
        _ => Password::Right,
    }
}

fn delete_link(random: &mut StdRng, package: &Package) -> Target {
    match package.links.len() {
        0 => Target::CreateLink(new_link(random)),
        links => Target::DeleteLink { link: random.random_range(0..links) },
    }
}

fn link_tokens(package: &Package) -> Vec<usize> {
    let all = package.tokens.iter().enumerate();
    all.filter(|(_, token)| token.link.is_some()).map(|(index, _)| index).collect()
}

/// Requests a file, mostly with a token from a link.
fn download(random: &mut StdRng, package: &Package) -> Target {
    if package.files.is_empty() {
        return Target::Look;
    }
    let file = random.random_range(0..package.files.len());
    match link_tokens(package).choose(random) {
        Some(token) if random.random_bool(0.85) => Target::Download { token: *token, file },
        None if random.random_bool(0.5) => open(random, package),
        _ => Target::Download { token: package.full, file },
    }
}
