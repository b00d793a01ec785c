import { Button } from '@mantine/core';
import { IconTableOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './directories-pane.module.css';

/** Shown over an empty directory. */
export function EmptyDirectory({ readOnly, onAdd }: { readOnly: boolean; onAdd(): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.over}>
      <MessagePage
        icon={IconTableOff}
        title={t('directory.empty')}
        actions={!readOnly && <Button onClick={onAdd}>{t('directory.add_row')}</Button>}
      >
        <p>{t('directory.empty_hint')}</p>
      </MessagePage>
    </div>
  );
}
