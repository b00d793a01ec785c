import { SegmentedControl, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TokenList } from '../../features/access/access-tokens/token-list.tsx';
import { SessionList } from '../../features/access/auth/session-list.tsx';
import { DelegationPanel } from '../../features/access/delegation/delegation-panel.tsx';
import { LanguagePicker } from '../../features/access/localization/language-picker.tsx';
import { NumberFormPicker } from '../../features/access/localization/number-form-picker.tsx';
import { ForgetButton } from '../../features/access/preferences/forget-button.tsx';
import { IdentityList } from '../../features/access/single-sign-on/identity-list.tsx';
import { useSystemState } from '../../features/access/system/system.queries.ts';
import { AvatarField } from '../../features/access/users/avatar-field.tsx';
import { PasswordForm } from '../../features/access/users/password-form.tsx';
import { ProfileForm } from '../../features/access/users/profile-form.tsx';
import { mySpacesQuery, spaceConfigQuery, useWhoAmI } from '../../features/access/users/users.queries.ts';
import { NoticeSettingsPanel } from '../../features/teamwork/notices/notice-settings-panel.tsx';
import { useTheme } from '../../ui/use-theme.ts';
import { SectionTitle } from '../../ui/text/text.tsx';
import classes from './profile-page.module.css';

const TABS = ['about', 'security', 'tokens', 'delegation', 'notices', 'look'] as const;

/** Who is signed in: their profile, where they are signed in, their keys, and how the page looks to them. */
export function ProfilePage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { data: spaces } = useQuery(mySpacesQuery);
  const otherWays = useSystemState()?.sign_in_methods.some((method) => method !== 'password');
  return (
    <Tabs defaultValue="about" className={classes.page} keepMounted={false}>
      <Tabs.List mb="lg">
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`profile.tab_${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="about" className={classes.narrow}>
        <About />
      </Tabs.Panel>
      <Tabs.Panel value="security" className={classes.parts}>
        <section>
          <SectionTitle order={1} size="large">
            {t('users.change_password')}
          </SectionTitle>
          <PasswordForm />
        </section>
        <section>
          <SectionTitle order={1} size="large">
            {t('auth.sessions')}
          </SectionTitle>
          <SessionList />
        </section>
        {otherWays && (
          <section>
            <SectionTitle order={1} size="large">
              {t('single_sign_on.title')}
            </SectionTitle>
            <IdentityList redirect={`/${spaceId}/profile`} />
          </section>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="tokens">
        <SectionTitle order={1} size="large">
          {t('tokens.title')}
        </SectionTitle>
        <TokenList spaces={spaces?.spaces ?? []} />
      </Tabs.Panel>
      <Tabs.Panel value="delegation">
        <SectionTitle order={1} size="large">
          {t('delegation.title')}
        </SectionTitle>
        <DelegationPanel spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="notices" className={classes.narrow}>
        <SectionTitle order={1} size="large">
          {t('notices.title')}
        </SectionTitle>
        <NoticeSettingsPanel spaceId={spaceId} />
      </Tabs.Panel>
      <Tabs.Panel value="look" className={classes.narrow}>
        <Look />
      </Tabs.Panel>
    </Tabs>
  );
}

function About() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const person = useWhoAmI();
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  if (!person) return null;
  return (
    <>
      <SectionTitle order={1} size="large">
        {t('profile.about')}
      </SectionTitle>
      <AvatarField person={person} />
      {config && (
        <p className={classes.note}>
          {t('ui.named', { name: t('users.role'), text: config.role_name ?? t(`spaces.role_${config.role}`) })}
        </p>
      )}
      <ProfileForm person={person} />
    </>
  );
}

function Look() {
  const { t } = useTranslation();
  const { dark, setDark } = useTheme();
  return (
    <>
      <SectionTitle order={1} size="large">
        {t('profile.look')}
      </SectionTitle>
      <LanguagePicker label />
      <NumberFormPicker />
      <p className={classes.label} id="theme-label">
        {t('profile.theme')}
      </p>
      <SegmentedControl
        aria-labelledby="theme-label"
        data={[
          { value: 'light', label: t('ui.light_theme') },
          { value: 'dark', label: t('ui.dark_theme') },
        ]}
        value={dark ? 'dark' : 'light'}
        onChange={(value) => setDark(value === 'dark')}
      />
      <p className={classes.label}>{t('profile.browser')}</p>
      <ForgetButton />
    </>
  );
}
