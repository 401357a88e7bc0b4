import { useInfiniteQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";

export type CloudFile = Schemas["CloudFile"];

const PAGE = 200;

/** What a connection has in one directory, read page by page. */
export function useFiles(id: string, prefix: string) {
  return useInfiniteQuery({
    queryKey: ["connection-files", id, prefix],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      answer<CloudFile[]>(
        api.GET("/v1/cloud_connections/{cloud_connection_id}/files", {
          params: {
            path: { cloud_connection_id: id },
            query: { count: PAGE, ...(prefix ? { prefix } : {}), ...(pageParam ? { prev_key: pageParam } : {}) },
          },
          signal,
        }),
      ),
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    retry: false,
  });
}
