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

/** There are fewer zones than this, but each may be written in capitals and small letters. */
const FORMATS_REMEMBERED = 1000;
const formats = new Map<string | null, Intl.DateTimeFormat>();

/** The format of a zone. To make one takes a hundred times as long as to use it. */
function formatOf(zone: string | null): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...(zone === null ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size >= FORMATS_REMEMBERED) formats.clear();
  formats.set(zone, made);
  return made;
}

/** The clock in a zone at an instant; where no zone is given, in that of this machine. */
export function wallClockAt(at: Date, zone: string | null): WallClock {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${part['year'].padStart(4, '0')}-${part['month']}-${part['day']}`;
  return { day, hour: Number(part['hour']), minute: Number(part['minute']), weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 };
}
