//! Calls for forms, their templates and responses.

use reqwest::Method;
use wire::forms::{
    CreateForm, CreateFormTemplate, FormAnswers, FormBody, FormResponseBody, FormTemplateBody, UpdateForm,
    UpdateFormTemplate,
};
use wire::ids::{FormId, FormTemplateId, PackageId, PortalId, TeamId};

use crate::Client;
use crate::calls::Reply;

impl Client {
    pub async fn create_form(&self, portal: &PortalId, request: &CreateForm) -> Reply<FormBody> {
        self.call_with(Method::POST, &format!("/v1/portals/{portal}/form"), request).await
    }

    pub async fn form_of_portal(&self, portal: &PortalId) -> Reply<FormBody> {
        self.call(Method::GET, &format!("/v1/portals/{portal}/form")).await
    }

    pub async fn form(&self, form: &FormId) -> Reply<FormBody> {
        self.call(Method::GET, &format!("/v1/metadata/forms/{form}")).await
    }

    pub async fn update_form(&self, form: &FormId, change: &UpdateForm) -> Reply<FormBody> {
        self.call_with(Method::PUT, &format!("/v1/metadata/forms/{form}"), change).await
    }

    pub async fn delete_form(&self, form: &FormId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/metadata/forms/{form}")).await
    }

    pub async fn create_form_template(&self, team: &TeamId, request: &CreateFormTemplate) -> Reply<FormTemplateBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/forms/templates"), request).await
    }

    pub async fn form_templates(&self, team: &TeamId) -> Reply<Vec<FormTemplateBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/forms/templates")).await
    }

    pub async fn form_template(&self, template: &FormTemplateId) -> Reply<FormTemplateBody> {
        self.call(Method::GET, &format!("/v1/metadata/forms/templates/{template}")).await
    }

    pub async fn update_form_template(
        &self,
        template: &FormTemplateId,
        change: &UpdateFormTemplate,
    ) -> Reply<FormTemplateBody> {
        self.call_with(Method::PUT, &format!("/v1/metadata/forms/templates/{template}"), change).await
    }

    pub async fn delete_form_template(&self, template: &FormTemplateId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/metadata/forms/templates/{template}")).await
    }

    /// The reply's id is the `form_data_id` of a package.
    pub async fn fill_in_form(&self, portal: &PortalId, answers: &FormAnswers) -> Reply<FormResponseBody> {
        self.call_with(Method::POST, &format!("/v1/portals/{portal}/form/responses"), answers).await
    }

    pub async fn package_metadata(&self, package: &PackageId) -> Reply<FormResponseBody> {
        self.call(Method::GET, &format!("/v1/packages/{package}/metadata")).await
    }
}
