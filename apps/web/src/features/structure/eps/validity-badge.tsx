import { useTranslation } from 'react-i18next';
import { type Calculated, validityText } from './eps.validity.model.ts';

/** Whether the dates of a version hold, and why they do not. */
export function ValidityBadge({ version }: { version: Calculated }) {
  const { t } = useTranslation();
  return <span title={t('timetable.validity_hint')}>{validityText(version, t)}</span>;
}
