//! A user's own account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::ids::UserId;
use wire::users::{ChangeEmail, ChangePassword, UpdateUser, UserBody};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{Caller, SignedInUser, UserCaller};
use crate::error::{ApiError, ApiResult};
use crate::operations::accounts;

/// To the caller, other users' accounts do not exist.
pub(super) fn own_account(caller: Caller, user_id: &UserId) -> ApiResult<Caller> {
    if caller.user.id == *user_id { Ok(caller) } else { Err(ApiError::NotFound("user")) }
}

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(update, Doc::new("Change name, time zone or preferred Team").takes::<UpdateUser>().gives::<UserBody>(200));

/// `PUT /v1/users/{user_id}`
pub(super) async fn update(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(change): JsonBody<UpdateUser>,
) -> ApiResult<Json<UserBody>> {
    Ok(Json(accounts::update(&app, own_account(caller, &user_id)?, &change).await?))
}

describe!(
    change_password,
    Doc::new("Change the password, which revokes all tokens").takes::<ChangePassword>().gives_nothing(204)
);

/// `POST /v1/users/{user_id}/password`
pub(super) async fn change_password(
    State(app): State<App>,
    SignedInUser(caller): SignedInUser,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(request): JsonBody<ChangePassword>,
) -> ApiResult<StatusCode> {
    accounts::change_password(&app, own_account(caller, &user_id)?, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    change_email,
    Doc::new("Change the email address. It counts once the link in an email to it was opened")
        .takes::<ChangeEmail>()
        .gives::<UserBody>(200)
);

/// `PUT /v1/users/{user_id}/email`
pub(super) async fn change_email(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(user_id): PathParts<UserId>,
    JsonBody(request): JsonBody<ChangeEmail>,
) -> ApiResult<Json<UserBody>> {
    Ok(Json(accounts::addresses::change(&app, own_account(caller, &user_id)?, request).await?))
}
