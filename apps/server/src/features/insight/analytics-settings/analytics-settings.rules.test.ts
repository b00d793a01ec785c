import { type AnalyticsConventions, DEFAULT_CONVENTIONS } from '@gantry/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Baseline, waysOf } from './analytics-settings.rules.ts';

const someId = fc.integer({ min: 1, max: 6 });
const someConventions = fc
  .record({
    baseline: fc.oneof(fc.constantFrom('target' as const, 'own_target_dates' as const), someId),
    technique: fc.constantFrom('progress' as const, 'labour' as const),
  })
  .map((change): AnalyticsConventions => ({ ...DEFAULT_CONVENTIONS, ...change }));
const someBaselines = fc
  .array(fc.record({ schedule_id: someId, revision: someId, is_target: fc.boolean() }))
  .map((found): Baseline[] => found.map((one, index) => ({ ...one, id: index + 1 })));

test('each schedule is counted against the last version of its own that its conventions mean', () => {
  fc.assert(
    fc.property(fc.dictionary(someId.map(String), someConventions), someBaselines, (settings, baselines) => {
      const inEffect = new Map(Object.entries(settings).map(([id, conventions]) => [Number(id), conventions]));
      const ways = waysOf(inEffect, baselines);
      expect([...ways.keys()]).toEqual([...inEffect.keys()]);
      for (const [scheduleId, conventions] of inEffect) {
        const { baseline: wanted, technique, budget } = conventions;
        const meant = baselines.filter(
          (one) => one.schedule_id === scheduleId && (wanted === 'target' ? one.is_target : one.id === wanted),
        );
        const found = meant.at(-1);
        const against = found ? `${found.id}:${found.revision}:${budget}` : '';
        const key = technique === 'progress' && !found ? '' : `${technique} ${against}`;
        expect(ways.get(scheduleId)).toEqual({ conventions, baselineId: found?.id ?? null, key });
      }
    }),
  );
});

test('the versions of all schedules are looked at once, however many schedules there are', () => {
  const schedules = 200;
  let reads = 0;
  const baselines = Array.from({ length: schedules }, (_, index) => ({
    id: schedules + index,
    get schedule_id() {
      reads += 1;
      return index;
    },
    revision: 1,
    is_target: true,
  }));
  const inEffect = new Map(baselines.map((_, index) => [index, { ...DEFAULT_CONVENTIONS, baseline: 'target' as const }]));
  const ways = waysOf(inEffect, baselines);
  expect([...ways.values()].map(({ baselineId }) => baselineId)).toEqual(baselines.map(({ id }) => id));
  expect(reads).toBe(schedules);
});
