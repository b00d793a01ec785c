import type { EntryMeasure } from '@gantry/domain';
import type { TFunction } from 'i18next';

/** The unit in which a work is reported: hours have a word of their own in each language, quantities the unit that people gave them. */
export const unitText = ({ measure, unit }: { measure: EntryMeasure; unit: string }, t: TFunction): string =>
  measure === 'labour' ? t('ui.unit_hours') : unit;
