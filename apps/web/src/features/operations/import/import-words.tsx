import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { hasText } from '../../../lib/texts/i18n.ts';
import { formatNumber } from '../../../lib/numbers.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
/** Words of closed lists are told by their texts. */
const WORDS: Record<string, string> = { type: 'item_type', status: 'status', startLimitType: 'limit', finishLimitType: 'limit' };

/** The name of a field of version content. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    if (field === 'durationMinutes' || field === 'remainingMinutes') return t(`import.field_${field}`);
    if (field.startsWith('day.')) return formatLocal(field.slice(4), DATE_FORMAT);
    const key = [`column.${field}`, `import.field_${field.replace('.', '_')}`].find(hasText);
    return key ? t(key) : field;
  };
}

/** A value of a field as people read it. */
export function useShownValue(): (field: string, value: unknown) => string {
  const { t } = useTranslation();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'import.yes' : 'import.no');
    if (typeof value === 'number') {
      if (field === 'progress') return `${formatNumber(value * 100, { decimals: 1 })} %`;
      return field.endsWith('Minutes')
        ? t('import.hours', { hours: formatNumber(value / 60, { decimals: 2 }) })
        : formatNumber(value, { decimals: 2 });
    }
    if (typeof value !== 'string') return JSON.stringify(value);
    if (MOMENT.test(value)) return formatLocal(value, DATE_TIME_FORMAT);
    const word = `${WORDS[field] ?? ''}.${value}`;
    return hasText(word) ? t(word) : value;
  };
}
