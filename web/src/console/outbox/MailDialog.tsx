import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { Button, CopyButton, Dialog, Facts, LinkButton, Loaded } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { useAct } from "../useAct";
import type { Mail } from "./calls";
import { MailState } from "./MailState";
import "./outbox.css";

/**
 * What a mail says, as text. Its HTML is not shown: a frame with it would take over the policy of this page, which
 * refuses the styles that mails carry inside.
 */
export function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { language, say } = useTexts();
  const { team } = useSession();
  const query = useQuery({
    queryKey: ["mail", mail.id],
    queryFn: () => {
      const params = { path: { team_id: team.id, mail_id: mail.id } };
      return answer(api.GET("/v1/teams/{team_id}/outbox/{mail_id}", { params }));
    },
  });
  const facts = [
    { label: say("outbox-column-recipient"), value: mail.recipient },
    { label: say("outbox-column-time"), value: formatMoment(language, mail.created_at) },
    { label: say("outbox-column-state"), value: <State mail={mail} /> },
    { label: say("outbox-error"), value: mail.last_error },
  ];
  return (
    <Dialog title={mail.subject} isOpen onClose={onClose} size="wide">
      <Facts facts={facts} />
      {mail.state === "failed" && <Retry mail={mail} onRetried={onClose} />}
      <Loaded query={query}>{(read) => <MailText read={read} />}</Loaded>
    </Dialog>
  );
}

function Retry({ mail, onRetried }: { mail: Mail; onRetried: () => void }) {
  const say = useSay();
  const { team } = useSession();
  const retry = useAct({
    act: () => {
      const params = { path: { team_id: team.id, mail_id: mail.id } };
      return answer(api.POST("/v1/teams/{team_id}/outbox/{mail_id}/retry", { params }));
    },
    said: () => say("outbox-retried"),
    changes: ["outbox", "mail", "timeline"],
    done: onRetried,
  });
  return (
    <Button kind="primary" icon="retry" busy={retry.isBusy} onPress={() => retry.act()}>
      {say("outbox-retry")}
    </Button>
  );
}

function State({ mail }: { mail: Mail }) {
  const say = useSay();
  return (
    <span className="row">
      <MailState state={mail.state} />
      <span className="soft small">{say(`outbox-state-help-${mail.state}`)}</span>
    </span>
  );
}

function MailText({ read }: { read: Schemas["MailBody"] }) {
  const say = useSay();
  return (
    <>
      {read.text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <section className="mail-text" tabIndex={0} aria-label={say("outbox-text")}>
          <pre>{read.text}</pre>
        </section>
      ) : (
        <p className="soft">{say("outbox-no-text")}</p>
      )}
      <div className="row">
        {read.text && <CopyButton text={read.text} label={say("outbox-copy-text")} />}
        {read.package_id && (
          <LinkButton href={`/packages/${read.package_id}`} icon="box">
            {say("outbox-open-package")}
          </LinkButton>
        )}
      </div>
    </>
  );
}
