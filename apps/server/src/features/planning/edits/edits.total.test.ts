import { api } from '@gantry/contract';
import { CALCULATED_FIELDS, type Diff, type TableDiff, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFrom, type VersionCopy } from '../../../testing/samples/version-content.ts';
import { createPlanners } from '../../../testing/team.ts';
import type { Person, World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  ({ world, anna, boris, schedule } = await createPlanners());
});
afterAll(() => world.close());

type Tables = VersionCopy['tables'];
type Step = { mine: boolean; does: string; pick: number; other: number; value: number };

const HERS = [
  'create',
  'update',
  'many',
  'remove',
  'removeMany',
  'indent',
  'outdent',
  'down',
  'move',
  'copy',
  'dissolve',
  'relate',
  'constrain',
  'calculate',
  'auto',
  'selected',
  'settings',
  'scenario',
  'target',
  'estimate',
  'accept',
  'remains',
  'costs',
];
const HIS = ['create', 'update', 'relate', 'undo', 'redo'];
const steps = fc.array(
  fc.boolean().chain((mine) =>
    fc.record({
      mine: fc.constant(mine),
      does: fc.constantFrom(...(mine ? HERS : HIS)),
      pick: fc.nat(1000),
      other: fc.nat(1000),
      value: fc.nat(1000),
    }),
  ),
  { minLength: 6, maxLength: 16 },
);

/** Rows under a summary, the summary left out: each of the two works under their own. */
function below(tables: Tables, top: number): number[] {
  const rows = tables.get('wbs') as Map<number, { id: number } & Record<string, unknown>>;
  const isBelow = (id: unknown): boolean => {
    const parent = rows.get(id as number)?.['parentId'];
    return parent === top || (typeof parent === 'number' && isBelow(parent));
  };
  return [...rows.keys()].filter(isBelow);
}

async function act(person: Person, version: number, top: number, { does, pick, other, value }: Step) {
  const ids = below((await copyFrom(person, version)).tables, top);
  const [wbsId, otherId] = [ids[pick % ids.length] ?? top, ids[other % ids.length] ?? top];
  const params = { id: version };
  const item = { id: version, wbsId };
  const endpoints: Record<string, () => Promise<{ status: number; body: unknown }>> = {
    create: () => person.call(api.wbs.create, { params, body: { parent_id: value % 3 ? top : wbsId, item: { name: `N${value}` } } }),
    update: () =>
      person.call(api.wbs.update, {
        params: item,
        body: { name: `U${value}`, ...(value % 2 ? { duration_minutes: value + 60 } : { code: `C${value}` }) },
      }),
    many: () => person.call(api.wbs.updateMany, { params, body: { items: ids.map((id) => ({ id, code: `M${value}` })) } }),
    remove: () => person.call(api.wbs.remove, { params: item }),
    removeMany: () => person.call(api.wbs.removeMany, { params, body: { ids: [...new Set([wbsId, otherId])] } }),
    indent: () => person.call(api.wbs.indent, { params: item }),
    outdent: () => (ids.includes(wbsId) ? person.call(api.wbs.down, { params: item }) : person.call(api.wbs.up, { params: item })),
    down: () => person.call(api.wbs.down, { params: item }),
    move: () => person.call(api.wbs.move, { params: item, body: { parent_id: top, index: value % 3 } }),
    copy: () => person.call(api.wbs.copy, { params, body: { ids: [wbsId], parent_id: top, after_id: null } }),
    dissolve: () => person.call(api.wbs.dissolve, { params: item }),
    relate: () => person.call(api.relations.create, { params, body: { predecessor_id: wbsId, successor_id: otherId, lag_minutes: value } }),
    constrain: () =>
      person.call(api.wbs.setConstraints, {
        params: item,
        body: { start_limit_type: 'not_earlier', start_limit_date: `2030-0${(value % 9) + 1}-11T08:00` },
      }),
    calculate: () =>
      person.call(api.timetable.calculateNow, { params, body: value % 2 ? { data_date: `203${value % 9}-01-01T08:00` } : {} }),
    auto: () => person.call(api.timetable.calculateNow, { params, body: { auto: true } }),
    selected: () => person.call(api.timetable.calculateNow, { params, body: { ids: [wbsId] } }),
    settings: () => person.call(api.timetable.saveSettings, { params, body: { critical_float_minutes: value } }),
    scenario: () => person.call(api.timetable.setScenario, { params, body: { ids: [wbsId], scenario: (value % 16) + 1 } }),
    target: () => person.call(api.versions.updateTargetDates, { params, body: value % 4 ? { version_id: version, ids } : { clear: true } }),
    estimate: () => person.call(api.versions.updateEstimatedData, { params, body: { items: [{ id: wbsId, remaining_minutes: value }] } }),
    accept: () => person.call(api.versions.acceptCuratorDates, { params, body: { result: value % 2 ? 'APPROVED' : 'DECLINED' } }),
    remains: () => person.call(api.versions.calculateRemains, { params, body: {} }),
    costs: () => person.call(api.versions.updateCosts, { params, body: {} }),
    undo: () => person.call(api.edits.undo, { params }),
    redo: () => person.call(api.edits.redo, { params }),
  };
  const { status, body } = await endpoints[does]();
  if (status >= 500) throw new Error(`${does} answered ${status}: ${JSON.stringify(body)}`);
}

/** What a calculation writes is the calculation's, whoever set it off. */
const CALCULATED = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'driving']);

/** The rows as people entered them. */
function entered(tables: Tables): Record<string, unknown[]> {
  return Object.fromEntries(
    VERSION_TABLE_NAMES.map((table) => [
      table,
      [...(tables.get(table)?.values() ?? [])]
        .map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !CALCULATED.has(field))))
        .sort((a, b) => Number(a['id']) - Number(b['id'])),
    ]),
  );
}

function applied(tables: Tables, diff: Diff): void {
  for (const [table, change] of Object.entries(diff) as [VersionTable, TableDiff][]) {
    const rows = tables.get(table) as Map<number, { id: number }>;
    for (const { id } of change.removed) rows.delete(id);
    for (const row of change.added) rows.set(row.id, structuredClone(row));
    for (const { id, after } of change.updated) if (rows.has(id)) rows.set(id, { ...(rows.get(id) as object), ...after } as { id: number });
  }
}

test('whatever one planner did beside another is undone to the last field, leaves the other’s work, and is restored, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const version = await anna.version(schedule);
      const [hers, his] = [await anna.item(version, { name: 'Hers' }), await anna.item(version, { name: 'His' })];
      for (const top of [hers, his]) for (const name of ['A', 'B', 'C']) await anna.item(version, { name }, top);
      const from = (await anna.ok(api.versions.get, { params: { id: version } })).revision;
      const expected = (await copyFrom(anna, version)).tables;
      for (const step of list) await act(step.mine ? anna : boris, version, step.mine ? hers : his, step);
      const { edits } = await anna.ok(api.edits.since, { params: { id: version }, query: { since: from } });
      for (const edit of edits) if (edit.author_id === boris.id) applied(expected, edit.diff as Diff);
      const end = (await copyFrom(anna, version)).tables;

      const { actions } = await anna.ok(api.edits.list, { params: { id: version } });
      const mine = actions.filter((one) => one.mine && one.revision > from && one.action !== 'timetable.auto' && one.undoes === null);
      if (!mine.length) return;
      if (list.length % 2) await world.restart();
      const oldest = mine.at(-1)?.revision;
      const { count } = await anna.ok(api.edits.undo, { params: { id: version }, body: { revision: oldest, through: true } });
      expect(count).toBe(mine.length);
      expect(entered((await copyFrom(anna, version)).tables)).toEqual(entered(expected));
      for (let step = 0; step < mine.length; step += 1) await anna.ok(api.edits.redo, { params: { id: version } });
      expect(entered((await copyFrom(anna, version)).tables)).toEqual(entered(end));
    }),
    { numRuns: Number(process.env['PROPERTY_CASES'] ?? 8), seed: 20260811, endOnFailure: true },
  );
}, 240_000);
