import type { SpaceRight } from '@gantry/domain';
import { Tabs } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditPanel } from '../../features/access/audit/audit-panel.tsx';
import { GrantPanel } from '../../features/access/grants/grant-panel.tsx';
import { PendingList } from '../../features/access/invitations/pending-list.tsx';
import { LicensePanel } from '../../features/access/licenses/license-panel.tsx';
import { RoleList } from '../../features/access/roles/role-list.tsx';
import { AddressRules } from '../../features/access/spaces/address-rules.tsx';
import { CurrencySetting } from '../../features/access/spaces/currency-setting.tsx';
import { LettersSetting } from '../../features/access/spaces/letters-setting.tsx';
import { FileTypes, StorageQuota } from '../../features/access/spaces/storage-quota.tsx';
import { MemberList } from '../../features/access/spaces/member-list.tsx';
import { SessionPanel } from '../../features/access/spaces/session-panel.tsx';
import { TimeZoneSetting } from '../../features/access/spaces/time-zone-setting.tsx';
import { spaceConfigQuery } from '../../features/access/users/users.queries.ts';
import { AiModelSetting } from '../../features/operations/ai/ai-model-setting.tsx';
import { BackupsPanel } from '../../features/operations/backups/backups-panel.tsx';
import { RemoteSpacesPanel } from '../../features/operations/remote-spaces/remote-spaces-panel.tsx';
import { DemoDataSetting } from '../../features/operations/demo-data/demo-data-setting.tsx';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { useNamedForm } from '../../ui/forms/open-form.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { SectionTitle } from '../../ui/text/text.tsx';
import classes from './admin-page.module.css';

/** Tabs of the administration, each with the right that opens it. */
const TABS: readonly { tab: string; right: SpaceRight }[] = [
  { tab: 'members', right: 'users.manage' },
  { tab: 'roles', right: 'roles.manage' },
  { tab: 'access', right: 'users.manage' },
  { tab: 'settings', right: 'space.manage' },
  { tab: 'backups', right: 'backups.manage' },
  { tab: 'licenses', right: 'space.manage' },
  { tab: 'sessions', right: 'users.manage' },
  { tab: 'audit', right: 'audit.read' },
];

/** The administration of a space: people, roles, access, audit. */
export function AdminPage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  const checkout = useNamedForm('checkout');
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    if (checkout) setChosen('licenses');
  }, [checkout]);
  if (!config) return null;
  const open = TABS.filter(({ right }) => config.rights.includes(right));
  if (!open.length) {
    return (
      <MessagePage icon={IconShieldLock} title={t('auth.forbidden')}>
        <p>{t('error_page.contact')}</p>
      </MessagePage>
    );
  }
  const tab = checkout ? 'licenses' : (chosen ?? open[0].tab);
  return (
    <Tabs value={tab} onChange={setChosen} className={classes.page} data-wide={tab === 'audit' || undefined} keepMounted={false}>
      <Tabs.List mb="lg">
        {open.map(({ tab: one }) => (
          <Tabs.Tab key={one} value={one}>
            {t(`admin.tab_${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="members">
        <SectionTitle order={1} size="large">
          {t('members.title')}
        </SectionTitle>
        <MemberList spaceId={spaceId} mayManage />
        <PendingList spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="roles">
        <SectionTitle order={1} size="large">
          {t('roles.title')}
        </SectionTitle>
        <RoleList spaceId={spaceId} mayManage />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <SectionTitle order={1} size="large">
          {t('grants.title')}
        </SectionTitle>
        <NodeAccess spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" className={classes.settings}>
        <SectionTitle order={1} size="large">
          {t('spaces.addresses')}
        </SectionTitle>
        <AddressRules spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('spaces.quota')}
        </SectionTitle>
        <StorageQuota spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('spaces.file_types')}
        </SectionTitle>
        <FileTypes spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('spaces.time_zone')}
        </SectionTitle>
        <TimeZoneSetting spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('spaces.currency')}
        </SectionTitle>
        <CurrencySetting spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('spaces.letters')}
        </SectionTitle>
        <LettersSetting spaceId={spaceId} />
        <AiModelSetting spaceId={spaceId} />
        <SectionTitle order={2} size="large">
          {t('demo_data.title')}
        </SectionTitle>
        <DemoDataSetting spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="backups">
        <SectionTitle order={1} size="large">
          {t('backup.title')}
        </SectionTitle>
        <BackupsPanel spaceId={spaceId} spaceName={config.space_name} mayRestore={config.rights.includes('space.delete')} />
        <RemoteSpacesPanel spaceId={spaceId} mayAllow={config.rights.includes('space.delete')} />
      </Tabs.Panel>
      <Tabs.Panel value="licenses">
        <SectionTitle order={1} size="large">
          {t('licenses.title')}
        </SectionTitle>
        <LicensePanel spaceId={spaceId} mayManage={config.rights.includes('licenses.manage')} />
      </Tabs.Panel>
      <Tabs.Panel value="sessions">
        <SectionTitle order={1} size="large">
          {t('sessions.title')}
        </SectionTitle>
        <SessionPanel spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="audit">
        <SectionTitle order={1} size="large">
          {t('audit.title')}
        </SectionTitle>
        <AuditPanel spaceId={spaceId} />
      </Tabs.Panel>
    </Tabs>
  );
}

function NodeAccess({ spaceId }: { spaceId: number }) {
  const { data } = useQuery(treeQuery(spaceId));
  const nodes = useMemo(() => {
    if (!data) return [];
    const index = indexTree(data);
    const path = (id: number): string =>
      pathTo(index, id)
        .map(({ name }) => name)
        .join(' / ');
    return [...index.nodes.values()].map(({ id }) => ({ id, path: path(id) })).sort((a, b) => a.path.localeCompare(b.path));
  }, [data]);
  return <GrantPanel spaceId={spaceId} nodes={nodes} mayManage />;
}
