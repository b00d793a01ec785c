import type { Period } from '../enumerations.ts';
import { VARIANCE_REASONS } from './last-planner.ts';
import type { TimesheetApproval } from '../reports/timesheets.ts';

/** Columns of the table of loads beside the name of the resource. */
export const RESOURCE_COLUMNS = ['kind', 'unit', 'limit', 'total', 'over_days'] as const;
export type ResourceColumn = (typeof RESOURCE_COLUMNS)[number];

/** Percent of a limit: from which on a load is near it, and above which it is beyond it. */
export type LoadThresholds = { near: number; over: number };

/** How the resources of a place are shown, when they carry too much, and who approves the hours of its people. */
export type ResourceSettings = {
  columns: readonly ResourceColumn[];
  period: Period;
  thresholds: LoadThresholds;
  timesheet_approval: TimesheetApproval;
  /** Why promises of a week are not kept: words of the product, or texts of the place. */
  reasons: readonly string[];
};
export type ResourceSetting = keyof ResourceSettings;

/** What holds where no node says otherwise. */
export const USUAL_RESOURCE_SETTINGS: ResourceSettings = {
  columns: ['unit', 'total'],
  period: 'month',
  thresholds: { near: 90, over: 100 },
  timesheet_approval: 'one',
  reasons: VARIANCE_REASONS,
};

export const RESOURCE_SETTINGS = Object.keys(USUAL_RESOURCE_SETTINGS) as ResourceSetting[];

/** What nodes set, the topmost first: of each setting the nearest counts. Answers also which of them that is; -1: none. */
export function nearestSettings(chain: readonly Partial<ResourceSettings>[]): {
  settings: ResourceSettings;
  from: Record<ResourceSetting, number>;
} {
  const from = (name: ResourceSetting): number => chain.findLastIndex((own) => own[name] !== undefined);
  return {
    settings: Object.assign({ ...USUAL_RESOURCE_SETTINGS }, ...chain) as ResourceSettings,
    from: {
      columns: from('columns'),
      period: from('period'),
      thresholds: from('thresholds'),
      timesheet_approval: from('timesheet_approval'),
      reasons: from('reasons'),
    },
  };
}
