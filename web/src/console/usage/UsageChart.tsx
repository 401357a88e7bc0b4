import { formatDay, formatSize } from "../../texts/format";
import type { Language } from "../../texts/languages";
import { useTexts } from "../../texts/texts";
import { type Bar, bars, labelledDays, type Measure, scale } from "./chart";
import type { UsageDay } from "./usage";

const LABELS = 4;

/** A day without an hour is that day wherever the reader is. */
export function dayName(language: Language, day: string): string {
  return formatDay(language, `${day}T12:00:00`);
}

interface ChartProps {
  title: string;
  days: readonly UsageDay[];
  measure: Measure;
}

/** Bars per day. It is one picture with one sentence for screen readers; the table below has every number. */
export function UsageChart({ title, days, measure }: ChartProps) {
  const { say } = useTexts();
  const { top, lines } = scale(Math.max(0, ...days.map((day) => day[measure])));
  const drawn = bars(days, measure, top);
  const summary = useSummary(title, drawn);
  const isEmpty = drawn.every((bar) => bar.value === 0);
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      {isEmpty ? <p className="soft">{say("usage-nothing")}</p> : <Plot {...{ drawn, lines, top, summary }} />}
    </figure>
  );
}

interface PlotProps {
  drawn: readonly Bar[];
  lines: readonly number[];
  top: number;
  summary: string;
}

/** The drawing is stretched to its place, so the words stand around it and not in it, where they would be stretched. */
function Plot({ drawn, lines, top, summary }: PlotProps) {
  const { language } = useTexts();
  return (
    <div className="plot">
      <div className="plot-values" aria-hidden="true">
        {lines.toReversed().map((value) => (
          <span key={value}>{formatSize(language, value)}</span>
        ))}
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
        {lines.map((value) => (
          <line key={value} x1="0" x2="100" y1={100 - (value / top) * 100} y2={100 - (value / top) * 100} />
        ))}
        {drawn.map((bar) => (
          <ChartBar key={bar.day} bar={bar} />
        ))}
      </svg>
      <div className="plot-days" aria-hidden="true">
        {labelledDays(drawn.length, LABELS).map((place) => (
          <span key={place}>{dayName(language, drawn[place]?.day ?? "")}</span>
        ))}
      </div>
    </div>
  );
}

/** The whole height of a day tells its number, so that a low bar need not be hit. */
function ChartBar({ bar }: { bar: Bar }) {
  const { language, say } = useTexts();
  const told = say("usage-bar", { day: dayName(language, bar.day), value: formatSize(language, bar.value) });
  const place = { x: bar.start * 100, width: bar.width * 100 };
  return (
    <g>
      <title>{told}</title>
      <rect className="reach" {...place} y="0" height="100" />
      <rect className="bar" {...place} y={(1 - bar.height) * 100} height={bar.height * 100} />
    </g>
  );
}

function useSummary(title: string, drawn: readonly Bar[]): string {
  const { language, say } = useTexts();
  const first = drawn[0];
  const last = drawn.at(-1);
  if (!first || !last) return title;
  const highest = drawn.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return say("usage-chart-summary", {
    title,
    from: dayName(language, first.day),
    to: dayName(language, last.day),
    highest: formatSize(language, highest.value),
    day: dayName(language, highest.day),
  });
}
