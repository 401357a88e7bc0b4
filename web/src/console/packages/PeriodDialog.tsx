import { answer, api } from "../../api/client";
import { DateTimeField, Dialog, Form, RadioGroup, useForm, useToasts } from "../../kit";
import { dayEnd, dayStart } from "../../kit/time";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import type { Direction } from "./queries";

interface PeriodDialogProps {
  direction: Direction;
  onClose: () => void;
  onDone: () => void;
}

type Way = "archive" | "unarchive";

/** Archives, or fetches back, all that expired in a period, however many they are. */
export function PeriodDialog({ direction, onClose, onDone }: PeriodDialogProps) {
  const say = useSay();
  const toasts = useToasts();
  const { team } = useSession();
  const form = useForm({
    initial: { way: "archive" as Way, expiry_start: "", expiry_end: "" },
    check: (values) => ({
      ...(values.expiry_start === "" ? { expiry_start: say("packages-day-needed") } : {}),
      ...(values.expiry_end === "" ? { expiry_end: say("packages-day-needed") } : {}),
    }),
    send: ({ way, expiry_start, expiry_end }) =>
      change(direction, way, team.id, { expiry_start: dayStart(expiry_start), expiry_end: dayEnd(expiry_end) }),
    done: ({ total_updated }, { way }) => {
      toasts.say(say(`packages-bulk-${way}-done`, { done: total_updated }));
      onDone();
    },
  });
  return (
    <Dialog title={say("packages-period")} isOpen onClose={onClose}>
      <p className="soft">{say("packages-period-help")}</p>
      <Form form={form} action={say(`packages-bulk-${form.values.way}`)} onCancel={onClose}>
        <RadioGroup
          label={say("packages-period-way")}
          hideLabel
          value={form.values.way}
          onChange={(way) => form.set({ way })}
          options={[
            { value: "archive", label: say("packages-period-archive") },
            { value: "unarchive", label: say("packages-period-unarchive") },
          ]}
        />
        <DateTimeField label={say("packages-expiry-from")} isDay isRequired {...form.field("expiry_start")} />
        <DateTimeField label={say("packages-expiry-to")} isDay isRequired {...form.field("expiry_end")} />
      </Form>
    </Dialog>
  );
}

function change(direction: Direction, way: Way, team: string, body: { expiry_start: string; expiry_end: string }) {
  const options = { params: { path: { team_id: team } }, body };
  if (direction === "sent") {
    return answer(
      way === "archive"
        ? api.PUT("/v1/teams/{team_id}/archive", options)
        : api.PUT("/v1/teams/{team_id}/unarchive", options),
    );
  }
  return answer(
    way === "archive"
      ? api.PUT("/v1/teams/{team_id}/inbox/archive", options)
      : api.PUT("/v1/teams/{team_id}/inbox/unarchive", options),
  );
}
