import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../features/access/localization/language-picker.tsx';
import { spaceConfigQuery, useWhoAmI } from '../../features/access/users/users.queries.ts';
import { useTheme } from '../../ui/use-theme.ts';
import classes from './profile-page.module.css';

/** Who is signed in, and how the page looks to them. */
export function ProfilePage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const person = useWhoAmI();
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  const { dark, setDark } = useTheme();
  return (
    <div className={classes.page}>
      <section className={classes.part}>
        <h1 className={classes.title}>{t('profile.about')}</h1>
        <dl className={classes.facts}>
          <dt>{t('users.name')}</dt>
          <dd>{person && `${person.first_name} ${person.last_name}`}</dd>
          <dt>{t('users.login')}</dt>
          <dd>{person?.login}</dd>
          <dt>{t('users.email')}</dt>
          <dd>{person?.email}</dd>
          <dt>{t('users.role')}</dt>
          <dd>{config && t(`spaces.role_${config.role}`)}</dd>
        </dl>
        <p className={classes.note}>{t('profile.later')}</p>
      </section>
      <section className={classes.part}>
        <h1 className={classes.title}>{t('profile.look')}</h1>
        <LanguagePicker label />
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
      </section>
    </div>
  );
}
