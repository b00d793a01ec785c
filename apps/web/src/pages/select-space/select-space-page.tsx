import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SpaceList } from '../../features/access/spaces/space-list.tsx';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { readLastSpace } from '../../lib/storage/client-storage.ts';
import classes from './select-space-page.module.css';

/** The choice of a space. */
export function SelectSpacePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('spaces.choose')}</h1>
      <SpaceList lastUsed={readLastSpace(knownUserId())} onEnter={(id) => void navigate({ to: `/${id}` })} />
    </div>
  );
}
