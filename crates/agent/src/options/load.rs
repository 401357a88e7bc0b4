//! Merges all sources into the final options and reports what is wrong with them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use serving::secret::Secret;
use url::Url;

use super::layer::Layer;
use super::{Flags, ListenAddress, Options, bytes_per_second};

const CLOUD_USUAL: &str = "http://localhost:7070";

pub fn load(flags: Flags, variables: impl Iterator<Item = (String, String)>) -> anyhow::Result<Options> {
    let variables: Vec<(String, String)> = variables.collect();
    let named = |name: &str| variables.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone());
    let file = flags.config.clone().or_else(|| named("TONNAGE_AGENT_CONFIG").map(PathBuf::from));
    let file = file.map_or_else(|| Ok(Layer::default()), |path| read_file(&path))?;
    let layer = Layer::of_flags(flags).or(Layer::of_environment(&variables)?).or(file);
    let cloud_url = layer.cloud_url.as_deref().unwrap_or(CLOUD_USUAL);
    let state_dir = match layer.state_dir {
        Some(directory) => directory,
        None => usual_state_dir(named("XDG_STATE_HOME"), named("HOME"))?,
    };
    let usual = Options::new(address_of_cloud(cloud_url)?, state_dir);
    Ok(Options {
        api_key: secret("api-key", layer.api_key, layer.api_key_file.as_deref())?,
        token: secret("token", layer.token, layer.token_file.as_deref())?,
        no_token: layer.no_token.unwrap_or(usual.no_token),
        listen: layer.listen.as_deref().map_or(Ok(usual.listen), listen_address)?,
        auto_finalize: layer.auto_finalize.unwrap_or(usual.auto_finalize),
        auto_resume: layer.auto_resume.unwrap_or(usual.auto_resume),
        max_upload_rate: rate("max-upload-rate", layer.max_upload_rate.as_deref())?,
        max_download_rate: rate("max-download-rate", layer.max_download_rate.as_deref())?,
        allow_hosts: layer.allow_host.unwrap_or_default(),
        allow_paths: layer.allow_path.unwrap_or_default(),
        allow_hidden: layer.allow_hidden.unwrap_or(usual.allow_hidden),
        provision: layer.provision,
        pages: layer.pages,
        poll: layer.poll_seconds.map_or(usual.poll, Duration::from_secs),
        history_days: layer.history_days.map_or(usual.history_days, i64::from),
        log_level: layer.log_level.unwrap_or(usual.log_level),
        ..Options::new(usual.cloud_url, usual.state_dir)
    })
}

fn read_file(path: &Path) -> anyhow::Result<Layer> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // The parser's full message quotes the line, which may contain a secret, so it is not shown.
    toml::from_str(&text).map_err(|error| anyhow::anyhow!("{}: {}", path.display(), error.message()))
}

fn secret(name: &str, given: Option<Secret>, file: Option<&Path>) -> anyhow::Result<Secret> {
    let Some(path) = file else { return Ok(given.unwrap_or_default()) };
    if given.is_some() {
        bail!("use --{name} or --{name}-file, not both");
    }
    let text =
        std::fs::read_to_string(path).with_context(|| format!("--{name}-file: cannot read {}", path.display()))?;
    match text.trim() {
        "" => bail!("--{name}-file: {} is empty", path.display()),
        text => Ok(Secret::new(text)),
    }
}

fn usual_state_dir(state_home: Option<String>, home: Option<String>) -> anyhow::Result<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let state_home = state_home.map(PathBuf::from).filter(absolute);
    let of_home = || home.map(PathBuf::from).filter(absolute).map(|home| home.join(".local/state"));
    let directory = state_home.or_else(of_home).context("there is no home directory: pass --state-dir")?;
    Ok(directory.join("tonnage-agent"))
}

fn address_of_cloud(text: &str) -> anyhow::Result<Url> {
    let url: Url = text.parse().with_context(|| format!("--cloud-url: {text} is not a valid URL"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        bail!("--cloud-url: {text} must begin with http:// or https://");
    }
    Ok(url)
}

fn rate(name: &str, text: Option<&str>) -> anyhow::Result<Option<u64>> {
    let Some(text) = text else { return Ok(None) };
    let rate = if text.eq_ignore_ascii_case("off") { Some(0) } else { bytes_per_second(text) };
    rate.map(Some)
        .with_context(|| format!("--{name}: {text} is not a valid rate; use bytes per second, such as 10MiB, or off"))
}

fn listen_address(text: &str) -> anyhow::Result<ListenAddress> {
    if let Some(path) = text.strip_prefix("unix:") {
        let path = PathBuf::from(path);
        return if path.is_absolute() {
            Ok(ListenAddress::Unix(path))
        } else {
            bail!("--listen: unix: needs an absolute path")
        };
    }
    let address = text.strip_prefix("localhost:").map_or_else(|| text.to_owned(), |port| format!("127.0.0.1:{port}"));
    let address: SocketAddr = address.parse().with_context(|| {
        format!("--listen: {text} must be an address with a port, such as 127.0.0.1:8080, or unix:PATH")
    })?;
    Ok(ListenAddress::Tcp(address))
}

#[cfg(test)]
mod tests {
    use super::super::{Flags, ListenAddress, Options};
    use super::load;

    fn loaded(flags: Flags, variables: &[(&str, &str)]) -> anyhow::Result<Options> {
        let usual = [("HOME", "/home/someone")];
        load(flags, usual.iter().chain(variables).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("agent.toml");
        std::fs::write(&file, "api_key = 'of the file'\nlog_level = 'warn'\npoll_seconds = 7\n").unwrap();
        let flags = |key: Option<&str>| Flags {
            api_key: key.map(str::to_owned),
            config: Some(file.clone()),
            ..Flags::default()
        };
        let variables = [("API_KEY", "short"), ("TONNAGE_AGENT_API_KEY", "long"), ("TONNAGE_AGENT_LOG_LEVEL", "debug")];
        let cases = [
            (loaded(flags(Some("flag")), &variables), "flag", "debug"),
            (loaded(flags(None), &variables), "long", "debug"),
            (loaded(flags(None), &variables[..1]), "short", "warn"),
            (loaded(flags(None), &[]), "of the file", "warn"),
        ];
        for (options, key, level) in cases {
            let options = options.unwrap();
            assert_eq!((options.api_key.expose(), options.log_level.as_str()), (key, level));
            assert_eq!(options.poll.as_secs(), 7);
        }
    }

    #[test]
    fn secrets_come_from_files_and_a_file_of_a_nearer_source_counts_more() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("key");
        std::fs::write(&file, " from the file \n").unwrap();
        let flags = Flags { api_key_file: Some(file.clone()), ..Flags::default() };
        assert_eq!(loaded(flags.clone(), &[("API_KEY", "k")]).unwrap().api_key.expose(), "from the file");
        std::fs::write(&file, "\n").unwrap();
        assert!(loaded(flags.clone(), &[]).unwrap_err().to_string().contains("is empty"));
        std::fs::remove_file(&file).unwrap();
        assert!(loaded(flags, &[]).unwrap_err().to_string().contains("--api-key-file: cannot read"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let flag = |change: fn(&mut Flags)| {
            let mut flags = Flags::default();
            change(&mut flags);
            loaded(flags, &[]).unwrap_err().to_string()
        };
        assert!(flag(|flags| flags.listen = Some("8080".into())).contains("--listen"));
        assert!(flag(|flags| flags.listen = Some("unix:socket".into())).contains("absolute"));
        assert!(flag(|flags| flags.cloud_url = Some("ftp://a".into())).contains("--cloud-url"));
        assert!(flag(|flags| flags.max_upload_rate = Some("fast".into())).contains("--max-upload-rate"));
        assert!(loaded(Flags::default(), &[("TONNAGE_AGENT_AUTO_RESUME", "maybe")]).is_err());
    }

    #[test]
    fn without_anything_it_is_the_usual() {
        let options = loaded(Flags::default(), &[]).unwrap();
        assert_eq!(options.state_dir.to_str(), Some("/home/someone/.local/state/tonnage-agent"));
        assert_eq!(options.listen, ListenAddress::Tcp("127.0.0.1:8080".parse().unwrap()));
        assert!(options.api_key.is_empty() && options.auto_finalize && options.auto_resume);
        let state = loaded(Flags::default(), &[("XDG_STATE_HOME", "/state")]).unwrap().state_dir;
        assert_eq!(state.to_str(), Some("/state/tonnage-agent"));
    }
}
