import { expect, test } from 'vitest';
import { VARIANCE_REASONS } from './last-planner.ts';
import { nearestSettings, USUAL_RESOURCE_SETTINGS } from './resource-settings.ts';

test('of each setting the nearest node counts, and what nobody sets is as usual', () => {
  const space = { period: 'week' as const, timesheet_approval: 'two' as const };
  const project = { timesheet_approval: 'none' as const, thresholds: { near: 70, over: 120 } };
  expect(nearestSettings([])).toEqual({
    settings: USUAL_RESOURCE_SETTINGS,
    from: { columns: -1, period: -1, thresholds: -1, timesheet_approval: -1, reasons: -1 },
  });
  expect(nearestSettings([space, project, {}])).toEqual({
    settings: {
      columns: ['unit', 'total'],
      period: 'week',
      thresholds: { near: 70, over: 120 },
      timesheet_approval: 'none',
      reasons: VARIANCE_REASONS,
    },
    from: { columns: -1, period: 0, thresholds: 1, timesheet_approval: 1, reasons: -1 },
  });
});
