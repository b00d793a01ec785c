import { describe, expect, it } from 'vitest';
import { comparable, expectSame } from '../../testing/comparable.ts';
import type { Part } from '../../testing/comparable.ts';
import { hasTestData, realBytes, realFiles } from '../../testing/data.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import { readXer } from '../xer/read.ts';
import { readMspdi } from './read.ts';
import { writeMspdi } from './write.ts';

describe('writing MSPDI', () => {
  it('carries a plan of P6 as far as MS Project goes', async () => {
    const { project } = await readXer(Buffer.from(xerText(sampleTables())));
    const { bytes, findings } = writeMspdi(project!);
    expect(findings).toEqual([{ severity: 'warning', code: 'export.second_constraint_lost', value: 'A30' }]);
    const { project: again } = await readMspdi(bytes);
    const [before, after] = [project!.projects[0], again!.projects[0]];
    const names = (part: 'items'): unknown =>
      (comparable(after)[part] as { name: string; durationMinutes: number }[]).map(({ name, durationMinutes }) => [name, durationMinutes]);
    expect(names('items')).toEqual(before.plan.items.map(({ name, durationMinutes }) => [name, durationMinutes]));
    expect(after.plan.relations.map(({ type, lagMinutes }) => [type, lagMinutes]).sort()).toEqual(
      before.plan.relations.map(({ type, lagMinutes }) => [type, lagMinutes]).sort(),
    );
    expect(after.plan.calendars.map(({ week, exceptions }) => ({ week, exceptions }))).toEqual(
      before.plan.calendars.map(({ week, exceptions }) => ({ week, exceptions })),
    );
    expect(after.plan.items[5]).toMatchObject({
      startLimitType: 'not_earlier',
      finishLimitType: null,
      actualStart: before.plan.items[5].actualStart,
    });
    expect(after.notes[0].text).toBe('Wet & soft\nground');
    const named = new Map(after.attributes.map(({ id, name }) => [id, name]));
    expect(after.values.map(({ attributeId, value }) => [named.get(attributeId), value])).toEqual([
      ['Phase', 'Earth'],
      ['Crew', 'North'],
      ['Due', before.values.find(({ value }) => typeof value === 'number' && value > 1e6)!.value],
      ['Phase', 'Shell'],
      ['Area', 12.5],
    ]);
  });

  it.skipIf(!hasTestData).each(hasTestData ? realFiles('.mspdi.xml') : ['needs GANTRY_TEST_DATA'])(
    '%s comes back from its own form',
    async (name) => {
      const { project } = await readMspdi(realBytes(name));
      const { project: again, findings } = await readMspdi(writeMspdi({ ...project!, source: null }).bytes);
      expect(findings).toEqual([]);
      const parts: Part[] = ['items', 'relations', 'calendars', 'options', 'stored', 'details', 'notes'];
      expectSame(project!.projects[0], again!.projects[0], parts);
      expect(again!.projects[0].baselines).toEqual(project!.projects[0].baselines);
    },
  );
});
