/** Whether a text names a zone of the IANA database, such as `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  // Intl takes offsets too; they know no summer time.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** What the clock on a wall shows: day as `2026-03-02`, hour, and day of the week, 1 for Monday. */
export type WallClock = { day: string; hour: number; minute: number; weekday: number };

/** The clock in a zone at an instant; where no zone is given, in that of this machine. */
export function wallClockAt(at: Date, zone: string | null): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(zone === null ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = `${part['year'].padStart(4, '0')}-${part['month']}-${part['day']}`;
  return { day, hour: Number(part['hour']), minute: Number(part['minute']), weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 };
}
