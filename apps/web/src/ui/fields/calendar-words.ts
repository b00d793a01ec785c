import 'dayjs/locale/fr';
import 'dayjs/locale/ru';
import type { DatePickerProps } from '@mantine/dates';
import { useTranslation } from 'react-i18next';

/** The language of a calendar and the names of its buttons. */
export function useCalendarWords(): Pick<DatePickerProps, 'locale' | 'ariaLabels'> {
  const { t, i18n } = useTranslation();
  return {
    locale: i18n.language.slice(0, 2),
    ariaLabels: {
      nextMonth: t('ui.next_month'),
      previousMonth: t('ui.previous_month'),
      nextYear: t('ui.next_year'),
      previousYear: t('ui.previous_year'),
      monthLevelControl: t('ui.choose_month'),
      yearLevelControl: t('ui.choose_year'),
    },
  };
}
