import { answer, api } from "../../api/client";
import { QUERY } from "../../facts/limits";
import { type AuditFilters, auditQuery } from "./filters";

const LIMIT = QUERY.PAGE_USUAL;

/** One page of the record. */
export function readAudit(teamId: string, filters: AuditFilters) {
  const params = { path: { team_id: teamId }, query: auditQuery(filters, LIMIT) };
  return answer(api.GET("/v1.1/teams/{team_id}/audit", { params }));
}
