import type { CatalogSource, UnsavedChange } from '@gantry/contract';
import { type AnyRow, changesOf, type Diff, isEmpty, minuteAt, PLAN_TABLES, type VersionTable } from '@gantry/domain';
import { sumOfMoney } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openWhole } from '../attribute-values/attribute-values.service.ts';
import { previewEdit, readVersion, planRowsOf } from '../edits/edits.service.ts';
import { readExternal } from '../links/links.limits.service.ts';
import { engineThread } from '../timetable/timetable.service.ts';
import { dataDateOf } from '../timetable/timetable.state.service.ts';
import { forgetProposal, saveProposal } from './catalog-changes.repository.ts';
import { type Dates, datesOf, describeChanges, latest, ownersOf, type PlanRows, withDiff } from './catalog-changes.rules.ts';
import { FOLLOW, rehearse } from './catalog-changes.sources.service.ts';
import { type Shown, shownChanges } from './catalog-changes.values.service.ts';

/** The source that a version shall follow: as stored, or as an act would change it. */
export type Asked = { source: CatalogSource; sourceId: number; act: { id: number; change: UnsavedChange } | null };

async function changeOf(context: Context, versionId: number, { source, sourceId, act }: Asked) {
  const look = async (inner: Context) => previewEdit(inner, versionId, await FOLLOW[source](inner, versionId, [sourceId]));
  return act ? rehearse(context, act.change, look) : look(context);
}

/** So often a version is looked at before it is given up because somebody has edited it meanwhile. */
const MOST_TRIES = 3;

/** Stores the proposal for a version; null when it would not change. Refused where somebody edits the version at each try. */
export async function propose(
  context: Context,
  versionId: number,
  asked: Asked,
  signal: AbortSignal,
  tries = MOST_TRIES,
): Promise<number | null> {
  const { source, sourceId, act } = asked;
  const { diff, head } = await changeOf(context, versionId, asked);
  const about = { version_id: versionId, source, source_id: sourceId, act_id: act?.id ?? null };
  if (isEmpty(diff)) {
    await context.write((tx) => forgetProposal(tx, context.spaceId, about));
    return null;
  }
  const input = await readVersion(context, versionId, async (reader) => {
    const rows = await planRowsOf(reader.whole());
    const updated = new Map<VersionTable, readonly AnyRow[]>();
    for (const [table, change] of changesOf(diff))
      updated.set(
        table,
        await reader.rows(
          table,
          change.updated.map(({ id }) => id),
        ),
      );
    return {
      rows,
      external: await readExternal(reader),
      wbs: await reader.rows('wbs'),
      // What it costs is kept for whoever may see that, and told to nobody else.
      assignments: await reader.whole().rows('assignment'),
      resources: await reader.rows('resource'),
      calendars: await reader.rows('calendar'),
      attributes: await reader.rows('attribute'),
      updated,
      // Only its author sees an act; others receive changes without values, which they may not be allowed to see.
      formulas: act && diff.attribute ? await openWhole(reader) : null,
      hidden: reader.mask?.hidden ?? null,
      revision: reader.head.revision,
    };
  });
  // After a concurrent edit the proposal would mix two revisions.
  if (input.revision !== head.revision) {
    if (tries <= 1) fail('catalog_change.version_changed', { name: head.name });
    return propose(context, versionId, asked, signal, tries - 1);
  }
  const assignmentOf = new Map(input.assignments.map((row) => [row.id, row]));
  const owners = ownersOf(diff, (table) => input.updated.get(table) ?? []);
  const [before, after] = await forecast(context, head.data_date, input, diff, signal);
  const names = new Map<string, string>();
  for (const [table, list] of [
    ['resource', [...input.resources, ...(diff.resource?.added ?? [])]],
    ['calendar', input.calendars],
    ['attribute', input.attributes],
    ['directoryValue', input.updated.get('directoryValue') ?? []],
    ['wbs', input.wbs],
  ] as const)
    for (const row of list as readonly (AnyRow & { name: string })[]) names.set(`${table} ${row.id}`, row.name);
  const nameOf = (table: VersionTable, id: number): string =>
    table === 'assignment' ? nameOf('resource', assignmentOf.get(id)?.resourceId ?? 0) : (names.get(`${table} ${id}`) ?? '');
  const shown: Shown = input.formulas ? shownChanges(input.formulas, diff, input.hidden) : new Map();
  const changes = describeChanges(diff, owners, { wbs: input.wbs, assignments: input.assignments, nameOf, before, after, shown });
  const moved = before && after ? [...before].filter(([id, { finish }]) => after.get(id)?.finish !== finish).length : null;
  const summary = {
    works: changes.filter(({ item_id, fields }) => item_id !== 0 && fields.length > 0).length,
    finish_before: latest(before),
    finish_after: latest(after),
    moved,
    cost_before: sumOfMoney(changes.map(({ cost_before }) => cost_before ?? 0)),
    cost_after: sumOfMoney(changes.map(({ cost_after }) => cost_after ?? 0)),
  };
  return context.write((tx) =>
    saveProposal(tx, context.spaceId, { ...about, revision: head.revision, summary, content: { diff, owners, changes } }),
  );
}

type PlanInput = { rows: PlanRows; external: Awaited<ReturnType<typeof readExternal>>; wbs: Parameters<typeof datesOf>[0] };

/** Calculates dates before and after the proposal; none when the change does not affect dates. */
async function forecast(
  context: Context,
  dataDate: string | null,
  { rows, external, wbs }: PlanInput,
  diff: Diff,
  signal: AbortSignal,
): Promise<[Dates | null, Dates | null]> {
  if (!wbs.length || !PLAN_TABLES.some((table) => diff[table])) return [null, null];
  const at = dataDate === null ? dataDateOf(null, context) : minuteAt(dataDate);
  const run = (of: PlanRows) => engineThread.run({ rows: of, dataDate: at, external }, { signal });
  const [before, after] = [await run(rows), await run(withDiff(rows, diff))];
  return [datesOf(wbs, before.items), datesOf(wbs, after.items)];
}
