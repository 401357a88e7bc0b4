import { answer, api, type Schemas } from "../../api/client";

export type Mail = Schemas["MailSummary"];

const LIMIT = 50;

/** One page of the mails that the Team caused. */
export function readMails(teamId: string, page: number) {
  const params = { path: { team_id: teamId }, query: { page, limit: LIMIT } };
  return answer(api.GET("/v1.1/teams/{team_id}/outbox", { params }));
}
