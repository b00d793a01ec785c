import { MOST_GRID_DAYS } from '@gantry/contract';
import { MONEY_MEASURES, type ResourceMeasure } from '@gantry/domain';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { readVersion, versionLog, type VersionReader } from '../edits/edits.service.ts';
import { listSeriesWithin } from './day-values.repository.ts';
import { dayOfText } from './day-values.rules.ts';
import { type ClosedSums, dayChangesOf, dropOldest, openSums, placesAfter } from './day-values.sums.rules.ts';

/** The most windows of days whose sums are kept, and their memory: a page asks for the summaries that come into sight, one after the other. */
const KEPT = { windows: 8, bytes: 128 * 1024 * 1024 };
/** Series read at once. */
const PIECE = 2000;

/** The service applies at most so many revisions to kept sums; after more, it counts all sums again. */
const MOST_FOLLOWED = 100;
/** The most moved works whose sums are updated; for more, the sums are counted again. */
const MOST_MOVED = 2000;

type Kept = { revision: number; sums: ClosedSums };
const keptOf = perDatabase(() => new Map<string, Kept>());

/** Values of the works below summaries by days: added up in one pass once, and then kept up to date by the edits that follow. */
export async function sumDays(
  context: Context,
  versionId: number,
  asked: { ids: readonly number[]; from: string; to: string; measure: ResourceMeasure },
) {
  const [from, to] = [dayOfText(asked.from), dayOfText(asked.to)];
  const { measure } = asked;
  if (to < from || to - from >= MOST_GRID_DAYS) fail('values.too_long', { most: MOST_GRID_DAYS });
  return readVersion(context, versionId, async (reader) => {
    const { db, key, head, mask, places } = reader;
    if (mask?.money === false && MONEY_MEASURES.has(measure)) fail('auth.forbidden', { right: 'cost.read' });
    const all = keptOf(context);
    const name = `${key.spaceId} ${versionId} ${measure} ${from} ${to}`;
    let known = all.get(name);
    all.delete(name);
    if (known && known.revision < head.revision) await catchUp(reader, known, measure);
    if (known?.revision !== head.revision) {
      const sums = openSums(await places(), from, to);
      const piece = (after: number) => listSeriesWithin(db, key, { measure, from, to }, { after, limit: PIECE });
      for (let series = await piece(0); series.length;) {
        // The database reads the next piece while this one is added up.
        const next = series.length < PIECE ? [] : piece(series[series.length - 1].id);
        await setImmediate();
        for (const { item_id, mode, days } of series) sums.add(item_id, mode, days);
        series = await next;
      }
      known = { revision: head.revision, sums: sums.close() };
    }
    all.set(name, known);
    dropOldest(all, KEPT);
    const { sums, revision } = known;
    return {
      revision,
      rows: asked.ids.map((id) => {
        const { plan, fact, approved_plan: approved } = sums.of(id);
        return { item_id: id, plan, fact, approved };
      }),
    };
  });
}

/** Brings sums up to the revision of a reader by the changes in between; they stay as they are where those change too much. */
async function catchUp(reader: VersionReader, kept: Kept, measure: ResourceMeasure): Promise<void> {
  const { db, key, head } = reader;
  const from = kept.revision;
  if (head.revision - from > MOST_FOLLOWED) return;
  const revisions = Array.from({ length: head.revision - from }, (_, at) => from + 1 + at);
  const found = await versionLog.readDiffs(db, key, revisions);
  const diffs = revisions.flatMap((revision) => found.get(revision) ?? []);
  if (diffs.length < revisions.length) return;
  const places = placesAfter(diffs);
  const moved = kept.sums.moved(places);
  if (moved.length > MOST_MOVED) return;
  const ids = [...new Set(diffs.flatMap(({ daySeries }) => daySeries?.updated.map(({ id }) => id) ?? []))];
  const whole = reader.whole();
  const rows = new Map((ids.length ? await whole.rows('daySeries', ids) : []).map((row) => [row.id, row]));
  const changes = dayChangesOf(diffs, measure, (id) => rows.get(id));
  const runs = moved.length ? (await whole.rowsBy('daySeries', 'itemId', moved)).filter((row) => row.measure === measure) : [];
  // Another call may have followed them meanwhile.
  if (!changes || kept.revision !== from) return;
  kept.sums.follow(changes, places, runs);
  kept.revision = head.revision;
}
