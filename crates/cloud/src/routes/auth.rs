//! Signing in.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use serving::describe;
use serving::table::Doc;
use wire::auth::{ConfirmEmail, ForgotPassword, RedeemToken, SignIn, SignedIn, WhoAmI};

use super::JsonBody;
use crate::app::App;
use crate::auth::{ClientAddress, PerhapsSignedIn, SignedInUser, TeamCaller};
use crate::error::ApiResult;
use crate::operations::accounts::{self, invitations, sessions};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(sign_in, Doc::new("Sign in").takes::<SignIn>().gives::<SignedIn>(200));

/// `POST /v1/auth`
pub(super) async fn sign_in(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<SignIn>,
) -> ApiResult<Json<SignedIn>> {
    Ok(Json(sessions::sign_in(&app, address, request).await?))
}

describe!(who_am_i, Doc::new("Get the user and Team of the credential").gives::<WhoAmI>(200));

/// `GET /v1/auth`
pub(super) async fn who_am_i(State(app): State<App>, TeamCaller(caller): TeamCaller) -> ApiResult<Json<WhoAmI>> {
    Ok(Json(sessions::who_am_i(&app, &caller).await?))
}

describe!(refresh, Doc::new("Get a new token").gives::<SignedIn>(200));

/// `POST /v1/auth/refresh`
pub(super) async fn refresh(State(app): State<App>, SignedInUser(caller): SignedInUser) -> ApiResult<Json<SignedIn>> {
    Ok(Json(sessions::renewed(&app, &caller).await?))
}

describe!(log_out_all, Doc::new("Revoke all tokens").gives_nothing(204));

/// `POST /v1/auth/logout_all`
pub(super) async fn log_out_all(State(app): State<App>, SignedInUser(caller): SignedInUser) -> ApiResult<StatusCode> {
    sessions::end_all(&app, caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(forgot, Doc::new("Request a password reset by mail").takes::<ForgotPassword>().gives_nothing(204));

/// `POST /v1/auth/forgot`
pub(super) async fn forgot(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<ForgotPassword>,
) -> ApiResult<StatusCode> {
    accounts::forgot_password(&app, address, &request.email).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(reset, Doc::new("Set a new password with an emailed token").takes::<RedeemToken>().gives_nothing(204));

/// `POST /v1/auth/reset`
pub(super) async fn reset(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<RedeemToken>,
) -> ApiResult<StatusCode> {
    accounts::reset_password(&app, address, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    confirm_email,
    Doc::new("Confirm a new email address with an emailed token").takes::<ConfirmEmail>().gives_nothing(204)
);

/// `POST /v1/auth/confirm_email`
pub(super) async fn confirm_email(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<ConfirmEmail>,
) -> ApiResult<StatusCode> {
    accounts::addresses::confirm(&app, address, &request.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    accept_invitation,
    Doc::new("Join a Team with an emailed token; someone who has an account sends `X-User-Token`")
        .takes::<RedeemToken>()
        .gives_nothing(204)
);

/// `POST /v1/auth/accept_invitation`
pub(super) async fn accept_invitation(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    PerhapsSignedIn(caller): PerhapsSignedIn,
    JsonBody(request): JsonBody<RedeemToken>,
) -> ApiResult<StatusCode> {
    invitations::accept(&app, address, caller, request).await?;
    Ok(StatusCode::NO_CONTENT)
}
