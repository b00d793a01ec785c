import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLastVisit } from '../../features/access/preferences/preferences.queries.ts';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { MOST_SINCE, useActivitiesSince } from '../../features/planning/activities/activities.queries.ts';
import { formatInstant } from '../../lib/dates.ts';
import { SectionTitle } from '../../ui/text/text.tsx';
import { changesByVersion } from './home.model.ts';
import classes from './home-page.module.css';

const SHOWN = 8;
const NAMED = 3;

/** What others have changed since the person was here the time before, plan by plan. */
export function SinceLastVisit({ spaceId }: { spaceId: number }) {
  const since = useLastVisit(spaceId);
  return since === null ? null : <Changes spaceId={spaceId} since={since} />;
}

function Changes({ spaceId, since }: { spaceId: number; since: string }) {
  const { t } = useTranslation();
  const activities = useActivitiesSince(spaceId, since);
  if (!activities) return null;
  const changes = changesByVersion(activities, knownUserId());
  const title = t('home.since', { at: formatInstant(since) });
  return (
    <section aria-label={title} className={classes.attention}>
      <SectionTitle size="large">{title}</SectionTitle>
      {!changes.length && <p className={classes.where}>{t('home.since_none')}</p>}
      <ul className={classes.list}>
        {changes.slice(0, SHOWN).map(({ version_id, version_name, schedule_name, count, authors, last }) => {
          const to: string = `/${spaceId}/schedule/${version_id}`;
          return (
            <li key={version_id} className={classes.changed}>
              <span className={classes.text}>
                <Link to={to} className={classes.name}>
                  <bdi>{schedule_name}</bdi>
                </Link>
                <span className={classes.where}>{version_name}</span>
              </span>
              <span>
                <b>{t('home.changes', { count })}</b> <bdi>{authors.slice(0, NAMED).join(', ')}</bdi>
                {authors.length > NAMED && ` ${t('home.others', { count: authors.length - NAMED })}`}
              </span>
              <span className={classes.fact}>{formatInstant(last)}</span>
            </li>
          );
        })}
      </ul>
      <p className={classes.where}>
        {(changes.length > SHOWN || activities.length === MOST_SINCE) && `${t('home.since_more')} `}
        <Link to="/$spaceId/activities" params={{ spaceId: String(spaceId) }}>
          {t('home.to_activities')}
        </Link>
      </p>
    </section>
  );
}
