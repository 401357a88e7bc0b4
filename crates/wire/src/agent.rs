//! Types of the transfer agent's local API.
//!
//! Secret fields (passwords, access codes, link secrets) are in types without `Debug`.

mod automation_bodies;
mod automations;
mod downloads;
mod events;
mod gateways;
mod ids;
mod paths;
mod session;
mod settings;
mod status;
mod transfers;
mod uploads;

pub use automation_bodies::{AutomationChanges, AutomationFields};
pub use automations::{
    AllPortalsDownload, AutomationBody, AutomationState, AutomationStatus, AutomationTrouble, AutomationType,
    CreatedAutomation, ExportedAutomation, FormMetadata, ImportAutomations, ImportedAutomation, ImportedAutomations,
    PortalDownload, PortalStream, PortalUpload, PreviewedParcel, TeamStream, TeamUpload, TimeoutUnit,
};
pub use downloads::{DownloadBody, DownloadSummary, StartDownload, StartedDownload};
pub use events::{AgentEvent, Removed};
pub use gateways::{AddGateway, AddedGateway, DeliveringBody, GatewayBody};
pub use ids::{AutomationId, DownloadId, ItemId, NotAUuid, UploadId};
pub use paths::{PathCompletion, PathKind};
pub use session::{LogOutOfAgent, LoginBody, SessionBody, SessionState, SignInToAgent, TeamElement, UserElement};
pub use settings::{
    Concurrency, Day, FifoMode, RateLimit, Schedule, SettingsBody, WriteConcurrency, WriteDay, WriteFifoMode,
    WriteRateLimit, WriteSchedule,
};
pub use status::AgentStatus;
pub use transfers::{Done, DownloadState, ItemBody, ItemState, TransferError, UploadState};
pub use uploads::{
    AgentLink, CheckedUpload, LinkPolicy, SkippedItem, StartPortalUpload, StartUpload, StartedUpload, UploadBody,
    UploadSummary,
};
