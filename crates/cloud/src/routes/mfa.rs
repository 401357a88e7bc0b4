//! The second factor.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::ids::UserId;
use wire::mfa::{BeginMfa, ConfirmMfa, EndMfa, MfaSecret, RecoveryCodes};

use super::users::own_account;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::UserCaller;
use crate::error::ApiResult;
use crate::operations::accounts::second_factor;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(begin, Doc::new("Start setting up a second factor").takes::<BeginMfa>().gives::<MfaSecret>(201));

/// `POST /v1/users/{user_id}/mfa`
pub(super) async fn begin(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(request): JsonBody<BeginMfa>,
) -> ApiResult<(StatusCode, Json<MfaSecret>)> {
    let secret = second_factor::begin(&app, own_account(caller, &user_id)?, request.password).await?;
    Ok((StatusCode::CREATED, Json(secret)))
}

describe!(confirm, Doc::new("Turn the second factor on").takes::<ConfirmMfa>().gives::<RecoveryCodes>(200));

/// `POST /v1/users/{user_id}/mfa/confirm`
pub(super) async fn confirm(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(request): JsonBody<ConfirmMfa>,
) -> ApiResult<Json<RecoveryCodes>> {
    Ok(Json(second_factor::confirm(&app, own_account(caller, &user_id)?, &request).await?))
}

describe!(end, Doc::new("Turn the second factor off").takes::<EndMfa>().gives_nothing(204));

/// `DELETE /v1/users/{user_id}/mfa`
pub(super) async fn end(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(request): JsonBody<EndMfa>,
) -> ApiResult<StatusCode> {
    second_factor::end(&app, own_account(caller, &user_id)?, request).await?;
    Ok(StatusCode::NO_CONTENT)
}
