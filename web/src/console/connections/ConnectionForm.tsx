import { useState } from "react";
import { answer, api } from "../../api/client";
import { ACCOUNT } from "../../facts/limits";
import { Form, type FormState, RadioGroup, Switch, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import type { Connection } from "../shared/data";
import { AuthorizationFields } from "./AuthorizationFields";
import {
  type ConnectionDraft,
  connectionBodyOf,
  connectionDraftOf,
  missingValues,
  valueComplaints,
  withFormNames,
} from "./form";
import { GrantsHelp } from "./GrantsHelp";
import { hasRoles, type Provider } from "./providers";

interface ConnectionFormProps {
  provider: Provider;
  connection?: Connection;
  onSaved: (connection: Connection) => void;
}

/** What a connection is called, which way files go, and what opens the place. It is tried when it is saved. */
export function ConnectionForm({ provider, connection, onSaved }: ConnectionFormProps) {
  const say = useSay();
  const { form, complaints } = useConnectionForm(provider, connection, onSaved);
  const { direction, mode, replaces, values } = form.values;
  const isGateway = provider.is_gateway;
  return (
    <Form form={form} action={say(connection ? "connections-save-and-test" : "connections-connect")}>
      <TextField
        label={say("connections-name")}
        help={say("connections-name-help")}
        {...form.field("name")}
        maxLength={ACCOUNT.NAME_LONGEST}
      />
      {!connection && provider.gives_files && (
        <RadioGroup
          label={say("connections-direction")}
          options={(["service_to_cloud", "cloud_to_service"] as const).map((value) => ({
            value,
            label: say(`connections-${value.replaceAll("_", "-")}`),
            help: say(`connections-${value.replaceAll("_", "-")}-help`),
          }))}
          {...form.field("direction")}
        />
      )}
      {connection && !isGateway && (
        <Switch label={say("connections-replace")} help={say("connections-replace-help")} {...form.flag("replaces")} />
      )}
      {replaces && !isGateway && (
        <fieldset className="stack authorization">
          <legend>{say("connections-authorization")}</legend>
          {hasRoles(provider) && (
            <RadioGroup
              label={say("connections-mode")}
              isInline
              options={[
                { value: "keys", label: say("connections-mode-keys") },
                { value: "role", label: say("connections-mode-role") },
              ]}
              {...form.field("mode")}
            />
          )}
          <AuthorizationFields
            provider={provider}
            direction={direction}
            mode={mode}
            values={values}
            complaints={complaints}
            onChange={(name, value) => form.set({ values: { ...values, [name]: value } })}
          />
          <GrantsHelp
            provider={provider}
            direction={direction}
            named={{ bucket: values.destination ?? "", account: values.client_email ?? "" }}
          />
        </fieldset>
      )}
      <Places provider={provider} form={form} />
      <Refusal reason={complaints.size === 0 ? form.field("values").error : undefined} />
    </Form>
  );
}

/** What the provider said when it was tried, which belongs to no single field. */
function Refusal({ reason }: { reason: string | undefined }) {
  const say = useSay();
  if (!reason) return null;
  return (
    <div className="banner bad" role="alert">
      <div>
        <p>{say("connections-refused")}</p>
        <p className="small">{say("connections-refused-reason", { reason })}</p>
      </div>
    </div>
  );
}

/** Where below the opened place files go to, or come from. */
function Places({ provider, form }: { provider: Provider; form: FormState<ConnectionDraft> }) {
  const say = useSay();
  if (form.values.direction === "cloud_to_service") {
    return (
      <TextField
        label={say("connections-sources")}
        help={say("connections-sources-help")}
        lines={3}
        isCode
        {...form.field("sourceDirectories")}
      />
    );
  }
  return (
    <>
      {provider.has_target_directory && (
        <TextField
          label={say("connections-target")}
          help={say("connections-target-help")}
          isCode
          {...form.field("targetDirectory")}
        />
      )}
      {provider.is_s3 && (
        <Switch
          label={say("connections-manifest")}
          help={say("connections-manifest-help")}
          {...form.flag("manifest")}
        />
      )}
    </>
  );
}

function useConnectionForm(
  provider: Provider,
  connection: Connection | undefined,
  onSaved: (connection: Connection) => void,
) {
  const say = useSay();
  const { team } = useSession();
  const [complaints, setComplaints] = useState(new Map<string, string>());
  const form = useForm<ConnectionDraft, Connection>({
    initial: connectionDraftOf(connection, team.external_id),
    follows: connection !== undefined,
    check: (draft) => {
      const missing = missingValues(provider, draft);
      setComplaints(new Map(missing.map((name) => [name, say("connections-field-missing")])));
      return missing.length > 0 ? { values: say("connections-field-missing") } : {};
    },
    send: async (draft) => {
      // The document describes every field of a connection as present; what is left out is what stays.
      const body = connectionBodyOf(provider, draft, !connection) as never;
      const call = connection
        ? api.PUT("/v1/cloud_connections/{cloud_connection_id}", {
            params: { path: { cloud_connection_id: connection.id } },
            body,
          })
        : api.POST("/v1/teams/{team_id}/cloud_connections", { params: { path: { team_id: team.id } }, body });
      return answer<Connection>(call).catch((error) => {
        setComplaints(valueComplaints(error));
        throw withFormNames(error);
      });
    },
    done: onSaved,
  });
  return { form, complaints };
}
