//! Answers to a Portal's form: fixed ones, and those from a JSON file that comes with the content.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use sha2::{Digest as _, Sha256};
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

/// The answers to a form.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) given: BTreeMap<String, String>,
    /// Checksum of the file with answers, if there was one.
    pub(super) sum: Option<String>,
}

/// The answers, or a sentence about what is wrong with the file. A missing file means no answers.
pub(super) fn answers(form: &FormMetadata, content: &Path) -> Result<Answers, String> {
    let mut answers = form.metadata.clone();
    let Some(place) = place(form, content) else { return Ok(Answers { given: answers, sum: None }) };
    let Some(text) = read(&place)? else { return Ok(Answers { given: answers, sum: None }) };
    let given: BTreeMap<String, String> = serde_json::from_str(&text)
        .map_err(|error| format!("{}: must be a JSON object of strings: {error}", place.display()))?;
    answers.extend(given);
    Ok(Answers { given: answers, sum: Some(sum(&text)) })
}

/// Removes a file with answers, if it still is the one with this checksum.
pub(super) fn remove(place: &Path, expected: &str) {
    if read(place).is_ok_and(|text| text.is_some_and(|text| sum(&text) == expected)) {
        // If it stays, it is still not content.
        let _ = resolved::remove_file(place);
    }
}

fn sum(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// `None` if there is no such file.
fn read(place: &Path) -> Result<Option<String>, String> {
    let file = match resolved::open(place, OFlags::RDONLY | OFlags::NONBLOCK) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
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
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use wire::agent::FormMetadata;

    use super::{answers, remove};

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
        let project = |form: &FormMetadata, path: &Path| answers(form, path).unwrap().given["project"].clone();
        assert_eq!(project(&form(Some("answers.json")), &folder), "fixed", "no file, no answers");
        fs::write(folder.join("answers.json"), r#"{"project": "of the file"}"#).unwrap();
        fs::write(place.path().join("clip.mov.json"), r#"{"project": "beside"}"#).unwrap();
        assert_eq!(project(&form(Some("answers.json")), &folder), "of the file");
        assert_eq!(project(&form(Some("answers.json")), &clip), "beside");
        assert_eq!(project(&form(None), &folder), "fixed");
        assert_eq!(answers(&form(Some("answers.json")), &folder).unwrap().given["reel"], "1");
    }

    #[test]
    fn only_the_answers_that_were_read_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let (clip, beside) = (place.path().join("clip.mov"), place.path().join("clip.mov.json"));
        fs::write(&clip, "").unwrap();
        fs::write(&beside, "{}").unwrap();
        let read = answers(&form(Some("x.json")), &clip).unwrap().sum.unwrap();
        fs::write(&beside, r#"{"project": "changed"}"#).unwrap();
        remove(&beside, &read);
        assert!(beside.exists(), "nobody has these answers yet");
        remove(&beside, &answers(&form(Some("x.json")), &clip).unwrap().sum.unwrap());
        assert!(!beside.exists());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("answers.json");
        for wrong in ["", "[]", r#"{"a": 1}"#, r#"{"a": {}}"#, "{\"a\": \"b\"", &format!("\"{}\"", "x".repeat(70_000))]
        {
            fs::write(&file, wrong).unwrap();
            let said = answers(&form(Some("answers.json")), place.path()).err().unwrap();
            assert!(said.contains("answers.json"), "{said}");
        }
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", &file).unwrap();
        assert!(answers(&form(Some("answers.json")), place.path()).is_err(), "a link is not followed");
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(answers(&form(Some("answers.json")), place.path()).err().unwrap().contains("not a file"));
    }
}
