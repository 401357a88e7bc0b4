import { useRef, useState } from "react";
import { answer, api, CallError } from "../../api/client";
import { Infected } from "../../facts/errorCodes";
import { saveFrom, useConfirm, useToasts } from "../../kit";
import { shownName } from "../../texts/format";
import { useSay } from "../../texts/texts";
import { type Package, type PackageFile, tokenOf } from "./queries";

const ASK_AGAIN = 2_000;

/** Downloads of a Team's own package: single files straight from storage, all of them as a zip. */
export function useDownload(one: Package) {
  const say = useSay();
  const toasts = useToasts();
  const confirm = useConfirm();
  const [isPreparing, setPreparing] = useState(false);
  const isWaiting = useRef(false);
  const hasFailed = useRef(false);
  /** Asks once more where a virus was found, and then takes the content all the same. */
  const fetchWith = async (name: string, fetchAddress: (isAccepted: boolean) => Promise<void>) => {
    try {
      await fetchAddress(false);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== Infected) return toasts.fail(error);
      const isSure = await confirm({
        title: say("packages-infected-title"),
        body: say("packages-infected-body", { name }),
        action: say("packages-infected-action"),
        isDanger: true,
      });
      if (isSure) await fetchAddress(true).catch(toasts.fail);
    }
  };
  const file = ({ id, name }: PackageFile) =>
    void fetchWith(shownName(name), async (accept_infected) => {
      const path = { package_id: one.id, file_id: id };
      const options = { params: { path, query: { accept_infected } }, headers: tokenOf(one) };
      const { url } = await answer(api.GET("/v1/packages/{package_id}/files/{file_id}/download", options));
      saveFrom(url);
    });
  const zip = () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    setPreparing(true);
    void fetchWith(shownName(one.name), async (accept_infected) => {
      // Whoever asks again after a failure wants another try.
      const retry = hasFailed.current;
      hasFailed.current = true;
      saveFrom(await zipAddress(one, { accept_infected, retry }));
      hasFailed.current = false;
    }).finally(() => {
      isWaiting.current = false;
      setPreparing(false);
    });
  };
  return { file, zip, isPreparing };
}

/** Where checksums are not known yet, the server reckons them first. */
async function zipAddress(one: Package, wish: { accept_infected: boolean; retry: boolean }): Promise<string> {
  for (let query = wish; ; query = { ...wish, retry: false }) {
    const options = { params: { path: { package_id: one.id }, query }, headers: tokenOf(one) };
    const { state, url } = await answer(api.GET("/v1/packages/{package_id}/zip", options));
    if (state === "ready") return url;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}
