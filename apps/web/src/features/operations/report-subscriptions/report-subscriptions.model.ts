import { NARRATIVE_BY_MAIL, PRINT_BY_MAIL, type ReportSubscription } from '@gantry/contract';
import type { TFunction } from 'i18next';

/** What a report is called: a form of people as they named it, any other in the language of the page. */
export function titleOfReport({ report_id, report }: Pick<ReportSubscription, 'report_id' | 'report'>, t: TFunction): string {
  if (typeof report_id === 'number') return report;
  const isForm = report_id !== PRINT_BY_MAIL && report_id !== NARRATIVE_BY_MAIL;
  return t(`${isForm ? 'report_form.form' : 'report_subscription'}.${report_id}`);
}

/** The zone by whose clock a report goes, where that of the page is another one. */
export const foreignZone = ({ time_zone }: Pick<ReportSubscription, 'time_zone'>): string | null =>
  time_zone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? null : time_zone;
