import { Form, type FormState, NumberField, Section, Switch, useForm, useToasts } from "../../kit";
import { useTexts } from "../../texts/texts";
import { call, type Schemas } from "../api";
import { DAYS, type DayName, dayName, type RateValues, rateBody, rateValues } from "./rate";

/** How fast uploads or downloads may be, and when. */
export function RateForm({ kind, limit }: { kind: "upload" | "download"; limit: Schemas["RateLimit"] }) {
  const { say } = useTexts();
  const toasts = useToasts();
  const form = useForm<RateValues, unknown>({
    initial: rateValues(limit),
    check: ({ enabled, megabits }) => (enabled && !megabits ? { megabits: say("agent-needed") } : {}),
    send: (values) => call("POST", `/settings/${kind}_rate_limit`, { body: rateBody(values) }),
    done: () => toasts.say(say("agent-settings-saved")),
  });
  const { enabled, schedule_enabled } = form.values;
  return (
    <Section title={say(`agent-${kind}-rate`)}>
      <Form form={form} action={say("save")} isDisabled={!form.isChanged}>
        <Switch label={say("agent-rate-enabled")} {...form.flag("enabled")} />
        {enabled && (
          <>
            <NumberField
              label={say("agent-rate")}
              unit={say("agent-megabits")}
              min={0}
              step={0.1}
              {...form.field("megabits")}
            />
            <Switch
              label={say("agent-schedule-enabled")}
              help={say("agent-schedule-help")}
              {...form.flag("schedule_enabled")}
            />
            {schedule_enabled && (
              <div className="schedule">
                {DAYS.map((day) => (
                  <DayLine key={day} day={day} form={form} />
                ))}
              </div>
            )}
          </>
        )}
      </Form>
    </Section>
  );
}

function DayLine({ day, form }: { day: DayName; form: FormState<RateValues> }) {
  const { say, language } = useTexts();
  const name = dayName(language, day);
  const window = form.values.schedule[day];
  const change = (part: Partial<Schemas["Day"]>) =>
    form.set({ schedule: { ...form.values.schedule, [day]: { ...window, ...part } } });
  const time = (edge: "start" | "end") => (
    <input
      type="time"
      className="input"
      aria-label={say(`agent-schedule-${edge}`, { day: name })}
      value={window[edge] === "24:00" ? "00:00" : window[edge]}
      disabled={!window.enabled}
      onChange={(event) => event.target.value && change({ [edge]: event.target.value })}
    />
  );
  return (
    <div className="day">
      <Switch label={name} isSelected={window.enabled} onChange={(on) => change({ enabled: on })} />
      {time("start")}
      <span aria-hidden="true">–</span>
      {time("end")}
    </div>
  );
}
