import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, useToasts } from "../../kit";
import { formatPercent, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { findUnfinished, forgetUnfinished, type Unfinished, type Uploader } from "../../uploader";

/** Uploads that a reload or a crash has cut off: one press goes on with them. */
export function UnfinishedNote({ uploader, scope }: { uploader: Uploader; scope: string }) {
  const query = useQuery({ queryKey: ["unfinished", scope], queryFn: () => findUnfinished(scope), staleTime: 0 });
  return (
    <>
      {query.data?.map((each) => (
        <Note key={each.packageId} unfinished={each} uploader={uploader} />
      ))}
    </>
  );
}

function Note({ unfinished, uploader }: { unfinished: Unfinished; uploader: Uploader }) {
  const { say, language } = useTexts();
  const toasts = useToasts();
  const queries = useQueryClient();
  const name = shownName(unfinished.packageName);
  const percent = formatPercent(language, unfinished.totalBytes > 0 ? unfinished.sentBytes / unfinished.totalBytes : 0);
  const adopt = async () => {
    await uploader.adopt(unfinished.packageId);
    if (unfinished.hasHandles) await uploader.reopen();
  };
  const forget = async () => {
    await forgetUnfinished(unfinished.packageId);
    await queries.invalidateQueries({ queryKey: ["unfinished"] });
  };
  if (unfinished.isElsewhere) return <p className="banner">{say("send-unfinished-elsewhere", { name })}</p>;
  return (
    <div className="banner warn">
      <span className="grow">{say("send-unfinished", { name, percent })}</span>
      <Button kind="primary" onPress={() => void adopt().catch(toasts.fail)}>
        {say("send-unfinished-continue")}
      </Button>
      <Button onPress={() => void forget().catch(toasts.fail)}>{say("send-unfinished-forget")}</Button>
    </div>
  );
}
