//! `service`: installs the agent as a systemd unit, for a user or for the machine. It never runs as root.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use clap::{Args, Subcommand};

use super::Context;
use super::exit::Exit;
use super::problem::{Outcome, Problem};

const UNIT: &str = "tonnage-agent.service";

#[derive(Args)]
pub struct Service {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Install the service, start it now and at every boot
    #[command(
        after_help = "Example:\n  tonnage-agent service install --user --api-key-file ~/.config/tonnage-agent/key"
    )]
    Install {
        #[command(flatten)]
        place: Place,
        /// Print the unit file, without writing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Stop and remove the service
    Uninstall {
        #[command(flatten)]
        place: Place,
        /// Show what would be removed, without removing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Show whether the service is installed and running
    Status {
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Args)]
struct Place {
    /// Service for your user, running while you are signed in (default)
    #[arg(long, conflicts_with = "system")]
    user: bool,
    /// Service for the machine, running as a dedicated user that systemd creates
    #[arg(long)]
    system: bool,
    /// Directory for unit files; if given, systemctl is not called
    #[arg(long, value_name = "DIRECTORY", env = "TONNAGE_AGENT_UNIT_DIR")]
    unit_dir: Option<PathBuf>,
}

impl Service {
    pub(super) fn run(self, context: &Context) -> Outcome<Exit> {
        match self.action {
            Action::Install { place, dry_run } => install(&place, dry_run, context),
            Action::Uninstall { place, dry_run } => uninstall(&place, dry_run, context),
            Action::Status { place } => status(&place, context),
        }
    }
}

impl Place {
    fn file(&self) -> Outcome<PathBuf> {
        if let Some(directory) = &self.unit_dir {
            return Ok(directory.join(UNIT));
        }
        if self.system {
            return Ok(Path::new("/etc/systemd/system").join(UNIT));
        }
        let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = named("XDG_CONFIG_HOME").or_else(|| named("HOME").map(|home| home.join(".config")));
        let home = home.ok_or_else(|| Problem::usage("there is no home directory: pass --unit-dir or --system"))?;
        Ok(home.join("systemd/user").join(UNIT))
    }

    fn systemctl(&self, arguments: &[&str], context: &Context) -> Outcome<()> {
        if self.unit_dir.is_some() {
            return Ok(());
        }
        let scope = if self.system { "--system" } else { "--user" };
        let line = format!("systemctl {scope} {}", arguments.join(" "));
        context.talk.explain(&line);
        let status = Command::new("systemctl").arg(scope).args(arguments).status();
        let status = status.map_err(|error| Problem::new(Exit::Failed, format!("cannot run {line}: {error}")))?;
        if status.success() { Ok(()) } else { Err(Problem::new(Exit::Failed, format!("{line} failed ({status})"))) }
    }
}

fn install(place: &Place, dry_run: bool, context: &Context) -> Outcome<Exit> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let unit = unit(place.system, &program, context)?;
    if dry_run {
        context.talk.print(unit.trim_end());
        return Ok(Exit::Done);
    }
    let file = place.file()?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    std::fs::write(&file, unit).with_context(|| format!("cannot write {}", file.display()))?;
    context.talk.say(&format!("wrote {}", file.display()));
    place.systemctl(&["daemon-reload"], context)?;
    place.systemctl(&["enable", "--now", UNIT], context)?;
    Ok(Exit::Done)
}

fn uninstall(place: &Place, dry_run: bool, context: &Context) -> Outcome<Exit> {
    let file = place.file()?;
    if !file.exists() {
        return Err(Problem::new(Exit::Missing, format!("there is no {}", file.display())));
    }
    if dry_run {
        context.talk.say(&format!("would remove {}", file.display()));
        return Ok(Exit::Done);
    }
    place.systemctl(&["disable", "--now", UNIT], context)?;
    std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    context.talk.say(&format!("removed {}", file.display()));
    place.systemctl(&["daemon-reload"], context)?;
    Ok(Exit::Done)
}

fn status(place: &Place, context: &Context) -> Outcome<Exit> {
    let file = place.file()?;
    if !file.exists() {
        let next = "tonnage-agent service install";
        return Err(Problem::new(Exit::Missing, format!("not installed: there is no {}", file.display())).next(next));
    }
    context.talk.print(&format!("installed: {}", file.display()));
    place.systemctl(&["status", "--no-pager", UNIT], context)?;
    Ok(Exit::Done)
}

/// The key is passed as a systemd credential, which other processes cannot read.
fn unit(system: bool, program: &Path, context: &Context) -> Outcome<String> {
    let options = &context.options;
    let key = match &context.api_key_file {
        Some(file) => Some(std::path::absolute(file).context("cannot find the API key file")?),
        None if options.api_key.is_empty() => None,
        None => {
            let what = "the API key is not written to the unit file, because other users could read it there";
            return Err(Problem::usage(what).next("write the key to a private file and pass --api-key-file FILE"));
        }
    };
    let mut lines = vec!["[Unit]".to_owned(), "Description=Tonnage transfer agent".to_owned()];
    if system {
        // The user manager of systemd does not have these targets.
        let targets = "network-online.target time-sync.target";
        lines.extend([format!("After={targets}"), format!("Wants={targets}")]);
    }
    lines.extend([String::new(), "[Service]".to_owned(), "Type=exec".to_owned()]);
    let mut start = format!("ExecStart={} serve --cloud-url {}", quoted(program), options.cloud_url);
    if let Some(key) = &key {
        lines.push(format!("LoadCredential=api-key:{}", key.display()));
        start += " --api-key-file %d/api-key";
    }
    start = format!("{start} --listen {}", super::reach::shown(&options.listen));
    if system {
        start += " --state-dir %S/tonnage-agent";
    }
    for path in &options.allow_paths {
        start = format!("{start} --allow-path {}", quoted(path));
    }
    lines.push(start);
    lines.extend(["Restart=on-failure", "RestartSec=5", "LimitNOFILE=65536"].map(str::to_owned));
    lines.extend(sandbox(system).iter().map(|line| (*line).to_owned()));
    if system {
        let writable = options.allow_paths.iter().map(|path| format!("ReadWritePaths={}", quoted(path)));
        lines.extend(writable);
    }
    let wanted = if system { "multi-user.target" } else { "default.target" };
    lines.extend([String::new(), "[Install]".to_owned(), format!("WantedBy={wanted}"), String::new()]);
    Ok(lines.join("\n"))
}

/// A user's agent may write wherever the user can; the machine's only to allowed paths.
const fn sandbox(system: bool) -> &'static [&'static str] {
    if system {
        &[
            "DynamicUser=yes",
            "StateDirectory=tonnage-agent",
            "StateDirectoryMode=0700",
            "UMask=0027",
            "CapabilityBoundingSet=",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "ProtectHome=read-only",
            "PrivateTmp=yes",
            "PrivateDevices=yes",
            "ProtectKernelTunables=yes",
            "ProtectKernelModules=yes",
            "ProtectControlGroups=yes",
            "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
            "RestrictNamespaces=yes",
            "LockPersonality=yes",
            "MemoryDenyWriteExecute=yes",
            "SystemCallArchitectures=native",
        ]
    } else {
        &[
            "UMask=0077",
            "NoNewPrivileges=yes",
            "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
            "RestrictNamespaces=yes",
            "LockPersonality=yes",
            "MemoryDenyWriteExecute=yes",
            "SystemCallArchitectures=native",
        ]
    }
}

/// Escapes a path for systemd, where % and spaces are special.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string().replace('%', "%%");
    if text.contains([' ', '"', '\\', '\'']) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::quoted;

    #[test]
    fn paths_are_written_as_systemd_reads_them() {
        for (path, expected) in [("/a/b", "/a/b"), ("/a b", "\"/a b\""), ("/100%", "/100%%"), ("/a\"b", "\"/a\\\"b\"")]
        {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }
}
