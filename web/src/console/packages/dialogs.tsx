import { useQueryClient } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { DateTimeField, Dialog, Form, RadioGroup, TextField, useForm, useToasts } from "../../kit";
import { isNever } from "../../texts/format";
import { useSay } from "../../texts/texts";
import { type Package, tokenOf, useTags } from "./queries";

interface DialogProps {
  one: Package;
  onClose: () => void;
}

/** Says that a change is done, and has what shows it read anew. */
function useDone(text: string, onClose: () => void): () => void {
  const toasts = useToasts();
  const queries = useQueryClient();
  return () => {
    toasts.say(text);
    for (const key of ["packages", "package", "timeline", "tags"]) void queries.invalidateQueries({ queryKey: [key] });
    onClose();
  };
}

function updated(one: Package, body: { name: string; tag?: { name: string } | null }) {
  return answer(
    api.PUT("/v1/packages/{package_id}", { params: { path: { package_id: one.id } }, headers: tokenOf(one), body }),
  );
}

export function NameDialog({ one, onClose }: DialogProps) {
  const say = useSay();
  const form = useForm({
    initial: { name: one.name },
    send: ({ name }) => updated(one, { name }),
    done: useDone(say("packages-renamed"), onClose),
  });
  return (
    <Dialog title={say("packages-rename")} isOpen onClose={onClose}>
      <Form form={form} action={say("save")} onCancel={onClose}>
        <TextField label={say("packages-name")} isRequired autoFocus {...form.field("name")} />
      </Form>
    </Dialog>
  );
}

/** A tag that the Team has, or a new one by its name; empty takes the tag away. */
export function TagDialog({ one, onClose }: DialogProps) {
  const say = useSay();
  const tags = useTags().data ?? [];
  const form = useForm({
    initial: { tag: one.tag?.name ?? "" },
    send: ({ tag }) => updated(one, { name: one.name, tag: tag.trim() === "" ? null : { name: tag.trim() } }),
    done: useDone(say("packages-tag-changed"), onClose),
  });
  return (
    <Dialog title={say("packages-change-tag")} isOpen onClose={onClose}>
      <Form form={form} action={say("save")} onCancel={onClose}>
        <TextField
          label={say("packages-tag")}
          help={say("packages-tag-help")}
          proposals={tags.map((tag) => tag.name)}
          autoComplete="off"
          {...form.field("tag")}
        />
      </Form>
    </Dialog>
  );
}

type Keep = "until" | "always";

export function ExpiryDialog({ one, onClose }: DialogProps) {
  const say = useSay();
  const form = useForm({
    initial: {
      keep: (isNever(one.expiry) ? "always" : "until") as Keep,
      expiry: isNever(one.expiry) ? "" : one.expiry,
    },
    check: ({ keep, expiry }) =>
      keep === "until" && (expiry === "" || Date.parse(expiry) <= Date.now())
        ? { expiry: say("packages-expiry-past") }
        : {},
    send: ({ keep, expiry }) =>
      answer(
        api.PUT("/v1/packages/{package_id}/expiry", {
          params: { path: { package_id: one.id } },
          headers: tokenOf(one),
          body: keep === "always" ? { unlimited_storage: true } : { expiry },
        }),
      ),
    done: useDone(say("packages-expiry-changed"), onClose),
  });
  return (
    <Dialog title={say("packages-change-expiry")} isOpen onClose={onClose}>
      <Form form={form} action={say("save")} onCancel={onClose}>
        <RadioGroup
          label={say("packages-keep")}
          hideLabel
          value={form.values.keep}
          onChange={(keep) => form.set({ keep })}
          options={[
            { value: "until", label: say("packages-keep-until") },
            { value: "always", label: say("packages-keep-always"), help: say("packages-keep-always-help") },
          ]}
        />
        {form.values.keep === "until" && (
          <DateTimeField label={say("packages-expiry")} isRequired {...form.field("expiry")} />
        )}
      </Form>
    </Dialog>
  );
}
