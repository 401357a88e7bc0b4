import { useTexts } from "../texts/texts";

/** Most fields are needed, so those that are not are marked. */
export function Needed({
  isRequired = false,
  isReadOnly = false,
}: {
  isRequired?: boolean | undefined;
  isReadOnly?: boolean | undefined;
}) {
  const { say } = useTexts();
  if (isRequired) return null;
  return <span className="soft plain">{say(isReadOnly ? "portal-readonly" : "portal-optional")}</span>;
}
