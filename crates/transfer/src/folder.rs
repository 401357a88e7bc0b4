//! placeholder until merge
use wire::error::ErrorCode;
#[derive(Debug, Clone, thiserror::Error)]
#[error("folder")]
pub struct FolderError;
impl FolderError {
    pub fn code(&self) -> ErrorCode {
        ErrorCode::DiskFull
    }
    pub fn is_of_one_file(&self) -> bool {
        false
    }
}
