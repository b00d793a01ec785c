import { IconHourglass, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../ui/text/message-page.tsx';

/** Placeholder of a screen that is not built yet, with its purpose. */
export function NotYetPage({ screen, icon = IconHourglass }: { screen: string; icon?: Icon }) {
  const { t } = useTranslation();
  return (
    <MessagePage icon={icon} title={t(`not_yet.${screen}.title`)}>
      <p>{t(`not_yet.${screen}.purpose`)}</p>
      <p>{t('not_yet.message')}</p>
    </MessagePage>
  );
}
