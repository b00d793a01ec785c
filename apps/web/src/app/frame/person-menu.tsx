import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconBook,
  IconCheck,
  IconDoorExit,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconServerCog,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../lib/person-name.ts';
import { endSession } from '../../features/access/auth/auth.session.store.ts';
import { chooseLanguageByHand, useLanguages } from '../../features/access/localization/localization.queries.ts';
import { GuideDialog } from '../../features/access/system/guide-dialog.tsx';
import { avatarAddress, useWhoAmI } from '../../features/access/users/users.queries.ts';
import { currentLanguage } from '../../lib/texts/i18n.ts';
import { LANGUAGE_NAMES } from '../../lib/languages.ts';
import { useTheme } from '../../ui/use-theme.ts';
import { KeyList } from '../key-list.tsx';
import classes from './person-menu.module.css';

/** The signed-in person: profile, language, theme, sign-out. */
export function PersonMenu({ spaceId, side = 'bottom-end' }: { spaceId?: number; side?: 'bottom-end' | 'right-end' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const person = useWhoAmI();
  const [guide, setGuide] = useState(false);
  const languages = useLanguages();
  const { dark, setDark } = useTheme();
  const picture = person ? avatarAddress(person) : null;
  const [missing, setMissing] = useState<string | null>(null);
  const shown = picture === missing ? null : picture;
  const name = person ? personName(person) : '';
  const signOut = async (): Promise<void> => {
    await endSession('logout');
    await navigate({ to: '/auth/login' });
  };
  const icon = { size: 16, stroke: 1.5 };
  return (
    <>
      <Menu position={side} width={240}>
        <Menu.Target>
          <UnstyledButton
            className={classes.person}
            aria-label={t('shell.person_menu', { name })}
            title={name}
            data-initials={shown ? undefined : initials(person?.first_name, person?.last_name)}
          >
            {shown && <img src={shown} alt="" className={classes.picture} onError={() => setMissing(shown)} />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <b>{name}</b>
            <span>{person?.email}</span>
          </div>
          {spaceId !== undefined && (
            <Menu.Item leftSection={<IconUser {...icon} />} onClick={() => void navigate({ to: `/${spaceId}/profile` })}>
              {t('profile.title')}
            </Menu.Item>
          )}
          {person?.administrator && (
            <Menu.Item leftSection={<IconServerCog {...icon} />} onClick={() => void navigate({ to: '/installation' })}>
              {t('installation.title')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={dark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
            closeMenuOnClick={false}
            onClick={() => setDark(!dark)}
          >
            {t(dark ? 'ui.light_theme' : 'ui.dark_theme')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBook {...icon} />} onClick={() => setGuide(true)}>
            {t('guide.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('localization.language')}</Menu.Label>
          {languages.map((language) => (
            <Menu.Item
              key={language}
              closeMenuOnClick={false}
              leftSection={language === currentLanguage() ? <IconCheck {...icon} /> : <IconLanguage {...icon} opacity={0} />}
              onClick={() => void chooseLanguageByHand(language)}
            >
              {LANGUAGE_NAMES[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {spaceId !== undefined && (
            <Menu.Item leftSection={<IconDoorExit {...icon} />} onClick={() => void navigate({ to: '/auth/select-space' })}>
              {t('shell.other_space')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void signOut()}>
            {t('auth.sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <GuideDialog opened={guide} onClose={() => setGuide(false)}>
        <KeyList />
      </GuideDialog>
    </>
  );
}

function initials(first = '', last = ''): string {
  return ((first[0] ?? '') + (last[0] ?? '')).toUpperCase() || '·';
}
