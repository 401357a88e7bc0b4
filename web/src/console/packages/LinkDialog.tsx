import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import {
  Button,
  Buttons,
  DateTimeField,
  Dialog,
  Form,
  Loaded,
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
import { type Package, type PackageLink, tokenOf, useLinksShownOnce } from "./queries";

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
        <>
          <LinkAddress id={made.id} secret={made.download_secret} />
          <Buttons>
            <Button onPress={onClose}>{say("close")}</Button>
          </Buttons>
        </>
      ) : (
        <LinkForm one={one} onDone={done} onCancel={onClose} />
      )}
    </Dialog>
  );
}

/** A link that was made before, to hand on once more. */
export function ShowLinkDialog({ one, link, onClose }: LinkDialogProps & { link: PackageLink }) {
  const say = useSay();
  const query = useQuery({
    queryKey: ["link-secret", link.id],
    queryFn: () =>
      answer(
        api.GET("/v1/packages/{package_id}/links/{link_id}/secret", {
          params: { path: { package_id: one.id, link_id: link.id } },
          headers: tokenOf(one),
        }),
      ),
    // Each answer is a line in the audit record, and nothing of it is kept here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title={say("packages-link-show")} isOpen onClose={onClose}>
      <Loaded query={query}>{({ id, download_secret }) => <LinkAddress id={id} secret={download_secret} />}</Loaded>
    </Dialog>
  );
}

function LinkAddress({ id, secret }: { id: string; secret: string }) {
  const say = useSay();
  const { server } = useServer();
  const isShownOnce = useLinksShownOnce();
  return (
    <SecretBox
      label={say("packages-link-address")}
      secret={linkAddress(server, id, secret)}
      fileName={`link-${id}`}
      isShownOnce={isShownOnce}
    />
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
