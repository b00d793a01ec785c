import type { LitPlace } from '@gantry/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FigureValue, LightBadge } from '../../features/insight/scoreboard/scoreboard-badge.tsx';
import { reasonLink } from '../../ui/text/scores.ts';
import { useLights } from '../../features/insight/scoreboard/scoreboard.queries.ts';
import { SectionTitle } from '../../ui/text/text.tsx';
import classes from './home-page.module.css';

const SHOWN = 8;
const WORST = { act: 0, watch: 1, ok: 2, none: 3 } as const;

/** The projects that are to be acted upon or watched, the worst first, each with the figures that say why. */
export function Attention({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { data, isError } = useLights(spaceId, { of: 'project', limit: 50 });
  if (isError) return <p className={classes.where}>{t('analytics.not_loaded')}</p>;
  if (!data?.rows.length) return null;
  const needing = data.rows.filter(
    (row) => row.light === 'act' || row.light === 'watch' || row.cells.some(({ hidden_red }) => hidden_red > 0),
  );
  const dashboard: string = `/${spaceId}/analytics`;
  const board: string = `/${spaceId}/scoreboard`;
  const fine = data.total - needing.length;
  return (
    <section aria-label={t('home.attention')} className={classes.attention}>
      <SectionTitle size="large">{t('home.attention')}</SectionTitle>
      {needing.length === 0 && <p className={classes.where}>{t('home.all_on_plan', { count: data.total })}</p>}
      <ul className={classes.list}>
        {needing.slice(0, SHOWN).map((row) => (
          <Needing key={row.id} spaceId={spaceId} row={row} />
        ))}
      </ul>
      <p className={classes.where}>
        {needing.length > 0 && fine > 0 && `${t('home.others_on_plan', { count: fine })} `}
        <Link to={dashboard}>{t('home.to_dashboard')}</Link>
        {needing.length > SHOWN && (
          <>
            {' · '}
            <Link to={board}>{t('home.more_places', { count: needing.length - SHOWN })}</Link>
          </>
        )}
      </p>
    </section>
  );
}

function Needing({ spaceId, row }: { spaceId: number; row: LitPlace }) {
  const { t } = useTranslation();
  const reasons = row.cells.filter(({ light }) => light === 'act' || light === 'watch').toSorted((a, b) => WORST[a.light] - WORST[b.light]);
  const hidden = Math.max(0, ...row.cells.map(({ hidden_red }) => hidden_red));
  return (
    <li className={classes.needing}>
      <LightBadge light={row.light} />
      <span className={classes.text}>
        <Link {...reasonLink(spaceId, row)} className={classes.name}>
          <bdi>{row.name}</bdi>
        </Link>
        <span className={classes.where}>{row.path.join(' / ')}</span>
      </span>
      <span className={classes.reasons}>
        {reasons.map(({ figure, value, light }) => (
          <Link key={figure} {...reasonLink(spaceId, row, figure)} className={classes.reason} data-light={light}>
            {t(`scoreboard.figure_${figure}`)} <b>{<FigureValue figure={figure} value={value} />}</b>
          </Link>
        ))}
        {hidden > 0 && (
          <Link {...reasonLink(spaceId, row)} className={classes.reason} data-light="act">
            ■ {t('scoreboard.hidden_red', { count: hidden })}
          </Link>
        )}
      </span>
    </li>
  );
}
