//! Answers to a Portal's form: fixed ones, and those from a JSON file that comes with the content.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use transfer::resolved;
use wire::agent::FormMetadata;

/// Form answers are short.
const LENGTH_MOST: u64 = 64 << 10;

/// Path of the file with the answers: in a folder it has the configured name; for a single file it is next to it, named
/// after it with `.json` appended.
pub(super) fn place(form: &FormMetadata, content: &Path) -> Option<PathBuf> {
    let name = form.metadata_file.as_ref()?;
    if resolved::metadata(content).is_ok_and(|metadata| metadata.is_dir()) {
        return Some(content.join(name));
    }
    let mut beside = content.as_os_str().to_owned();
    beside.push(".json");
    Some(PathBuf::from(beside))
}

/// The answers, or a sentence about what is wrong with the file. A missing file means no answers.
pub(super) fn answers(form: &FormMetadata, content: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut answers = form.metadata.clone();
    let Some(place) = place(form, content) else { return Ok(answers) };
    let file = match resolved::open(&place, OFlags::RDONLY | OFlags::NONBLOCK) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(answers),
        Err(error) => return Err(format!("cannot read {}: {error}", place.display())),
    };
    let wrong = |reason: String| format!("{}: {reason}", place.display());
    let is_file = file.metadata().map_err(|error| wrong(error.to_string()))?.is_file();
    if !is_file {
        return Err(wrong("is not a file".to_owned()));
    }
    let mut text = String::new();
    file.take(LENGTH_MOST + 1).read_to_string(&mut text).map_err(|error| wrong(error.to_string()))?;
    if text.len() as u64 > LENGTH_MOST {
        return Err(wrong("is longer than 64 KiB".to_owned()));
    }
    let given: BTreeMap<String, String> =
        serde_json::from_str(&text).map_err(|error| wrong(format!("must be a JSON object of strings: {error}")))?;
    answers.extend(given);
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use wire::agent::FormMetadata;

    use super::answers;

    fn form(file: Option<&str>) -> FormMetadata {
        let metadata = [("project", "fixed"), ("reel", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        FormMetadata { metadata: metadata.into(), metadata_file: file.map(str::to_owned) }
    }

    #[test]
    fn answers_of_the_file_count_more_than_fixed_ones() {
        let place = tempfile::tempdir().unwrap();
        let (folder, clip) = (place.path().join("day"), place.path().join("clip.mov"));
        fs::create_dir(&folder).unwrap();
        fs::write(&clip, "").unwrap();
        let project = |form: &FormMetadata, path: &Path| answers(form, path).unwrap()["project"].clone();
        assert_eq!(project(&form(Some("answers.json")), &folder), "fixed", "no file, no answers");
        fs::write(folder.join("answers.json"), r#"{"project": "of the file"}"#).unwrap();
        fs::write(place.path().join("clip.mov.json"), r#"{"project": "beside"}"#).unwrap();
        assert_eq!(project(&form(Some("answers.json")), &folder), "of the file");
        assert_eq!(project(&form(Some("answers.json")), &clip), "beside");
        assert_eq!(project(&form(None), &folder), "fixed");
        assert_eq!(answers(&form(Some("answers.json")), &folder).unwrap()["reel"], "1");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("answers.json");
        for wrong in ["", "[]", r#"{"a": 1}"#, r#"{"a": {}}"#, "{\"a\": \"b\"", &format!("\"{}\"", "x".repeat(70_000))]
        {
            fs::write(&file, wrong).unwrap();
            let said = answers(&form(Some("answers.json")), place.path()).unwrap_err();
            assert!(said.contains("answers.json"), "{said}");
        }
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", &file).unwrap();
        assert!(answers(&form(Some("answers.json")), place.path()).is_err(), "a link is not followed");
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(answers(&form(Some("answers.json")), place.path()).unwrap_err().contains("not a file"));
    }
}
