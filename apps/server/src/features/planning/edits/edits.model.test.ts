import { api } from '@gantry/contract';
import { type Diff, inverseOf, sizeOf } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyToCopy, copyFrom, type VersionCopy } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

/** A command with numbers that choose among the rows there are. */
type Command = { does: string; pick: number; other: number; value: number };

const commands = fc.array(
  fc.record({
    does: fc.constantFrom(
      'create',
      'create',
      'create',
      'update',
      'constrain',
      'status',
      'delete',
      'indent',
      'outdent',
      'up',
      'down',
      'move',
      'copy',
      'dissolve',
      'relate',
      'relate',
      'lag',
      'unrelate',
      'calculate',
      'settings',
    ),
    pick: fc.nat(1000),
    other: fc.nat(1000),
    value: fc.nat(1000),
  }),
  { minLength: 4, maxLength: 14 },
);

/** Carries out a command on the rows of the copy; commands that the rules refuse change nothing. */
async function act(version: number, copy: VersionCopy, { does, pick, other, value }: Command) {
  const ids = [...(copy.tables.get('wbs')?.keys() ?? [])];
  const relations = [...(copy.tables.get('relation')?.keys() ?? [])];
  const [wbsId, otherId] = [ids[pick % ids.length] ?? 0, ids[other % ids.length] ?? 0];
  const relationId = relations[pick % relations.length] ?? 0;
  const at = { id: version };
  const item = { id: version, wbsId };
  if (does === 'create')
    return anna.call(api.wbs.create, {
      params: at,
      body: {
        parent_id: value % 3 && wbsId ? wbsId : null,
        item: { name: `N${value}`, type: value % 7 === 0 ? 'milestone_start' : 'task' },
      },
    });
  if (does === 'calculate')
    return anna.call(api.timetable.calculateNow, { params: at, body: value % 2 ? { data_date: `203${value % 9}-01-01T08:00` } : {} });
  if (does === 'settings')
    return anna.call(api.timetable.saveSettings, {
      params: at,
      body: value % 2 ? { data_date: `202${value % 9}-03-01` } : { critical_float_minutes: value },
    });
  if (!wbsId) return null;
  if (does === 'update')
    return anna.call(api.wbs.update, {
      params: item,
      body: { name: `U${value}`, ...(value % 2 ? { duration_minutes: value * 10 } : { code: `C${value}` }) },
    });
  if (does === 'constrain')
    return anna.call(api.wbs.setConstraints, {
      params: item,
      body: { start_limit_type: 'not_earlier', start_limit_date: `2030-0${(value % 9) + 1}-11T08:00` },
    });
  if (does === 'status') return anna.call(api.wbs.update, { params: item, body: { progress: (value % 11) / 10 } });
  if (does === 'delete') return anna.call(api.wbs.remove, { params: item });
  if (does === 'move') return anna.call(api.wbs.move, { params: item, body: { parent_id: value % 2 ? otherId : null, index: value % 4 } });
  if (does === 'copy')
    return anna.call(api.wbs.copy, { params: at, body: { ids: [...new Set([wbsId, otherId])], parent_id: null, after_id: null } });
  if (does === 'dissolve') return anna.call(api.wbs.dissolve, { params: item });
  if (does === 'relate')
    return anna.call(api.relations.create, { params: at, body: { predecessor_id: wbsId, successor_id: otherId, lag_minutes: value } });
  if (does === 'lag' && relationId)
    return anna.call(api.relations.update, { params: { id: version, relationId }, body: { lag_minutes: value, type: 'ss' } });
  if (does === 'unrelate' && relationId) return anna.call(api.relations.remove, { params: { id: version, relationId } });
  const steps = { indent: api.wbs.indent, outdent: api.wbs.outdent, up: api.wbs.up, down: api.wbs.down } as const;
  return does in steps ? anna.call(steps[does as keyof typeof steps], { params: item }) : null;
}

const tablesOf = (copy: VersionCopy) => structuredClone(copy.tables);

test('after any commands: undone and restored, the same content; every Diff turns one copy into the next and back', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const version = await anna.version(schedule);
      const states: VersionCopy['tables'][] = [];
      let copy = await copyFrom(anna, version);
      let previous = copy.revision;
      for (const command of list) {
        const before = tablesOf(copy);
        const answer = await act(version, copy, command);
        if (answer && answer.status >= 500)
          throw new Error(`${JSON.stringify(command)} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        const { edits } = await anna.ok(api.edits.since, { params: { id: version }, query: { since: previous } });
        for (const edit of edits) applyToCopy(copy, edit);
        const truth = await copyFrom(anna, version);
        expect(copy).toEqual(truth);
        for (const edit of edits) {
          const back = { revision: 0, tables: tablesOf(truth) };
          applyToCopy(back, { ...edit, revision: 1, diff: inverseOf(edit.diff as Diff) });
          expect(back.tables).toEqual(before);
          expect(sizeOf(edit.diff as Diff)).toBeGreaterThan(0);
        }
        if (copy.revision > previous) states.push(before);
        previous = copy.revision;
      }
      const end = tablesOf(copy);
      for (let step = states.length - 1; step >= 0; step -= 1) {
        await anna.ok(api.edits.undo, { params: { id: version } });
        expect((await copyFrom(anna, version)).tables).toEqual(states[step]);
      }
      for (let step = 0; step < states.length; step += 1) await anna.ok(api.edits.redo, { params: { id: version } });
      copy = await copyFrom(anna, version);
      expect(copy.tables).toEqual(end);
      const [head] = await world.sql('select item_count from version where id = $1', [version]);
      expect(head['item_count']).toBe(copy.tables.get('wbs')?.size);
    }),
    { numRuns: Number(process.env['PROPERTY_CASES'] ?? 12), seed: 20250301, endOnFailure: true },
  );
}, 240_000);
