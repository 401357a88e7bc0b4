import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import type { CloudFile } from "./files";

/** A package that is being filled from a connection. Its token is all that the calls need, also after a sign-out. */
export interface RunningImport {
  packageId: string;
  token: string;
  transferId: string;
}

const LOOK_EVERY = 2_000;

const withToken = (packageId: string, token: string) => ({
  params: { path: { package_id: packageId } },
  headers: { "X-Package-Token": token },
});

/** Makes the package and orders the files into it. */
export async function beginImport(
  team: string,
  connectionId: string,
  files: CloudFile[],
  values: { name: string; description: string },
): Promise<RunningImport> {
  const body = { name: values.name.trim(), description: values.description, recipients: [] };
  const made = await answer<Schemas["PackageBody"]>(
    api.POST("/v1/teams/{team_id}/packages", { params: { path: { team_id: team } }, body }),
  );
  const transfer = await answer<Schemas["TransferBody"]>(
    api.POST("/v1/packages/{package_id}/transfer", {
      ...withToken(made.id, made.access_token),
      body: {
        cloud_connection_id: connectionId,
        direction: "cloud_to_service",
        files: files.map(({ id, name, kind }) => ({ id, name, kind })),
        transfer_id: null,
        finalize: true,
        notify_email: null,
      },
    }),
  );
  return { packageId: made.id, token: made.access_token, transferId: transfer.id };
}

export type ImportStage = "fetching" | "complete" | "failed";

export interface ImportState {
  stage: ImportStage;
  bytes: number;
  total: number;
  /** Why the last attempt failed; the server goes on trying. */
  reason: string;
  error: unknown;
  retry: () => void;
}

/**
 * Looks how far an import is. The server finalizes the package when everything has arrived; the page does so too, because it
 * then learns at once if that is refused.
 */
export function useImport(running: RunningImport): ImportState {
  const progress = useQuery({
    queryKey: ["import", running.transferId],
    queryFn: () => look(running),
    refetchInterval: (query) => (query.state.data && query.state.data.stage !== "fetching" ? false : LOOK_EVERY),
    refetchIntervalInBackground: true,
  });
  const { stage = "fetching", bytes = 0, total = 0, reason = "" } = progress.data ?? {};
  const error = progress.error ?? undefined;
  return { stage, bytes, total, reason, error, retry: () => void progress.refetch() };
}

async function look({ packageId, token, transferId }: RunningImport) {
  const call = withToken(packageId, token);
  const transfers = await answer<Schemas["TransferBody"][]>(api.GET("/v1/packages/{package_id}/transfer", call));
  const transfer = transfers.find((each) => each.id === transferId);
  const found = { bytes: transfer?.bytes ?? 0, total: transfer?.total_bytes ?? 0, reason: transfer?.error ?? "" };
  if (transfer?.state === "error") return { ...found, stage: "failed" as const };
  if (transfer?.state !== "complete") return { ...found, stage: "fetching" as const };
  await answer(api.POST("/v1/packages/{package_id}/finalize", call));
  return { ...found, stage: "complete" as const };
}
