import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from '../timetable/calculate.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';
import type { DrawnHealth } from './testing/drawn-health.ts';

const POOL = new Map();

/** Works in layers: each waits for one or two of the layer before it, so that no relation says what others say. */
type Layers = { days: number; after: number[] }[][];

const layers: fc.Arbitrary<Layers> = fc.array(
  fc.array(fc.record({ days: fc.integer({ min: 1, max: 9 }), after: fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 2, maxLength: 4 },
);

/** The layers as a chart that is sound: whatever nothing waits for is waited for by the last milestone. */
function soundChart(sketch: Layers): { lines: string[]; works: string[] } {
  const names = sketch.map((layer, at) => layer.map((_, i) => `W${at}${i}`));
  const waited = new Set<string>();
  const lines = sketch.flatMap((layer, at) =>
    layer.map(({ days, after }, i) => {
      const before = at === 0 ? ['S'] : [...new Set(after.map((pick) => names[at - 1][pick % names[at - 1].length]))];
      for (const name of before) waited.add(name);
      return `${names[at][i]} ${days}d ${before.join(' ')}`;
    }),
  );
  const works = names.flat();
  const ends = works.filter((name) => !waited.has(name));
  return { lines: ['S 0d ms', ...lines, `F 0d mf ${ends.join(' ')}`], works };
}

/** Checks that look at the structure and the rows; shares are counted against none, so that one defect is enough. */
const CHECKS: HealthCheckId[] = [
  'missing_logic',
  'leads',
  'lags',
  'hard_constraints',
  'negative_float',
  'invalid_dates',
  'missing_resources',
  'dangling_starts',
  'dangling_finishes',
  'summary_logic',
  'redundant_relations',
  'rings',
  'out_of_sequence',
  'duplicate_names',
  'missing_calendar',
  'missing_volume',
  'missing_cost',
  'stale_limits',
  'milestone_durations',
];

function found(health: DrawnHealth): string {
  const thresholds = Object.fromEntries(CHECKS.map((check) => [check, { limit: 0 }]));
  const result = calculate(health.plan, POOL);
  return findingsOf({ ...health, options: { ...health.options, thresholds, result } }, CHECKS);
}

test('a sound network of any form has no finding', () => {
  fc.assert(
    fc.property(layers, (sketch) => {
      expect(found(healthPlan(soundChart(sketch).lines.join('\n')))).toBe('');
    }),
    propertyRun('sound networks'),
  );
});

describe('one defect in a sound network of any form', () => {
  type Spoil = (health: DrawnHealth, work: number, relation: number) => string;
  const itemAt = ({ plan }: DrawnHealth, pick: number) => {
    const works = plan.items.filter((item) => item.type === 'work');
    return works[pick % works.length];
  };
  const relationAt = ({ plan }: DrawnHealth, pick: number) => {
    const relation = plan.relations[pick % plan.relations.length];
    const codes = [relation.predecessorId, relation.successorId].map((id) => plan.items.find((item) => item.id === id)!.code);
    return { relation, from: codes[0], to: codes[1] };
  };

  const defects: Record<string, Spoil> = {
    'a lag': (health, _work, pick) => {
      const { relation, from, to } = relationAt(health, pick);
      relation.lagMinutes = 60;
      return `lags 1 of ${health.plan.relations.length}: ${to} (${from}>${to})`;
    },
    'a lead of a minute': (health, _work, pick) => {
      const { relation, from, to } = relationAt(health, pick);
      relation.lagMinutes = -1;
      return `leads 1: ${to} (${from}>${to}), set_lag ${from}>${to} 0`;
    },
    'the same relation twice': (health, _work, pick) => {
      const { relation, from, to } = relationAt(health, pick);
      health.plan.relations.push({ ...relation, id: 900 });
      return `redundant_relations 1 of ${health.plan.relations.length}: ${to} (${from}>${to}), remove_relation ${from}>${to}`;
    },
    'a limit that holds nothing back': (health, work) => {
      const item = itemAt(health, work);
      Object.assign(item, { finishLimitType: 'not_later', finishLimitDate: health.plan.options.dataDate + 1e6 });
      return `hard_constraints 1 of ${health.plan.items.length}: ${item.code}, set_limit ${item.code} finish not_earlier`;
    },
    'a limit of the past': (health, work) => {
      const item = itemAt(health, work);
      Object.assign(item, { startLimitType: 'not_earlier', startLimitDate: health.plan.options.dataDate - 1 });
      return `stale_limits 1: ${item.code}, set_limit ${item.code} start null`;
    },
    'a work that nobody does': (health, work) => {
      const item = itemAt(health, work);
      const count = health.plan.assignments.length;
      health.plan.assignments = health.plan.assignments.filter((one) => one.itemId !== item.id);
      return `missing_resources 1 of ${count}: ${item.code}`;
    },
    'a name that another has': (health, work) => {
      const [one, other] = [itemAt(health, work), health.plan.items.at(-1)!];
      one.name = other.name;
      return `duplicate_names 2: ${one.code} ${other.code}`;
    },
    'no volume': (health, work) => {
      const item = itemAt(health, work);
      health.options.amounts = new Map(health.options.amounts).set(item.id, { volume: null, labour: 1, cost: 1 });
      return `missing_volume 1 of ${health.plan.assignments.length}: ${item.code}`;
    },
    'no calendar': (health, work) => {
      const item = itemAt(health, work);
      item.calendarId = null;
      return `missing_calendar 1: ${item.code}, set_calendar ${item.code} five`;
    },
    'a milestone with a duration': (health, work) => {
      const item = health.plan.items[work % 2 === 0 ? 0 : health.plan.items.length - 1];
      item.durationMinutes = 60;
      return `milestone_durations 1: ${item.code}, set_duration ${item.code} 0`;
    },
    'a work that nothing hangs on': (health) => {
      health.plan.items.push({ ...itemAt(health, 0), id: 800, code: 'X', name: 'X' });
      health.plan.assignments.push({ ...health.plan.assignments[0], id: 801, itemId: 800 });
      health.plan.resources[0].limit! += 1;
      health.options.amounts = new Map(health.options.amounts).set(800, { volume: 1, labour: 1, cost: 1 });
      return `missing_logic 1 of ${health.plan.items.length}: X, add_relation X>F fs`;
    },
    'a start in the future': (health) => {
      const item = health.plan.items[0];
      Object.assign(item, { status: 'in_progress', actualStart: health.plan.options.dataDate + 1 });
      return 'invalid_dates 1: S, set_actual S start null';
    },
  };

  test('is found where it is, and nothing else is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(defects)), layers, fc.nat(99), fc.nat(99), (name, sketch, work, relation) => {
        const health = healthPlan(soundChart(sketch).lines.join('\n'));
        const expected = defects[name](health, work, relation);
        expect(found(health)).toBe(expected);
      }),
      propertyRun('one defect'),
    );
  });
});

test('every finding names rows and relations that are there, and a value that fits them', () => {
  fc.assert(
    fc.property(layers, fc.array(fc.tuple(fc.nat(9), fc.constantFrom('leads', 'lags', 'limit')), { maxLength: 6 }), (sketch, spoils) => {
      const { plan, options } = healthPlan(soundChart(sketch).lines.join('\n'));
      for (const [pick, kind] of spoils) {
        if (kind === 'limit')
          Object.assign(plan.items[pick % plan.items.length], { startLimitType: 'in_date', startLimitDate: plan.options.dataDate });
        else plan.relations[pick % plan.relations.length].lagMinutes = kind === 'lags' ? 480 : -480;
      }
      const findings = checkHealth(plan, { ...options, result: calculate(plan, POOL), checks: CHECKS });
      for (const { unit, value, population, itemIds, relationIds, fixes } of findings) {
        if (value === null) continue;
        for (const id of itemIds) expect(plan.items.some((item) => item.id === id)).toBe(true);
        for (const id of relationIds) expect(plan.relations.some((one) => one.id === id)).toBe(true);
        expect(new Set(itemIds).size).toBe(itemIds.length);
        if (unit === 'share') expect([value >= 0, value <= 1, population > 0]).toEqual([true, true, true]);
        expect(fixes.length).toBeLessThanOrEqual(2 * (itemIds.length + relationIds.length));
      }
    }),
    propertyRun('findings fit the plan'),
  );
});
