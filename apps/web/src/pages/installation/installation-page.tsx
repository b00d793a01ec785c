import { Button, Tabs } from '@mantine/core';
import { IconDoorExit, IconShieldLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PeoplePanel } from '../../features/access/installation/people-panel.tsx';
import { SpacePanel } from '../../features/access/installation/space-panel.tsx';
import { StatePanel } from '../../features/access/installation/state-panel.tsx';
import { LicensePanel } from '../../features/access/licenses/license-panel.tsx';
import { RemoteInstallationsPanel } from '../../features/operations/remote-spaces/remote-installations-panel.tsx';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import classes from './installation-page.module.css';

const TABS = ['spaces', 'people', 'licenses', 'remote', 'state'] as const;

/** Page of the administrators of the installation. */
export function InstallationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useWhoAmI();
  if (!me) return null;
  if (!me.administrator) {
    return (
      <MessagePage
        icon={IconShieldLock}
        title={t('installation.closed')}
        actions={<Button onClick={() => void navigate({ to: '/auth/select-space' })}>{t('error_page.choose_space')}</Button>}
      >
        <p>{t('error_page.contact')}</p>
      </MessagePage>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('installation.title')}</h1>
        <Button
          variant="subtle"
          leftSection={<IconDoorExit size={16} stroke={1.5} />}
          onClick={() => void navigate({ to: '/auth/select-space' })}
        >
          {t('error_page.choose_space')}
        </Button>
      </div>
      <Tabs defaultValue="spaces" keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`installation.tab_${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="spaces">
          <SpacePanel />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <PeoplePanel />
        </Tabs.Panel>
        <Tabs.Panel value="licenses">
          <LicensePanel spaceId={null} mayManage />
        </Tabs.Panel>
        <Tabs.Panel value="remote">
          <RemoteInstallationsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="state">
          <StatePanel />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
