import { answer, api, type Schemas } from "../../api/client";
import { QUERY } from "../../facts/limits";

export type Mail = Schemas["MailSummary"];

const LIMIT = QUERY.PAGE_USUAL;

/** One page of the mails that the Team caused. */
export function readMails(teamId: string, page: number) {
  const params = { path: { team_id: teamId }, query: { page, limit: LIMIT } };
  return answer(api.GET("/v1.1/teams/{team_id}/outbox", { params }));
}
