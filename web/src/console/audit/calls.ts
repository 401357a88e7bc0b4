import { answer, api } from "../../api/client";
import { type AuditFilters, auditQuery } from "./filters";

const LIMIT = 50;

/** One page of the record. */
export function readAudit(teamId: string, filters: AuditFilters) {
  const params = { path: { team_id: teamId }, query: auditQuery(filters, LIMIT) };
  return answer(api.GET("/v1.1/teams/{team_id}/audit", { params }));
}
