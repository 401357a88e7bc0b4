import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, useConfirm, useToasts } from "../../kit";
import { formatPercent, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { findUnfinished, forgetUnfinished, type Unfinished, type Uploader } from "../../uploader";

interface NoteProps {
  /** Whether there is a list of files that would give way. */
  hasChosen: boolean;
  /** Makes the uploader that continues: each package has its own. */
  onContinue: () => Uploader;
}

/** Uploads that a reload or a crash has cut off: one press goes on with them. */
export function UnfinishedNote({ scope, ...props }: NoteProps & { scope: string }) {
  const query = useQuery({ queryKey: ["unfinished", scope], queryFn: () => findUnfinished(scope), staleTime: 0 });
  return (
    <>
      {query.data?.map((each) => (
        <Note key={each.packageId} unfinished={each} {...props} />
      ))}
    </>
  );
}

function Note({ unfinished, hasChosen, onContinue }: NoteProps & { unfinished: Unfinished }) {
  const { say, language } = useTexts();
  const toasts = useToasts();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const name = shownName(unfinished.packageName);
  const percent = formatPercent(language, unfinished.totalBytes > 0 ? unfinished.sentBytes / unfinished.totalBytes : 0);
  const adopt = async () => {
    const action = say("send-unfinished-continue");
    if (hasChosen && !(await confirm({ title: action, body: say("send-unfinished-replaces"), action }))) return;
    const uploader = onContinue();
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
