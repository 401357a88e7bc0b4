import { useId } from "react";
import { formatDay, formatSize } from "../../texts/format";
import type { Language } from "../../texts/languages";
import { useTexts } from "../../texts/texts";
import { type Bar, bars, labelledDays, type Measure, scale } from "./chart";
import type { UsageDay } from "./usage";

/** The drawing's own measures; the page scales it. */
const WIDTH = 640;
const HEIGHT = 200;
const START = 72;
const BOTTOM = 28;
const TOP = 8;
const LABELS = 4;

const x = (share: number) => START + share * (WIDTH - START);
const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);

/** A day without an hour means that day everywhere, so it is written as UTC. */
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
  const { language } = useTexts();
  const id = useId();
  const { top, lines } = scale(Math.max(0, ...days.map((day) => day[measure])));
  const drawn = bars(days, measure, top);
  const summary = useSummary(title, drawn);
  return (
    <figure className="card chart">
      <figcaption id={id}>
        <h2>{title}</h2>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {lines.map((value) => (
          <g key={value}>
            <line className="chart-line" x1={START} x2={WIDTH} y1={y(value / top)} y2={y(value / top)} />
            <text className="chart-text" x={START - 8} y={y(value / top) + 4} textAnchor="end">
              {formatSize(language, value)}
            </text>
          </g>
        ))}
        {drawn.map((bar) => (
          <ChartBar key={bar.day} bar={bar} />
        ))}
        {labelledDays(days.length, LABELS).map((place) => (
          <DayLabel key={place} bar={drawn[place]} place={place} last={days.length - 1} />
        ))}
      </svg>
    </figure>
  );
}

function ChartBar({ bar }: { bar: Bar }) {
  const { language, say } = useTexts();
  const told = say("usage-bar", { day: dayName(language, bar.day), value: formatSize(language, bar.value) });
  const width = bar.width * (WIDTH - START);
  return (
    <g className="chart-bar">
      <title>{told}</title>
      <rect className="chart-reach" x={x(bar.start)} y={TOP} width={width} height={HEIGHT - BOTTOM - TOP} />
      <rect x={x(bar.start)} y={y(bar.height)} width={width} height={y(0) - y(bar.height)} />
    </g>
  );
}

function DayLabel({ bar, place, last }: { bar: Bar | undefined; place: number; last: number }) {
  const { language } = useTexts();
  if (!bar) return null;
  // Those at the edges would be cut off if they stood below the middle of their bars.
  const anchor = place === 0 ? "start" : place === last ? "end" : "middle";
  const at = place === 0 ? 0 : place === last ? 1 : bar.start + bar.width / 2;
  return (
    <text className="chart-text" x={x(at)} y={HEIGHT - 8} textAnchor={last === 0 ? "start" : anchor}>
      {dayName(language, bar.day)}
    </text>
  );
}

function useSummary(title: string, drawn: readonly Bar[]): string {
  const { language, say } = useTexts();
  const first = drawn[0];
  const last = drawn.at(-1);
  if (!first || !last) return title;
  const period = { title, from: dayName(language, first.day), to: dayName(language, last.day) };
  const highest = drawn.reduce((best, bar) => (bar.value > best.value ? bar : best));
  if (highest.value === 0) return say("usage-chart-summary-empty", period);
  const most = { highest: formatSize(language, highest.value), day: dayName(language, highest.day) };
  return say("usage-chart-summary", { ...period, ...most });
}
