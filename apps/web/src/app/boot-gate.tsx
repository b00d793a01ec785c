import { Button, Loader } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { systemStateQuery } from '../features/access/system/system.queries.ts';
import { readLanguage } from '../lib/storage/client-storage.ts';
import { switchLanguage } from '../lib/texts/i18n.ts';
import { chooseLanguage } from '../lib/languages.ts';
import { MessagePage } from '../ui/text/message-page.tsx';

/** Lets the page appear once the state of the installation is known and its language chosen. */
export function BootGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(systemStateQuery);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    if (!data) return;
    const language = chooseLanguage(readLanguage(), navigator.languages, data.allowed_langs);
    void switchLanguage(language).then(() => setReady(true));
  }, [data]);
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);

  if (ready) return children;
  if (error) {
    return (
      <MessagePage
        icon={IconPlugConnectedX}
        title={t('shell.unreachable')}
        actions={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('shell.try_again')}
          </Button>
        }
      >
        <p>{t('shell.unreachable_hint')}</p>
      </MessagePage>
    );
  }
  return <LateLoader />;
}

const SHOW_AFTER_MS = 150;

/** Shows a loader after a short delay. */
export function LateLoader() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <Loader size={24} />
    </div>
  ) : null;
}
