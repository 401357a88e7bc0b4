//! The answer to a batch of files, kept briefly for repeated requests: with its signed URLs it takes about two kilobytes
//! for each file.

use std::collections::HashMap;

use domain::file::{File, FileState};
use domain::package_token::Right;
use serde::{Deserialize, Serialize};
use store::files;
use wire::error::ErrorBody;
use wire::files::{AddFile, AddedOne, RefusedOne};
use wire::ids::FileId;

use super::{Added, added_file};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};

/// What is needed to make one result again.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum One {
    Added {
        #[serde(rename = "i")]
        id: FileId,
        #[serde(rename = "l")]
        limit: u64,
        #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
        checksum: Option<String>,
    },
    Refused {
        #[serde(rename = "e")]
        error: ErrorBody,
    },
}

pub fn brief(answers: &[Result<Added, ErrorBody>]) -> ApiResult<Vec<u8>> {
    let one = |answer: &Result<Added, ErrorBody>| match answer {
        Ok(Added { file, request, limit }) => {
            One::Added { id: file.id.clone(), limit: *limit, checksum: request.checksum.clone() }
        }
        Err(error) => One::Refused { error: error.clone() },
    };
    let all: Vec<One> = answers.iter().map(one).collect();
    Ok(serde_json::to_vec(&all).map_err(anyhow::Error::from)?)
}

/// The same answer, with fresh URLs. A file that was removed since is not found.
pub async fn made_again(app: &App, holder: &PackageHolder, brief: &[u8]) -> ApiResult<Vec<AddedOne>> {
    holder.require(Right::ChangeFiles)?;
    let all: Vec<One> = serde_json::from_slice(brief).map_err(anyhow::Error::from)?;
    let id_of = |one: &One| match one {
        One::Added { id, .. } => Some(id.clone()),
        One::Refused { .. } => None,
    };
    let ids: Vec<FileId> = all.iter().filter_map(id_of).collect();
    let found = files::by_ids(&mut *app.store.read().await?, &holder.package.id, &ids).await?;
    let mut found: HashMap<FileId, File> = found.into_iter().map(|file| (file.id.clone(), file)).collect();
    let answer = |one: One| match one {
        One::Refused { error } => AddedOne::Refused(RefusedOne { file_id: None, error }),
        One::Added { id, limit, checksum } => {
            if let Some(file) = found.remove(&id) {
                // Nothing more may be sent for a file that is finalized.
                let is_new = file.state == FileState::New;
                let added = Added { file, request: AddFile { checksum, ..AddFile::default() }, limit };
                return AddedOne::Done(Box::new(added_file(app, &added, is_new)));
            }
            let error = ApiError::NotFound("file").into_body();
            AddedOne::Refused(RefusedOne { file_id: Some(id.to_string()), error })
        }
    };
    Ok(all.into_iter().map(answer).collect())
}
