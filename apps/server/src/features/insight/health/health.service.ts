import { HEALTH_FIXES, HEALTH_ROWS, type HealthChange, type HealthCheckName, type HealthFindingRow } from '@gantry/contract';
import { optionsOfAttribute, type VersionTable } from '@gantry/domain';
import { attributeFinder, layOutRows } from '@gantry/plan-view';
import { TYPE_SUM } from '@gantry/scene';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { type Draft, edit, readVersion, planRowsOf, type RowValues, type VersionReader } from '../../planning/edits/edits.service.ts';
import { readExternal } from '../../planning/links/links.limits.service.ts';
import { refuseImpossible } from '../../planning/relations/relations.service.ts';
import { dataDateOf } from '../../planning/timetable/timetable.state.service.ts';
import type { HealthInput, HealthOutcome, ShownFix, WholePlan } from './health.thread.ts';

export type { WholePlan } from './health.thread.ts';

export const healthThread = openThread<HealthInput, HealthOutcome>(new URL('./health.thread.ts', import.meta.url));

/** The plan of a version as its checks and its paths are found, past all rights: dates depend on none. `known` holds rows that are read already, as they are for everyone. */
export async function readWholePlan(
  context: Context,
  reader: VersionReader,
  known: Partial<Record<VersionTable, RowValues[]>> = {},
): Promise<WholePlan> {
  const whole = reader.whole();
  const { valuesInShort, volumes } = whole;
  const values = async (table: VersionTable): Promise<RowValues[]> => known[table] ?? whole.values(table);
  return {
    rows: await planRowsOf({ values, valuesInShort, volumes }),
    dataDate: dataDateOf(whole.head.data_date, context),
    limits: (await readExternal(reader)).limits,
  };
}

const inputOf = async (context: Context, reader: VersionReader, check: HealthCheckName | null): Promise<HealthInput> => ({
  ...(await readWholePlan(context, reader)),
  check,
  most: check === null ? HEALTH_ROWS : HEALTH_FIXES,
});

/** What every check finds in a version, and the attributes that rows lack a value of. */
export async function readHealth(context: Context, versionId: number) {
  const { input, revision, lacking } = await readVersion(context, versionId, async (reader) => ({
    input: await inputOf(context, reader, null),
    revision: reader.head.revision,
    lacking: await withoutRequired(reader),
  }));
  const { findings } = await healthThread.run(input);
  return {
    revision,
    findings: [
      ...findings.map(({ itemIds, ...finding }): HealthFindingRow => ({ ...finding, row_ids: itemIds, attribute: null })),
      ...lacking,
    ],
  };
}

/** Works without a value of an attribute that must have one, as far as the caller sees it. */
async function withoutRequired(reader: VersionReader): Promise<HealthFindingRow[]> {
  const attributes = await reader.rows('attribute');
  const required = attributes.filter(({ id, options }) => optionsOfAttribute(options).required && !reader.mask?.hidden.has(id));
  if (!required.length) return [];
  const document = await openWhole(reader);
  const { rows, slots } = layOutRows(document, () => false);
  const works: number[] = [];
  for (let row = 0; row < rows.count; row += 1) if (slots[row] >= 0 && rows.type[row] !== TYPE_SUM) works.push(rows.id[row]);
  return required.map(({ id, name }): HealthFindingRow => {
    const valueAt = attributeFinder(document, id);
    const empty = works.filter((work) => (valueAt(work)?.value ?? '') === '');
    return {
      check: 'required_attribute',
      source: 'own',
      unit: 'count',
      verdict: empty.length ? 'failed' : 'passed',
      value: empty.length,
      limit: 0,
      passes: 'at_most',
      population: works.length,
      rows: empty.length,
      row_ids: empty.slice(0, HEALTH_ROWS),
      fixes: 0,
      attribute: { id, name },
    };
  });
}

async function tryFixes(context: Context, versionId: number, check: HealthCheckName) {
  const { input, revision, calendars } = await readVersion(context, versionId, async (reader) => ({
    input: await inputOf(context, reader, check),
    revision: reader.head.revision,
    calendars: new Map((await reader.rows('calendar')).map(({ id, name }) => [id, name])),
  }));
  return { ...(await healthThread.run(input)), revision, calendars };
}

/** What the fixes of a check would change. */
export async function previewFixes(context: Context, versionId: number, check: HealthCheckName) {
  const { fixes, calendars, revision, finishBefore, finishAfter, moved } = await tryFixes(context, versionId, check);
  const changes = fixes.map((fix): HealthChange => ({
    command: fix.command === 'set_actual' ? fail('health.no_fix') : fix.command,
    row_id: fix.workId,
    other_id: fix.otherId,
    end: fix.command === 'set_limit' ? fix.end : null,
    before: fix.before,
    after: afterOf(fix, calendars),
  }));
  return { revision, changes, finish_before: finishBefore, finish_after: finishAfter, moved };
}

function afterOf(fix: ShownFix, calendars: ReadonlyMap<number, string>): string | number | null {
  if (fix.command === 'set_lag') return fix.lagMinutes;
  if (fix.command === 'set_duration') return fix.durationMinutes;
  if (fix.command === 'set_calendar') return calendars.get(fix.calendarId) ?? null;
  return fix.command === 'add_relation' || fix.command === 'set_limit' ? fix.type : null;
}

/** Applies fixes of a check, all or those at some places, as one edit. */
export async function applyFixes(
  context: Context,
  versionId: number,
  check: HealthCheckName,
  asked: { revision: number; fixes?: number[] | undefined },
) {
  const tried = await tryFixes(context, versionId, check);
  if (tried.revision !== asked.revision) fail('health.out_of_date');
  const wanted = asked.fixes ? tried.fixes.filter((_, place) => asked.fixes?.includes(place)) : tried.fixes;
  if (!wanted.length) fail('health.no_fix');
  const { revision, diff } = await edit(context, versionId, 'health.fix', async (draft) => {
    if (draft.head.revision !== asked.revision) fail('health.out_of_date');
    for (const fix of wanted) await applyFix(draft, fix);
  });
  return { revision, diff, applied: wanted.length };
}

async function applyFix(draft: Draft, fix: ShownFix): Promise<void> {
  if (fix.command === 'remove_relation') {
    await draft.find('relation', fix.relationId);
    draft.remove('relation', fix.relationId);
  } else if (fix.command === 'set_lag') {
    await draft.find('relation', fix.relationId);
    draft.update('relation', fix.relationId, { lagMinutes: fix.lagMinutes });
  } else if (fix.command === 'add_relation') {
    const { predecessorId, successorId, type } = fix;
    await refuseImpossible(draft, { predecessor_id: predecessorId, successor_id: successorId, type });
    draft.insert('relation', { id: draft.newId(), predecessorId, successorId, type, lagMinutes: 0, lagCalendar: null, driving: false });
  } else {
    await draft.find('wbs', fix.itemId);
    if (fix.command === 'set_calendar') draft.update('wbs', fix.itemId, { calendarId: fix.calendarId });
    else if (fix.command === 'set_duration')
      draft.update('wbs', fix.itemId, { durationMinutes: fix.durationMinutes, remainingMinutes: fix.durationMinutes });
    else if (fix.command === 'set_limit') {
      const gone = fix.type === null;
      if (fix.end === 'start') draft.update('wbs', fix.itemId, { startLimitType: fix.type, ...(gone ? { startLimitDate: null } : {}) });
      else draft.update('wbs', fix.itemId, { finishLimitType: fix.type, ...(gone ? { finishLimitDate: null } : {}) });
    }
  }
}
