import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { Facts, Loaded, Section } from "../../kit";
import { useSay } from "../../texts/texts";
import { type Package, tokenOf } from "./queries";

/** What the sender filled in at the Portal. */
export function AnswersSection({ one }: { one: Package }) {
  const say = useSay();
  const query = useQuery({
    queryKey: ["package-answers", one.id],
    queryFn: () =>
      answer(
        api.GET("/v1/packages/{package_id}/metadata", {
          params: { path: { package_id: one.id } },
          headers: tokenOf(one),
        }),
      ),
    enabled: one.state === "new" || one.state === "finalized",
  });
  if (one.state === "expired" || one.state === "archived") return null;
  return (
    <Section title={say("packages-answers")}>
      <Loaded query={query}>
        {({ fields }) => (
          <Facts
            facts={[...fields]
              .sort((left, right) => left.position - right.position)
              .map((field) => ({ label: field.label || field.name, value: field.value === "" ? "–" : field.value }))}
          />
        )}
      </Loaded>
    </Section>
  );
}
