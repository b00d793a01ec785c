import { type CalculationOptions, type CalculationStatus, formatMinute, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { readVersion } from '../edits/edits.service.ts';
import { optionsOf } from './timetable.plan.rules.ts';
import { findCalculation, type StoredCalculation } from './timetable.repository.ts';

/** State of the calculation of a version, its settings and its log. */
export async function readState(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, head, values }) => {
    const calculation = await findCalculation(db, key);
    return stateOf(
      head.calculation_status,
      head.data_date,
      optionsOf(await values('settings'), dataDateOf(head.data_date, context)),
      calculation,
    );
  });
}

function stateOf(status: CalculationStatus, dataDate: string | null, options: CalculationOptions, calculation: StoredCalculation | null) {
  return {
    status,
    data_date: dataDate,
    finish: calculation?.finish ?? null,
    calculated_at: calculation?.calculatedAt ?? null,
    input_revision: calculation?.inputRevision ?? null,
    hash: calculation?.hash ?? null,
    critical_count: calculation?.criticalCount ?? 0,
    issues: calculation?.issues ?? [],
    settings: {
      rules: options.rules,
      data_date: formatMinute(options.dataDate),
      progress_mode: options.progressMode,
      lag_calendar: options.lagCalendar,
      use_expected_finish: options.useExpectedFinish,
      float_type: options.floatType,
      open_ends_critical: options.openEndsCritical,
      critical_by: options.criticalBy,
      critical_float_minutes: options.criticalFloatMinutes,
      near_critical_float_minutes: options.nearCriticalFloatMinutes,
      progress_scenario: options.progressScenario,
      rate_of_progress: options.rateOfProgress,
      rate_of_fact: options.rateOfFact,
      progress_by: options.progressBy ?? null,
      external_relations: options.externalRelations,
      must_finish_by: options.mustFinishBy === null ? null : formatMinute(options.mustFinishBy),
    },
  };
}

/** The data date of a version, else the beginning of today. */
export function dataDateOf(kept: string | null, context: Pick<Context, 'today'>): number {
  if (kept !== null) return minuteAt(kept);
  return minuteAt(context.today);
}
