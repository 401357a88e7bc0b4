import { Section, Select, Switch, TokenField } from "../../../kit";
import { useSay } from "../../../texts/texts";
import { useSpaces, useTags } from "../../packages/queries";
import type { Portal } from "../draft";
import type { SectionProps } from "./Basics";

/** Who is told of what came, and where it is filed. */
export function Notices({ form, portal }: SectionProps & { portal: Portal }) {
  const say = useSay();
  return (
    <Section title={say("portals-notices")}>
      <TokenField
        label={say("portals-recipients")}
        help={say("portals-recipients-help")}
        type="email"
        {...form.field("recipients")}
      />
      <Switch label={say("portals-receipt")} help={say("portals-receipt-help")} {...form.flag("sendsReceipt")} />
      <Filing form={form} portal={portal} />
    </Section>
  );
}

function Filing({ form, portal }: SectionProps & { portal: Portal }) {
  const say = useSay();
  const tags = useTags();
  const spaces = useSpaces();
  const { isPrivate } = form.values;
  return (
    <div className="limits">
      <Select
        label={say("portals-tag")}
        help={say("portals-tag-help")}
        options={choices(say("portals-no-tag"), tags.data, portal.tag)}
        {...form.field("tagId")}
      />
      <Select
        label={say("portals-teamspace")}
        help={say(isPrivate ? "portals-teamspace-private" : "portals-teamspace-help")}
        isDisabled={isPrivate}
        options={choices(say("portals-no-teamspace"), spaces.data, portal.teamspace)}
        {...form.field("teamspaceId")}
      />
    </div>
  );
}

interface Named {
  id?: string | null;
  name?: string | null;
}

/** All that can be chosen, and what is chosen now even if the reader cannot see the list. */
function choices(none: string, list: Named[] | undefined, now: Named | null | undefined) {
  const known = list ?? [];
  const isMissing = now?.id && !known.some((each) => each.id === now.id);
  const all = isMissing ? [now, ...known] : known;
  return [{ value: "", label: none }, ...all.map(({ id, name }) => ({ value: id ?? "", label: name ?? "" }))];
}
