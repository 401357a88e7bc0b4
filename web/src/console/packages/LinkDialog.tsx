import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import {
  Button,
  Buttons,
  DateTimeField,
  Dialog,
  Form,
  NumberField,
  RadioGroup,
  SecretBox,
  Switch,
  TextField,
  useForm,
  useToasts,
} from "../../kit";
import { useSay } from "../../texts/texts";
import { useServer } from "../server";
import { linkAddress } from "./link";
import { type Package, type PackageLink, tokenOf } from "./queries";

interface LinkDialogProps {
  one: Package;
  onClose: () => void;
}

interface LinkValues {
  way: "open" | "mail";
  email: string;
  password: string;
  access_limit: number | undefined;
  expiry: string;
  active: boolean;
}

const FRESH: LinkValues = { way: "open", email: "", password: "", access_limit: undefined, expiry: "", active: true };

/** Makes a link: to hand on oneself, or mailed to one recipient. */
export function LinkDialog({ one, onClose }: LinkDialogProps) {
  const say = useSay();
  const [made, setMade] = useState<PackageLink>();
  const toasts = useToasts();
  const queries = useQueryClient();
  const done = (link: PackageLink) => {
    for (const key of ["package-links", "timeline"]) void queries.invalidateQueries({ queryKey: [key] });
    if (link.download_secret) return setMade(link);
    toasts.say(say(one.state === "new" ? "packages-link-later" : "packages-link-mailed", { email: link.email }));
    onClose();
  };
  return (
    <Dialog title={say("packages-link-create")} isOpen onClose={onClose} isFirm={made !== undefined}>
      {made?.download_secret ? (
        <Made id={made.id} secret={made.download_secret} onClose={onClose} />
      ) : (
        <LinkForm one={one} onDone={done} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function Made({ id, secret, onClose }: { id: string; secret: string; onClose: () => void }) {
  const say = useSay();
  const { server } = useServer();
  return (
    <>
      <SecretBox
        label={say("packages-link-address")}
        secret={linkAddress(server, id, secret)}
        fileName={`link-${id}`}
      />
      <Buttons>
        <Button onPress={onClose}>{say("close")}</Button>
      </Buttons>
    </>
  );
}

function LinkForm({
  one,
  onDone,
  onCancel,
}: {
  one: Package;
  onDone: (link: PackageLink) => void;
  onCancel: () => void;
}) {
  const say = useSay();
  const form = useForm({
    initial: FRESH,
    check: ({ way, email }) => (way === "mail" && email.trim() === "" ? { email: say("packages-email-needed") } : {}),
    send: (values) =>
      answer(
        api.POST("/v1/packages/{package_id}/links", {
          params: { path: { package_id: one.id } },
          headers: tokenOf(one),
          body: bodyOf(values),
        }),
      ),
    done: onDone,
  });
  return (
    <Form
      form={form}
      action={say(form.values.way === "mail" ? "packages-link-mail" : "packages-link-make")}
      onCancel={onCancel}
    >
      <RadioGroup
        label={say("packages-link-way")}
        value={form.values.way}
        onChange={(way) => form.set({ way })}
        options={[
          { value: "open", label: say("packages-link-way-open"), help: say("packages-link-way-open-help") },
          { value: "mail", label: say("packages-link-way-mail"), help: say("packages-link-way-mail-help") },
        ]}
      />
      {form.values.way === "mail" && (
        <TextField
          label={say("packages-recipient")}
          type="email"
          autoComplete="email"
          isRequired
          {...form.field("email")}
        />
      )}
      <TextField
        label={say("packages-link-password")}
        help={say(one.password === "" ? "packages-link-password-help" : "packages-link-password-default")}
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
      />
      <NumberField
        label={say("packages-link-limit")}
        help={say("packages-link-limit-help")}
        min={1}
        {...form.field("access_limit")}
      />
      <DateTimeField
        label={say("packages-link-expiry")}
        help={say("packages-link-expiry-help")}
        {...form.field("expiry")}
      />
      <Switch label={say("packages-link-on")} help={say("packages-link-on-help")} {...form.flag("active")} />
    </Form>
  );
}

/** What was left empty is left to the package's own defaults. */
function bodyOf({ way, email, password, access_limit, expiry, active }: LinkValues): Schemas["CreateLink"] {
  return {
    active,
    ...(way === "mail" ? { email: email.trim() } : {}),
    ...(password === "" ? {} : { password }),
    ...(access_limit === undefined ? {} : { access_limit }),
    ...(expiry === "" ? {} : { expiry }),
  };
}
