import { fieldsOf, PLAN_TABLES, recordOf } from '@gantry/domain';
import { expect, test } from 'vitest';
import { forward, openHot } from './timetable.live.version.service.ts';

const ASSIGNMENTS = 2000;
const idAt = (at: number): number => 10 + 3 * at;
const changeOf = (id: number, plannedUnits: number) => ({ id, before: { plannedUnits: 0 }, after: { plannedUnits } });

test('changed assignments are found by their ids without a look at all of them', () => {
  const names = fieldsOf('assignment').map(({ name }) => name);
  let looks = 0;
  const assignment = Array.from({ length: ASSIGNMENTS }, (_, at) => {
    const row: unknown[] = names.map(() => null);
    return Object.defineProperty(row, 0, { get: () => ((looks += 1), idAt(at)) });
  });
  const hot = openHot({ ...recordOf(PLAN_TABLES, () => []), assignment }, 0, { limits: [], goneItems: [] });
  const updated = assignment.map((_, at) => changeOf(idAt(at), at));
  looks = 0;
  forward(hot, { assignment: { added: [], removed: [], updated } });
  expect(looks).toBeLessThan(ASSIGNMENTS * 20);
  expect(assignment.map((row) => row[names.indexOf('plannedUnits')])).toEqual(assignment.map((_, at) => at));
  for (const id of [idAt(0) - 1, idAt(0) + 1, idAt(ASSIGNMENTS)])
    expect(() => forward(hot, { assignment: { added: [], removed: [], updated: [changeOf(id, 1)] } })).toThrow(
      `assignment ${id} is not kept`,
    );
});
