import { minuteAt } from '@gantry/domain';
import { blankProject } from '@gantry/interchange';
import { expect, test } from 'vitest';
import { projectOf } from '../export/export.project.rules.ts';
import { contentOf } from './import.content.rules.ts';

test('all rates of a file are kept, the price of its data date is the price, and they go out again (fault F8)', () => {
  const dataDate = minuteAt('2025-03-03T00:00');
  const blank = blankProject('P', 'P', dataDate);
  const rates = [
    { from: minuteAt('2024-01-01T00:00'), prices: [10, null, null, null, null], maxUnitsPerHour: 2 },
    { from: minuteAt('2026-01-01T00:00'), prices: [30, null, null, null, null], maxUnitsPerHour: 1 },
  ];
  const resource = { id: 1, code: 'R', name: 'Crew', kind: 'labour' as const, calendarId: null, limit: 1, unit: 'h', pricePerUnit: 30 };
  const details = { sourceId: '1', parentSourceId: null, isRole: false, guid: null, rates };
  const content = contentOf({ ...blank, plan: { ...blank.plan, resources: [resource] }, resourceDetails: [details] });
  expect(content.resource).toMatchObject([{ pricePerUnit: 10, limit: 2, rates: [{ from: '2024-01-01T00:00', limit: 2 }, { limit: 1 }] }]);
  expect(projectOf(content as never, { name: 'P', dataDate }).resourceDetails[0].rates).toEqual(rates);
  const single = contentOf({
    ...blank,
    plan: { ...blank.plan, resources: [resource] },
    resourceDetails: [{ ...details, rates: [rates[1]] }],
  });
  expect(single.resource).toMatchObject([{ pricePerUnit: 30, rates: null }]);
});
