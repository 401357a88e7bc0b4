import { formatNumber, formatSize } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { dayName } from "./UsageChart";
import type { UsageDay } from "./usage";

/** Every number of the charts, for screen readers and for whoever wants to copy them; the newest day first. */
export function UsageTable({ days }: { days: readonly UsageDay[] }) {
  const { language, say } = useTexts();
  const size = (bytes: number) => (
    <td className="number" title={formatNumber(language, bytes)}>
      {formatSize(language, bytes)}
    </td>
  );
  return (
    <details className="card usage-numbers">
      <summary>{say("usage-table")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={say("usage-table")}>
        <table>
          <caption className="hidden-text">{say("usage-table-caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{say("usage-day")}</th>
              <th scope="col">{say("usage-stored")}</th>
              <th scope="col">{say("usage-uploaded")}</th>
              <th scope="col">{say("usage-downloaded")}</th>
              <th scope="col">{say("usage-forwarded")}</th>
              <th scope="col">{say("usage-packages")}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayName(language, day.day)}</th>
                {size(day.stored_bytes)}
                {size(day.uploaded_bytes)}
                {size(day.downloaded_bytes)}
                {size(day.forwarded_bytes)}
                <td className="number">{formatNumber(language, day.packages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
