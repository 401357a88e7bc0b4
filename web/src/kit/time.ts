/** `2026-11-15T10:30:00.000Z` as the browser's field for dates and times wants it: in the reader's zone, without one. */
export function fieldTime(time: string): string {
  const moment = new Date(time);
  if (time === "" || Number.isNaN(moment.getTime())) return "";
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The way back: the moment that a field without a zone means here. */
export function addressTime(field: string): string {
  const moment = new Date(field);
  return field === "" || Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}

/** A day as the interface takes it at either end of a period: its first or its last millisecond here. */
export function dayStart(day: string): string {
  return day === "" ? "" : addressTime(`${day}T00:00:00.000`);
}

export function dayEnd(day: string): string {
  return day === "" ? "" : addressTime(`${day}T23:59:59.999`);
}
