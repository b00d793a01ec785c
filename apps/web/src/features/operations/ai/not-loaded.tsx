import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What could not be loaded, and the way to ask for it again. */
export function NotLoaded({ text, onRetry }: { text: string; onRetry(): unknown }) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="var(--gantry-error)" title={text}>
      <Button size="xs" variant="default" onClick={() => void onRetry()}>
        {t('shell.try_again')}
      </Button>
    </Alert>
  );
}
