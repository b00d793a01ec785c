import type { TFunction } from 'i18next';
import { CALCULATION_STATUS, type CalculationStatus, VALIDITY, type Validity } from '@gantry/domain';

/** What a list knows of the calculation of a version. */
export type Calculated = { calculation_status: CalculationStatus; validity: Validity; left_out: readonly string[] };

/** Whether the calculation of a version is up to date but left something out. */
export const isPartial = ({ calculation_status: status, validity }: Calculated): boolean =>
  status === CALCULATION_STATUS.calculated && validity === VALIDITY.notValid;

/** The state of the calculation in a word or two; dates that do not hold are not called calculated. */
export const calculationText = (version: Calculated, t: TFunction): string =>
  t(isPartial(version) ? 'timetable.validity_0' : `versions.calculation_${version.calculation_status}`);

/** Whether the dates of a version hold, in words; where they do not, why. */
export function validityText({ calculation_status: status, validity, left_out: leftOut }: Calculated, t: TFunction): string {
  const name = t(`timetable.validity_${validity}`);
  if (validity === VALIDITY.valid) return name;
  const reasons = status === CALCULATION_STATUS.calculated ? leftOut.map((code) => t(code)) : [t(`versions.calculation_${status}`)];
  return t('ui.named', { name, text: reasons.join(', ') });
}
