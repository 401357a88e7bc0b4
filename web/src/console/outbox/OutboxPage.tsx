import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, Empty, Icon, Loaded, Page, Pager, Table } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { pageOfSearch, useAddress } from "../address";
import { useSession } from "../session/useSession";
import { type Mail, readMails } from "./calls";
import { MailDialog } from "./MailDialog";
import { MailState } from "./MailState";

/** The mails that the Team caused: without a mail server this is where people find what they say. */
export function OutboxPage() {
  const say = useSay();
  const { team } = useSession();
  const [page, change] = useAddress(pageOfSearch);
  const [opened, setOpened] = useState<Mail>();
  const columns = useMailColumns();
  const query = useQuery({
    queryKey: ["outbox", team.id, page],
    queryFn: () => readMails(team.id, page),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={say("outbox-title")} lead={say("outbox-intro")}>
      <Loaded query={query}>
        {({ metadata, records }) => (
          <>
            <Notes mails={records} />
            <Table
              label={say("outbox-title")}
              rows={records}
              columns={columns}
              rowId={(mail) => mail.id}
              onOpen={setOpened}
              empty={<Empty title={say("outbox-empty-title")}>{say("outbox-empty-text")}</Empty>}
              isBusy={query.isPlaceholderData}
              total={metadata.total}
            />
            <Pager page={page} total={metadata.total} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** Mails that reach nobody are told before anything else. */
function Notes({ mails }: { mails: readonly Mail[] }) {
  const say = useSay();
  const failed = mails.filter((mail) => mail.state === "failed").length;
  return (
    <>
      {mails.some((mail) => mail.state === "kept") && <Note tone="warn" text={say("outbox-kept-banner")} />}
      {failed > 0 && <Note tone="bad" text={say("outbox-failed-banner", { count: failed })} />}
    </>
  );
}

function Note({ tone, text }: { tone: "warn" | "bad"; text: string }) {
  return (
    <div className={`banner ${tone}`}>
      <Icon name="warn" />
      <p className="grow">{text}</p>
    </div>
  );
}

function useMailColumns(): Column<Mail>[] {
  const { language, say } = useTexts();
  return [
    { id: "subject", title: say("outbox-column-subject"), render: (mail) => mail.subject },
    { id: "recipient", title: say("outbox-column-recipient"), render: (mail) => mail.recipient },
    { id: "state", title: say("outbox-column-state"), render: (mail) => <MailState state={mail.state} /> },
    { id: "time", title: say("outbox-column-time"), render: (mail) => formatMoment(language, mail.created_at) },
  ];
}
