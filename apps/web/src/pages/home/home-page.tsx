import { Button } from '@mantine/core';
import { IconCalendarStats } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { calculationText, validityText } from '../../features/structure/eps/eps.validity.model.ts';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery, useLiveTree } from '../../features/structure/eps/eps.queries.ts';
import { NodeIcon } from '../../features/structure/eps/node-icon.tsx';
import { Promises } from './promises.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';
import { Attention } from './attention.tsx';
import { useDashboards } from '../../features/insight/analytics-settings/analytics-settings.queries.ts';
import { DashboardView } from '../../features/insight/analytics/dashboards/dashboard-view.tsx';
import { OwnActionItems } from '../../features/teamwork/action-items/own-action-items.tsx';
import { OwnWeek } from '../../features/teamwork/timesheets/own-week.tsx';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { formatInstant } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { SectionTitle } from '../../ui/text/text.tsx';
import classes from './home-page.module.css';

const SHOWN = 20;

/** Start page: what is red and why, what is likely to miss its promise, what others changed, the dashboard of all, own tasks and hours, and what was changed last. */
export function HomePage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { data, error } = useQuery(treeQuery(spaceId));
  useLiveTree(spaceId);
  const index = useMemo(() => (data ? indexTree(data) : null), [data]);
  if (error && !index)
    return <MessagePage icon={IconCalendarStats} title={t(isRefusal(error, 'auth.forbidden') ? 'auth.forbidden' : 'eps.not_loaded')} />;
  if (!index) return null;
  const versions = [...index.versions.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, SHOWN);
  const versionOf = (scheduleId: number): number | null => {
    const own = [...index.versions.values()].filter(({ schedule_id }) => schedule_id === scheduleId);
    const newest = own.toSorted((a, b) => b.id - a.id);
    return (own.find(({ kind }) => kind === 'actual') ?? newest.find(({ kind }) => kind !== 'target') ?? newest[0])?.id ?? null;
  };
  const structure: string = `/${spaceId}`;
  if (!versions.length) {
    return (
      <MessagePage
        icon={IconCalendarStats}
        title={t('home.none')}
        actions={<Button renderRoot={(props) => <Link to={structure} {...props} />}>{t('home.to_structure')}</Button>}
      >
        <p>{t('home.none_hint')}</p>
      </MessagePage>
    );
  }
  return (
    <section className={classes.page}>
      <Attention spaceId={spaceId} />
      <Promises spaceId={spaceId} index={index} />
      <SinceLastVisit spaceId={spaceId} />
      <Portfolio spaceId={spaceId} />
      <OwnActionItems spaceId={spaceId} versionOf={versionOf} />
      <OwnWeek spaceId={spaceId} />
      <div>
        <div className={classes.recent}>
          <SectionTitle order={1} size="large">
            {t('home.recent')}
          </SectionTitle>
          <Link to="/$spaceId/activities" params={{ spaceId: String(spaceId) }} className={classes.all}>
            {t('home.to_activities')}
          </Link>
        </div>
        <ul className={classes.list}>
          {versions.map((version) => {
            const to: string = `/${spaceId}/schedule/${version.id}`;
            return (
              <li key={version.id}>
                <Link to={to} className={classes.version}>
                  <NodeIcon kind={`version_${version.kind}`} />
                  <span className={classes.text}>
                    <b>{version.name}</b>
                    <span className={classes.where}>
                      {pathTo(index, version.schedule_id)
                        .map(({ name }) => name)
                        .join(' / ')}
                    </span>
                  </span>
                  <span className={classes.fact} title={validityText(version, t)}>
                    {calculationText(version, t)}
                  </span>
                  <span className={classes.fact}>
                    {t('ui.named', { name: t('versions.items'), text: formatCount(version.item_count) })}
                  </span>
                  <span className={classes.fact}>{formatInstant(version.updated_at)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** The dashboard that the person has chosen to see everywhere, of the whole space. */
function Portfolio({ spaceId }: { spaceId: number }) {
  const { shown } = useDashboards(spaceId, '');
  if (!shown) return null;
  return (
    <section className={classes.board} aria-label={shown.name}>
      <SectionTitle size="large">{shown.name}</SectionTitle>
      <DashboardView spaceId={spaceId} place={{ kind: 'space', id: spaceId }} tiles={shown.content.tiles} />
    </section>
  );
}
