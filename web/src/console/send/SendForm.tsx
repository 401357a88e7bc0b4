import { useEffect, useState } from "react";
import {
  Button,
  DateTimeField,
  Form,
  type FormState,
  NumberField,
  RadioGroup,
  Section,
  Select,
  TextField,
  TokenField,
  useForm,
} from "../../kit";
import { formatSize } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import type { Snapshot, Uploader } from "../../uploader";
import { useSpaces, useTags } from "../packages/queries";
import { useSession } from "../session/useSession";
import { type Details, hasMore, isEmpty, NO_DETAILS, setDetails } from "./details";
import { FileList } from "./FileList";
import { Picker } from "./Picker";
import { nameAfter } from "./progress";
import { keepDraft, keptDraft } from "./store";

/** Files first or words first, as people like; nothing is sent before *Send*. */
export function SendForm({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const say = useSay();
  const { team } = useSession();
  const [isEmptyTold, setEmptyTold] = useState(false);
  const hasFiles = upload.counts.files + upload.counts.folders > 0;
  const form = useForm<Details, void>({
    initial: keptDraft<Details>(team.id) ?? NO_DETAILS,
    check: ({ keep, expiry }) =>
      keep === "until" && (expiry === "" || Date.parse(expiry) <= Date.now())
        ? { expiry: say("packages-expiry-past") }
        : {},
    send: async (values) => {
      setEmptyTold(!hasFiles);
      if (!hasFiles) return;
      setDetails({ ...values, name: values.name.trim() || nameAfter(upload.items) });
      await uploader.start();
      keepDraft(team.id, undefined);
    },
  });
  const { values } = form;
  useEffect(() => keepDraft(team.id, isEmpty(values) ? undefined : values), [team.id, values]);
  return (
    <>
      <Section title={say("send-files")}>
        <Picker uploader={uploader} />
        {isEmptyTold && !hasFiles && (
          <p className="banner bad" role="alert">
            {say("send-files-needed")}
          </p>
        )}
        <ListSummary uploader={uploader} upload={upload} />
        <FileList uploader={uploader} upload={upload} />
      </Section>
      <Section title={say("send-details")}>
        <Form form={form} action={say("send-action")}>
          <DetailFields form={form} namedAfter={nameAfter(upload.items)} />
        </Form>
      </Section>
    </>
  );
}

export function ListSummary({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const { say, language } = useTexts();
  const { counts } = upload;
  if (upload.items.length === 0 && !upload.isReading) return null;
  return (
    <div className="row spread small">
      <span role="status">
        {upload.isReading
          ? say("send-reading")
          : say("send-list-total", { files: counts.files, size: formatSize(language, upload.totalBytes) })}
      </span>
      {upload.systemFilesLeftOut > 0 && (
        <span className="soft">{say("send-left-out", { count: upload.systemFilesLeftOut })}</span>
      )}
      {counts.refused > 0 && (
        <Button size="small" onPress={() => uploader.removeRefused()}>
          {say("send-remove-refused")}
        </Button>
      )}
    </div>
  );
}

function DetailFields({ form, namedAfter }: { form: FormState<Details>; namedAfter: string }) {
  const say = useSay();
  const { team } = useSession();
  const [isMore, setMore] = useState(() => hasMore(form.values));
  return (
    <>
      <TokenField
        label={say("send-recipients")}
        help={say("send-recipients-help")}
        type="email"
        autoComplete="email"
        {...form.field("recipients")}
      />
      <TextField
        label={say("send-name")}
        help={say("send-name-help")}
        placeholder={namedAfter}
        {...form.field("name")}
      />
      <TextField label={say("send-message")} lines={3} {...form.field("description")} />
      <div>
        <Button kind="quiet" icon={isMore ? "up" : "down"} aria-expanded={isMore} onPress={() => setMore(!isMore)}>
          {say("send-more")}
        </Button>
      </div>
      {isMore && (
        <MoreFields
          form={form}
          days={team.custom_expiry_enabled ? team.custom_expiry_default : team.free_storage_days}
        />
      )}
    </>
  );
}

function MoreFields({ form, days }: { form: FormState<Details>; days: number }) {
  const { say } = useTexts();
  const tags = useTags().data ?? [];
  const spaces = useSpaces().data ?? [];
  return (
    <>
      <TextField
        label={say("send-password")}
        help={say("send-password-help")}
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
      />
      <NumberField label={say("send-limit")} help={say("send-limit-help")} min={1} {...form.field("access_limit")} />
      <RadioGroup
        label={say("send-keep")}
        value={form.values.keep}
        onChange={(keep) => form.set({ keep })}
        options={[
          { value: "default", label: say("send-keep-default", { days }) },
          { value: "until", label: say("packages-keep-until") },
          { value: "always", label: say("packages-keep-always"), help: say("packages-keep-always-help") },
        ]}
      />
      {form.values.keep === "until" && (
        <DateTimeField label={say("packages-expiry")} isRequired {...form.field("expiry")} />
      )}
      <TextField
        label={say("send-tag")}
        help={say("packages-tag-help")}
        proposals={tags.map((tag) => tag.name)}
        autoComplete="off"
        {...form.field("tag")}
      />
      {spaces.length > 0 && (
        <Select
          label={say("send-space")}
          options={[
            { value: "", label: say("send-space-none") },
            ...spaces.map((space) => ({ value: space.id, label: space.name })),
          ]}
          {...form.field("teamspace_id")}
        />
      )}
    </>
  );
}
