//! Tries the packages in a fresh Debian: installs them, starts them as their units do, uses, upgrades and removes them.
//!
//! Nothing outside the folder of the trial is changed, and everything started is stopped. Needs root, because
//! `debootstrap` and `chroot` do.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::{must_succeed, output_of};
use crate::system::{self, DEBOOTSTRAP};
use crate::workspace;

/// What the walk-through uses, and what a Debian that runs services has anyway.
const INCLUDED: &str = "adduser,bash,ca-certificates,curl,jq,unzip,systemd";
const PATIENCE: Duration = Duration::from_secs(20);
const API: &str = "http://127.0.0.1:7070";
const AGENT: &str = "127.0.0.1:7080";

pub(super) fn try_out(packages: &[PathBuf]) -> Outcome {
    system::provide(&[&DEBOOTSTRAP])?;
    if !system::is_root() {
        return failed("Trying the packages needs root, for debootstrap and chroot.");
    }
    let debian = Debian::fresh()?;
    debian.install(packages)?;
    debian.run("dpkg --verify tonnage tonnage-agent")?;
    debian.run("test -s /usr/share/bash-completion/completions/tonnage -a -s /usr/share/man/man1/tonnage.1.gz")?;
    debian.run("cd /usr/share/doc && test -s tonnage/tonnage.cdx.json -a -s tonnage-agent/tonnage-agent.cdx.json")?;
    debian.run("systemd-analyze verify --man=no /lib/systemd/system/tonnage.service")?;
    println!("installed; units, completions and man pages exist");

    let line = debian.exec_start("/lib/systemd/system/tonnage.service")?;
    println!("as user tonnage: {line}");
    let server = debian.start("tonnage:tonnage", &line, "")?;
    let made = debian.run(
        "tonnagectl admin bootstrap --team Film --email anna@example.org --password 'correct horse battery' --json",
    )?;
    let value = |name: &str| debian.run(&format!("echo '{}' | jq -r .{name}", made.trim()));
    let (team, key) = (value("team_id")?, value("api_key")?);
    debian.walk_through(team.trim(), key.trim())?;
    println!("the walk-through passed");

    debian.send_through_the_agent(key.trim())?;
    println!("a folder went through the agent of the package and came back the same");

    debian.run(&format!("tonnage health {API}"))?;
    debian.run("install -d -o tonnage /backups && tonnagectl backup create /backups/one && tonnagectl admin fsck")?;
    debian.run("tonnagectl backup verify /backups/one")?;
    println!("a backup was created while the server was running, and verified");
    server.stop()?;
    debian.install(packages)?;
    let again = debian.start("tonnage:tonnage", &line, "")?;
    debian.run(&format!("curl -sf {API}/v1/auth -H 'X-API-KEY: {}'", key.trim()))?;
    again.stop()?;
    println!("after an upgrade in place the key is still known");

    debian.run("DEBIAN_FRONTEND=noninteractive apt-get purge -y -q tonnage tonnage-agent")?;
    debian.run("test ! -e /usr/bin/tonnage -a ! -e /etc/tonnage/tonnage.toml -a -f /var/lib/tonnage/tonnage.db")?;
    println!("purged; user data was kept");
    Ok(())
}

struct Debian {
    root: PathBuf,
}

impl Debian {
    fn fresh() -> Outcome<Self> {
        let root = workspace::cache()?.join("debian");
        if root.exists() {
            fs::remove_dir_all(&root).doing(|| format!("remove {}", root.display()))?;
        }
        let release = output_of(Command::new("sh").args(["-c", ". /etc/os-release && echo $VERSION_CODENAME"]))?;
        let mut command = Command::new("debootstrap");
        command.args(["--variant=minbase", &format!("--include={INCLUDED}"), release.trim()]).arg(&root);
        output_of(&mut command)?;
        Ok(Self { root })
    }

    fn install(&self, packages: &[PathBuf]) -> Outcome {
        let mut names = Vec::new();
        for package in packages {
            let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let place = self.root.join("tmp").join(&name);
            fs::copy(package, &place).doing(|| format!("copy {}", package.display()))?;
            names.push(format!("/tmp/{name}"));
        }
        let line = format!("DEBIAN_FRONTEND=noninteractive apt-get install --reinstall -y -q {}", names.join(" "));
        self.run(&line).map(drop)
    }

    /// Runs a shell command inside, as root.
    fn run(&self, line: &str) -> Outcome<String> {
        output_of(Command::new("chroot").arg(&self.root).args(["/bin/bash", "-ec", line]))
    }

    /// The command that systemd would run.
    fn exec_start(&self, unit: &str) -> Outcome<String> {
        let path = self.root.join(unit.trim_start_matches('/'));
        let text = fs::read_to_string(&path).doing(|| format!("read {}", path.display()))?;
        match text.lines().find_map(|line| line.strip_prefix("ExecStart=")) {
            Some(line) => Ok(line.to_owned()),
            None => failed(format!("{unit} starts nothing.")),
        }
    }

    /// Starts a unit's command, and waits for the line that says that it is listening.
    fn start(&self, user: &str, line: &str, variables: &str) -> Outcome<Running> {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={user}")).arg(&self.root);
        command.args(["/bin/bash", "-ec", &format!("cd / && {variables} exec {line}")]).stdout(Stdio::piped());
        let log = self.root.join("tmp/started.log");
        let log = fs::File::create(&log).doing(|| format!("write {}", log.display()))?;
        let mut child = command.stderr(log).spawn().doing(|| format!("start `{line}`"))?;
        let Some(output) = child.stdout.take() else { return failed("There is no output to read.") };
        let mut first = String::new();
        let read = BufReader::new(output).read_line(&mut first).doing(|| "read what the program says".to_owned());
        let running = Running { child };
        read?;
        if first.contains("\"listening\"") {
            return Ok(running);
        }
        let said = fs::read_to_string(self.root.join("tmp/started.log")).unwrap_or_default();
        failed(format!("`{line}` did not start listening. Its output:\n{first}{said}"))
    }

    /// Runs the code blocks of the page, in order, exactly as written.
    fn walk_through(&self, team: &str, key: &str) -> Outcome {
        let page = workspace::root().join("docs/api-walkthrough.md");
        let page = fs::read_to_string(&page).doing(|| format!("read {}", page.display()))?;
        let blocks: String = page.split("```sh\n").skip(1).filter_map(|part| part.split("```").next()).collect();
        let script = format!("set -euo pipefail\nexport API={API} TEAM={team} KEY={key}\n{blocks}");
        let place = self.root.join("tmp/walk-through.sh");
        fs::write(&place, script).doing(|| format!("write {}", place.display()))?;
        self.run("mkdir -p /tmp/work && cd /tmp/work && bash /tmp/walk-through.sh").map(drop)
    }

    fn send_through_the_agent(&self, key: &str) -> Outcome {
        let line = self.exec_start("/usr/lib/systemd/user/tonnage-agent.service")?;
        println!("as a person: {line}");
        self.run("id -u anna >/dev/null 2>&1 || useradd --create-home anna")?;
        let prepare = format!(
            "umask 077; cd /home/anna; mkdir -p shoot/day; head -c 9000000 /dev/urandom > shoot/day/a.mov; \
             : > shoot/empty; echo {key} > key; mkdir -p got; chown -R anna:anna ."
        );
        self.run(&prepare)?;
        let variables = format!(
            "HOME=/home/anna TONNAGE_AGENT_CLOUD_URL={API} TONNAGE_AGENT_API_KEY_FILE=/home/anna/key \
             TONNAGE_AGENT_LISTEN={AGENT}"
        );
        let agent = self.start("anna:anna", &line, &variables)?;
        let used = self.run(&format!(
            "su anna -c 'cd && export {variables} && url=$(tonnage-agent send shoot --link) && \
             tonnage-agent get \"$url\" --to got && diff -r shoot got/shoot'"
        ));
        agent.stop()?;
        used.map(drop)
    }
}

/// A program inside. It is killed when dropped.
struct Running {
    child: Child,
}

impl Running {
    /// Stops it like systemd would.
    fn stop(mut self) -> Outcome {
        must_succeed(Command::new("kill").arg(self.child.id().to_string()))?;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.child.try_wait().doing(|| "wait for the program".to_owned())? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return failed(format!("The program ended with {status}.")),
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        failed("The program did not stop when asked to.")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;
    use std::process::Command;

    use crate::system::own_mounts;

    /// With `/etc` as it is in a folder, and a `runuser` that shows what it is given.
    #[test]
    fn tonnagectl_reads_the_environment_file_and_executes_nothing_of_it() {
        let folder = std::env::temp_dir().join(crate::processes::unique_name("tonnagectl"));
        let (settings, programs) = (folder.join("etc/tonnage"), folder.join("bin"));
        std::fs::create_dir_all(&settings).unwrap();
        std::fs::create_dir_all(&programs).unwrap();
        let executed = folder.join("executed");
        let lines = [
            "# a comment",
            "  TONNAGE_SPACED = no name",
            "  TONNAGE_PLAIN=one two  ",
            &format!("TONNAGE_QUOTED=\"$(touch {0}) `touch {0}`\"", executed.display()),
            "TONNAGE_SINGLE='a=b'",
            "PATH=/elsewhere",
            "LD_PRELOAD=/elsewhere.so",
            &format!("touch {}", executed.display()),
            "TONNAGE_LAST=without a line end",
        ];
        std::fs::write(settings.join("environment"), lines.join("\n")).unwrap();
        let runuser = programs.join("runuser");
        std::fs::write(&runuser, "#!/bin/sh\necho \"$@\"\nenv | grep -E '^(TONNAGE|LD)_' | sort\n").unwrap();
        std::fs::set_permissions(&runuser, std::fs::Permissions::from_mode(0o755)).unwrap();
        let script = crate::workspace::root().join("packaging/server/tonnagectl");
        let run = "mount --bind \"$1/etc\" /etc && PATH=$1/bin:$PATH exec sh \"$2\" admin jobs list";
        let mut command = Command::new("unshare");
        command.args(own_mounts()).args(["sh", "-c", run, "sh"]).arg(&folder).arg(script);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap());
        let shown = crate::processes::output_of(&mut command).map_err(|_| "it failed").unwrap();
        let is_executed = executed.exists();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(!is_executed, "a line of the file was executed");
        let quoted = format!("TONNAGE_QUOTED=$(touch {0}) `touch {0}`", executed.display());
        let expected = [
            "-u tonnage -- /usr/bin/tonnage admin jobs list",
            "TONNAGE_CONFIG=/etc/tonnage/tonnage.toml",
            "TONNAGE_DATA_DIR=/var/lib/tonnage",
            "TONNAGE_LAST=without a line end",
            "TONNAGE_PLAIN=one two",
            &quoted,
            "TONNAGE_SINGLE=a=b",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn proxies_pass_on_the_port_and_log_no_queries() {
        let nginx = std::fs::read_to_string(crate::workspace::root().join("packaging/proxy/nginx.conf")).unwrap();
        let hosts: Vec<_> = nginx.lines().filter(|line| line.contains("proxy_set_header Host")).collect();
        assert!(hosts.len() == 3 && hosts.iter().all(|line| line.ends_with("Host $http_host;")), "{hosts:?}");
        let clients = nginx.matches("proxy_set_header X-Forwarded-For $remote_addr;").count();
        assert_eq!(clients, nginx.matches("proxy_pass ").count(), "no client may name its own address");
        let format = nginx.lines().find(|line| line.starts_with("log_format")).unwrap();
        assert!(
            !format.contains("$request\"") && !format.contains("request_uri") && !format.contains("args"),
            "{format}"
        );
        let logs = nginx.matches("access_log /").count();
        assert_eq!((logs, nginx.matches(" tonnage;").count()), (2, logs), "every server uses it");
    }

    #[test]
    fn every_unit_starts_what_its_package_installs() {
        let root = crate::workspace::root();
        for (unit, program) in [("server/tonnage.service", "tonnage"), ("agent/tonnage-agent.service", "tonnage-agent")]
        {
            let text = std::fs::read_to_string(root.join("packaging").join(unit)).unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
            assert!(line.starts_with(&format!("{} serve", Path::new("/usr/bin").join(program).display())), "{line}");
            // Otherwise the kernel kills the process, such as when it lowers the priority of a thread.
            let refuses = text.contains("SystemCallFilter=~");
            assert_eq!(text.contains("\nSystemCallErrorNumber=EPERM\n"), refuses, "{unit}");
        }
    }
}
