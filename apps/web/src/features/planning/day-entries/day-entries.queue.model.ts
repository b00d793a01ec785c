import type { FieldReport, FieldRow, Verdict } from '@gantry/contract';

/** A photo of a report; it travels before the report, under its own number. */
export type QueuedPhoto = {
  id: string;
  name: string;
  blob: Blob;
  /** Whether the server has it, or will never take it. */
  sent: boolean;
  /** Why it was not taken. */
  refused?: Why;
};

/** Why the server takes something never, whenever it is sent. */
export type Why = { code: string; parameters: Record<string, unknown> };

/** A report on this phone: `waiting` until the server has stated what became of it. */
export type Queued = {
  id: string;
  userId: number;
  spaceId: number;
  /** When it was made, in milliseconds. */
  at: number;
  rowName: string;
  versionId: number;
  report: FieldReport;
  photos: QueuedPhoto[];
  state: 'waiting' | Verdict['state'];
  verdict: Verdict | null;
};

/** What keeps reports over the end of the page. */
export type QueueStore = { all(): Promise<Queued[]>; put(item: Queued): Promise<void>; remove(id: string): Promise<void> };

export type Transport = {
  /** Sends a photo; sent again with its number it is the same photo. Answers why it is never taken; null where it was. */
  photo(item: Queued, photo: QueuedPhoto): Promise<Why | null>;
  /** Sends reports; sent again they have the same verdicts. */
  reports(spaceId: number, reports: FieldReport[]): Promise<Verdict[]>;
};

/** What may be told to wait for a decision: asked again until there is one. */
const UNDECIDED: readonly Queued['state'][] = ['pending', 'conflict'];
const BATCH = 100;
const DAY_MS = 86_400_000;
/** What counts is shown so long on the phone. */
const KEPT_MS = 14 * DAY_MS;

export const isOwn = (item: Queued, { userId, spaceId }: { userId: number; spaceId: number }): boolean =>
  item.userId === userId && item.spaceId === spaceId;
export const isWaiting = ({ state }: Queued): boolean => state === 'waiting';

/**
 * Sends what waits, photos first, and writes down each verdict as it comes. It may be cut or ended anywhere and begun again: what has no
 * verdict stays, and what was sent before is the same report. Nothing of another person is touched.
 */
export async function flush(store: QueueStore, transport: Transport, who: { userId: number; spaceId: number }, now: number): Promise<void> {
  const own = (await store.all()).filter((item) => isOwn(item, who)).sort((a, b) => a.at - b.at);
  for (const item of own) {
    if (item.state === 'accepted' && now - item.at > KEPT_MS) await store.remove(item.id);
    if (!isWaiting(item)) continue;
    for (const photo of item.photos) {
      if (photo.sent) continue;
      // A photo that is never taken keeps back neither its report nor those of other works.
      const refused = await transport.photo(item, photo);
      photo.sent = true;
      if (refused) photo.refused = refused;
      await store.put(item);
    }
  }
  const open = own.filter((item) => isWaiting(item) || UNDECIDED.includes(item.state));
  for (let from = 0; from < open.length; from += BATCH) {
    const batch = open.slice(from, from + BATCH);
    const verdicts = await transport.reports(
      who.spaceId,
      batch.map(({ report }) => report),
    );
    const stated = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
    for (const item of batch) {
      const verdict = stated.get(item.id);
      if (verdict) await store.put({ ...item, state: verdict.state, verdict });
    }
  }
}

/** Photos that were not taken, with the reports that count without them. */
export const photosRefused = (items: readonly Queued[]): { item: Queued; photo: QueuedPhoto & { refused: Why } }[] =>
  items.flatMap((item) => item.photos.flatMap((photo) => (photo.refused ? [{ item, photo: { ...photo, refused: photo.refused } }] : [])));

/** Whole days for which the oldest unsent report of somebody waits. */
export function daysUnsent(items: readonly Queued[], now: number): number {
  const oldest = Math.min(...items.filter(isWaiting).map(({ at }) => at), now);
  return Math.floor((now - oldest) / DAY_MS);
}

/** The newest report of a work and a day on this phone that is not out of the count. */
export function lastReport(items: readonly Queued[], row: Pick<FieldRow, 'schedule_id' | 'row_id'>, day: string): Queued | null {
  const own = items.filter(({ report, state }) => {
    const here = report.schedule_id === row.schedule_id && report.row_id === row.row_id && report.day === day;
    return here && state !== 'refused' && state !== 'declined' && state !== 'taken_back';
  });
  return own.toSorted((a, b) => b.at - a.at)[0] ?? null;
}

/** Works whose dates include a day, or that have something planned or done on it; and the others. */
export function worksOfDay(rows: readonly FieldRow[], day: string, at: number): { running: FieldRow[]; others: FieldRow[] } {
  const runs = ({ start, finish, plan, fact }: FieldRow): boolean =>
    plan[at] !== null ||
    fact[at] !== null ||
    ((start === null || start.slice(0, day.length) <= day) && (finish === null || finish.slice(0, day.length) >= day));
  return { running: rows.filter(runs), others: rows.filter((row) => !runs(row)) };
}

const WHOLE = 100;
/** Quantities are kept to millionths. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

/** What somebody has done on a day when all of the work is done to a share: what the others and the other days did is not theirs. */
export function amountForShare(row: FieldRow, percent: number, mineToday: number): number {
  if (row.measure === 'percent' || row.total === null) return percent;
  return Math.max(0, tidy((row.total * percent) / WHOLE - (row.done - mineToday)));
}
