import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRiskPromises } from '../../features/insight/risk/risk.queries.ts';
import { LightBadge } from '../../features/insight/scoreboard/scoreboard-badge.tsx';
import { pathTo, type TreeIndex } from '../../features/structure/eps/eps.model.ts';
import { formatLocal } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { SectionTitle } from '../../ui/text/text.tsx';
import classes from './home-page.module.css';

const SHOWN = 8;
const LATE_DAYS = 10;

/** The finish that is kept in four of five simulated runs against the one that was promised, the latest schedules first. */
export function Promises({ spaceId, index }: { spaceId: number; index: TreeIndex }) {
  const { t } = useTranslation();
  const data = useRiskPromises(spaceId);
  if (!data?.length) return null;
  return (
    <section aria-label={t('home.promises')} className={classes.attention}>
      <SectionTitle size="large">{t('home.promises')}</SectionTitle>
      <p className={classes.where}>{t('home.promises_hint')}</p>
      <ul className={classes.list}>
        {data.slice(0, SHOWN).map(({ schedule_id, version_id, promised, planned, p80, gap_days: gap, outdated }) => {
          const path = pathTo(index, schedule_id).map(({ name }) => name);
          const to: string = `/${spaceId}/schedule/${version_id}`;
          return (
            <li key={schedule_id} className={classes.needing}>
              <LightBadge light={gap > LATE_DAYS ? 'act' : gap > 0 ? 'watch' : 'ok'} />
              <span className={classes.text}>
                <Link to={to} className={classes.name}>
                  <bdi>{path.at(-1)}</bdi>
                </Link>
                <span className={classes.where}>{path.slice(0, -1).join(' / ')}</span>
              </span>
              <span>
                {t(promised === null ? 'home.p80_planned' : 'home.p80_promised', {
                  p80: formatLocal(p80),
                  promised: formatLocal(promised ?? planned),
                })}{' '}
                <b>{t('home.days_gap', { days: gap > 0 ? `+${formatCount(gap)}` : formatCount(gap) })}</b>
                {outdated && <small className={classes.where}> {t('risk.outdated')}</small>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
