import { MOST_GRID_DAYS } from '@gantry/contract';
import { entryOf, MONEY_MEASURES, type ResourceMeasure } from '@gantry/domain';
import { isPrice } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { readVersion, versionLog, type VersionReader } from '../edits/edits.service.ts';
import { gridRowOf, touchesOrder, worksInOrder } from './day-values.grid.rules.ts';
import { findScheduleSettings, listOwnTotals } from './day-values.repository.ts';
import { dayOfText, keyDayOf, textOfDay } from './day-values.rules.ts';
import { limitsOf } from './day-values.service.ts';
import { readHeldHours } from './hours/day-values.held.service.ts';
import { listLateFacts, shownLateFact } from './late/day-values.late.service.ts';

type Days = { from: string; to: string; measure: ResourceMeasure };
type Asked = Days & { parent?: number; offset: number; limit: number };

/** A page of the day grid. */
export const readGrid = (context: Context, versionId: number, asked: Asked) =>
  readRows(context, versionId, asked, async (reader) => {
    const works = await worksOf(context, reader, asked.parent ?? null);
    return { total: works.length, ids: works.slice(asked.offset, asked.offset + asked.limit) };
  });

/** One row of the day grid; a summary has no days of its own. */
export const readGridOfRow = (context: Context, versionId: number, itemId: number, asked: Days) =>
  readRows(context, versionId, asked, async ({ rows }) => {
    const [row] = await rows('wbs', [itemId]);
    if (!row) fail('wbs.not_found', { id: itemId });
    return row.type === 'sum' ? { total: 0, ids: [] } : { total: 1, ids: [itemId] };
  });

type Chosen = (reader: VersionReader) => Promise<{ total: number; ids: number[] }>;

async function readRows(context: Context, versionId: number, asked: Days, choose: Chosen) {
  const [from, to] = [dayOfText(asked.from), dayOfText(asked.to)];
  if (to < from || to - from >= MOST_GRID_DAYS) fail('values.too_long', { most: MOST_GRID_DAYS });
  return readVersion(context, versionId, async (reader) => {
    const { db, key, head, mask, rows, rowsBy } = reader;
    if (mask?.money === false && MONEY_MEASURES.has(asked.measure)) fail('auth.forbidden', { right: 'cost.read' });
    const keyDay = keyDayOf(head.data_date, context);
    const distributions = (isPrice(asked.measure) ? (await rows('settings'))[0]?.distributions : null) ?? {};
    const { total, ids } = await choose(reader);
    const series = Map.groupBy(await rowsBy('daySeries', 'itemId', ids), ({ itemId }) => itemId);
    const assignments = await rowsBy('assignment', 'itemId', ids);
    const resourceIds = [...new Set(assignments.map(({ resourceId }) => resourceId))];
    const resources = new Map((await rows('resource', resourceIds)).map((row) => [row.id, row]));
    const assignmentsOf = Map.groupBy(assignments, ({ itemId }) => itemId);
    const owns = await listOwnTotals(db, key, ids, mask?.money !== false);
    const workOf = (id: number) => ({
      own: owns.get(id) ?? {},
      series: series.get(id) ?? [],
      assignments: assignmentsOf.get(id) ?? [],
      resourceOf: (resource: number) => entryOf(resources, resource),
    });
    const isAsked = (day: string): boolean => day >= asked.from && day <= asked.to;
    const late = (await listLateFacts(db, key, ids)).filter(
      ({ measure, of_day, day }) => measure === asked.measure && (isAsked(of_day) || isAsked(day)),
    );
    const held =
      asked.measure === 'labour'
        ? await readHeldHours(context, db, { ...key, scheduleId: head.schedule_id, itemIds: ids, from: asked.from, to: asked.to })
        : [];
    return {
      revision: head.revision,
      key_day: textOfDay(keyDay),
      limits: limitsOf(keyDay, await findScheduleSettings(db, key.spaceId, head.schedule_id)),
      total,
      rows: ids.map((id) => gridRowOf(id, workOf(id), { from, to, measure: asked.measure, keyDay, distributions })),
      late: late.map(shownLateFact),
      held,
    };
  });
}

/** Orders of works that are kept: a page asks for tile after tile of one revision. */
const KEPT_ORDERS = 32;
type Order = { revision: number; chain: string; works: number[] };
const ordersOf = perDatabase(() => new Map<string, Order>());

/** Edits that a kept order is followed through, and the bytes of those that are read for it; after more it is made anew. */
const FOLLOWED = { edits: 100, bytes: 512 * 1024 };

async function worksOf(context: Context, reader: VersionReader, below: number | null): Promise<number[]> {
  const { key, head, places } = reader;
  const orders = ordersOf(context);
  const name = `${key.spaceId} ${key.versionId} ${below ?? ''}`;
  const kept = orders.get(name);
  orders.delete(name);
  const works = kept && (await stands(reader, kept)) ? kept.works : worksInOrder(await places(), below);
  orders.set(name, { revision: head.revision, chain: head.chain.toString('hex'), works });
  const [oldest] = orders.keys();
  if (orders.size > KEPT_ORDERS) orders.delete(oldest);
  return works;
}

/** Whether no edit since an order was made has touched it. */
async function stands({ db, key, head }: VersionReader, { revision, chain }: Order): Promise<boolean> {
  if (revision === head.revision) return chain === head.chain.toString('hex');
  if (revision > head.revision || head.revision - revision > FOLLOWED.edits) return false;
  const [known, ...edits] = await versionLog.listSince(db, key, revision - 1, FOLLOWED.edits + 1);
  // A history that was cleared does not tell.
  if (known?.revision !== revision || known.chain !== chain || edits.length !== head.revision - revision) return false;
  // Calculations change many rows and move none.
  const unknown = edits.filter((edit) => !edit.name.startsWith('timetable.'));
  if (unknown.reduce((sum, edit) => sum + edit.diff_bytes, 0) > FOLLOWED.bytes) return false;
  const revisions = unknown.map((edit) => edit.revision);
  const diffs = await versionLog.readDiffs(db, key, revisions);
  return revisions.every((one) => !touchesOrder(diffs.get(one)));
}
