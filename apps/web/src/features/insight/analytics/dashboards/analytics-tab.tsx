import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDashboards } from '../../analytics-settings/analytics-settings.queries.ts';
import { AnalyticsPanel } from '../analytics-panel.tsx';
import type { AnalyticsPlace } from '../analytics.queries.ts';
import { ALL_WORKS, useKeptWorks } from '../works/analytics.works.store.ts';
import { useWorksHere, worksInAddress, WorksChoice } from '../works/narrowing.tsx';
import type { OpenVersion } from '../work-counts.tsx';
import { DashboardView } from './dashboard-view.tsx';
import classes from './dashboards.module.css';

type Props = {
  spaceId: number;
  place: AnalyticsPlace;
  /** The node whose dashboard is shown: of a version its schedule; null until it is known. */
  nodeId: number | null;
  revision?: number;
  version?: OpenVersion | null;
};

const USUAL = 'usual';

/** The tab Analytics of a place: the dashboard that is shown there, tile under tile, else what every place has. */
export function AnalyticsTab({ spaceId, place: whole, nodeId, revision, version = null }: Props) {
  const { t } = useTranslation();
  const { kept, keep } = useKeptWorks();
  const here = useWorksHere(spaceId, nodeId, kept[spaceId] ?? ALL_WORKS);
  const place = { ...whole, ...here.works };
  const boards = useDashboards(spaceId, nodeId === null ? '' : String(nodeId));
  const [chosen, setChosen] = useState<string | null>(null);
  // A figure that the address asks for leads to its works, which every place has.
  const shown = chosen ?? (version?.figure ? USUAL : null);
  const board = shown === USUAL ? null : (boards.items.find(({ id }) => String(id) === shown) ?? boards.shown);
  const dashboards: string = `/${spaceId}/analytics`;
  const printed = place.kind === 'version' ? `version-${place.id}` : String(place.id);
  const shared = { place, version, ...(revision === undefined ? {} : { revision }) };
  return (
    <>
      {boards.items.length > 0 && (
        <div className={classes.choice}>
          <Select
            size="xs"
            flex={1}
            aria-label={t('dashboard.board')}
            allowDeselect={false}
            value={board ? String(board.id) : USUAL}
            data={[
              { value: USUAL, label: t('dashboard.overview') },
              ...boards.items.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={setChosen}
          />
          {place.kind !== 'version' && (
            <Link to={dashboards} search={{ node: String(place.id), ...worksInAddress(here.works) }}>
              {t('dashboard.open')}
            </Link>
          )}
        </div>
      )}
      <div className={classes.works}>
        <WorksChoice {...here} onChange={(works) => keep(spaceId, works)} />
      </div>
      {here.waits ? null : board ? (
        <div className={classes.panel}>
          <DashboardView {...shared} spaceId={spaceId} tiles={board.content.tiles} stacked />
        </div>
      ) : (
        <AnalyticsPanel {...shared} nodeId={nodeId} printPath={`/${spaceId}/analytics/print/${printed}/a4`} />
      )}
    </>
  );
}
