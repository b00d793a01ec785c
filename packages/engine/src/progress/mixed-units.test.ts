import type { Plan } from '@gantry/domain';
import { expect, test } from 'vitest';
import { amountsByItem } from './plan-scenarios.ts';

const material = (id: number, unit: string) => ({
  id,
  code: '',
  name: '',
  kind: 'material',
  calendarId: null,
  limit: null,
  unit,
  pricePerUnit: null,
});
const on = (itemId: number, resourceId: number, more: object = {}) => ({
  itemId,
  resourceId,
  plannedUnits: 10,
  actualUnits: 4,
  plannedCost: 5,
  actualCost: 1,
  ...more,
});

test('materials of several units add up to no volume, unless one carries it; what they cost counts', () => {
  const resources = [material(1, 't'), material(2, 'm3'), material(3, 'T')];
  const assignments = [on(1, 1), on(1, 2), on(2, 1), on(2, 3), on(3, 1), on(3, 2, { carriesVolume: true })];
  const amounts = amountsByItem({ resources, assignments } as unknown as Plan);
  expect([1, 2, 3].map((id) => [amounts.get(id)?.volume, amounts.get(id)?.volumeFact, amounts.get(id)?.cost])).toEqual([
    [null, null, 10],
    [20, 8, 10],
    [10, 4, 10],
  ]);
});
