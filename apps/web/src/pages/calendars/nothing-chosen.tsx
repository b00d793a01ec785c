import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../ui/message-page.tsx';

/** Where no calendar is chosen. */
export function NothingChosen({ hint }: { hint: string }) {
  const { t } = useTranslation();
  return (
    <MessagePage icon={IconCalendar} title={t('calendars.title')}>
      <p>{hint}</p>
    </MessagePage>
  );
}
