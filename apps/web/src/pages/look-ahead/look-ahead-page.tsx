import { LOOK_AHEAD_WEEKS_LEAST, LOOK_AHEAD_WEEKS_MOST, LOOK_AHEAD_WEEKS_USUAL, type Readiness, READINESS } from '@gantry/domain';
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCalendarStats, IconX } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { AheadTable } from '../../features/teamwork/last-planner/ahead-table.tsx';
import { mondayOf } from '../../features/teamwork/last-planner/last-planner.model.ts';
import { useAhead, useLiveWeeks, type WeeksPlace } from '../../features/teamwork/last-planner/last-planner.queries.ts';
import { RoadblocksPanel } from '../../features/teamwork/last-planner/roadblocks-panel.tsx';
import { WeekPlan } from '../../features/teamwork/last-planner/week-plan.tsx';
import { WeekResults } from '../../features/teamwork/last-planner/week-results.tsx';
import { localToday } from '../../lib/dates.ts';
import { personName } from '../../lib/person-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { NoVersion } from '../schedule/frame/schedule-states.tsx';
import { useOpenVersion } from '../schedule/use-open-version.ts';
import classes from './look-ahead-page.module.css';

/** The near weeks of a version, or of the actual version of a schedule in the address. */
export function LookAheadPage() {
  const { spaceId: space, id } = useParams({ strict: false }) as { spaceId: string; id: string };
  const found = useOpenVersion(Number(space), Number(id), '/look-ahead');
  if (found.state === 'missing') return <NoVersion spaceId={Number(space)} scheduleId={found.scheduleId} />;
  return found.state === 'open' ? <OpenVersion key={found.id} spaceId={Number(space)} versionId={found.id} /> : null;
}

function OpenVersion({ spaceId, versionId }: { spaceId: number; versionId: number }) {
  const version = useVersion(versionId).data;
  return version ? <LookAhead place={{ spaceId, versionId, nodeId: version.schedule_id }} /> : <Skeleton h={300} m={16} />;
}

const VIEWS = ['ahead', 'plan', 'results'] as const;
type View = (typeof VIEWS)[number];
const WEEKS = Array.from({ length: LOOK_AHEAD_WEEKS_MOST - LOOK_AHEAD_WEEKS_LEAST + 1 }, (_, at) => String(LOOK_AHEAD_WEEKS_LEAST + at));

/** Works of the next weeks made ready, the plan of a week, and how promises were kept. */
function LookAhead({ place }: { place: WeeksPlace }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [kept, setKept] = useUiState<{ view: View; weeks: number }>(place.spaceId, 'schedule', 'look-ahead', {
    view: 'ahead',
    weeks: LOOK_AHEAD_WEEKS_USUAL,
  });
  const [only, setOnly] = useState<Readiness | 'all'>('all');
  const [chosen, setChosen] = useState<number | null>(null);
  const [week, setWeek] = useState(() => mondayOf(localToday()));
  useLiveWeeks(place);
  const { data, error } = useAhead(place, kept.weeks, null);
  const members = useMembers(place.spaceId);
  const people = (members ?? []).map((person) => ({ value: person.id, label: personName(person) }));
  const mayReport = useRightAt(place.spaceId, place.nodeId)('plan.report');
  const works = data?.works.filter(({ readiness }) => only === 'all' || readiness === only) ?? [];
  const labelOf = (value: Readiness | 'all'): string => {
    const label = t(`last_planner.only_${value}`);
    return data ? `${label} ${data.works.filter(({ readiness }) => value === 'all' || readiness === value).length}` : label;
  };
  const addressOf = (itemId: number): string => `/${place.spaceId}/schedule/${place.versionId}?target=${itemId}`;
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('last_planner.title')}</h1>
      <Toolbar className={classes.tools} label={t('last_planner.tools')}>
        <SegmentedControl
          size="xs"
          aria-label={t('last_planner.view')}
          value={kept.view}
          data={VIEWS.map((value) => ({ value, label: t(`last_planner.view_${value}`) }))}
          onChange={(view) => setKept({ ...kept, view })}
        />
        {kept.view === 'ahead' && (
          <>
            <NativeSelect
              size="xs"
              aria-label={t('last_planner.weeks')}
              value={String(kept.weeks)}
              data={WEEKS.map((value) => ({ value, label: t('last_planner.weeks_count', { count: Number(value) }) }))}
              onChange={({ currentTarget }) => setKept({ ...kept, weeks: Number(currentTarget.value) })}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('last_planner.readiness')}
              value={only}
              data={(['all', ...READINESS] as const).map((value) => ({ value, label: labelOf(value) }))}
              onChange={(value) => setOnly(value)}
            />
          </>
        )}
        <span className={classes.room} />
        <IconButton
          icon={IconX}
          label={t('last_planner.back')}
          onClick={() => void navigate({ to: `/${place.spaceId}/schedule/${place.versionId}` })}
        />
      </Toolbar>
      <div className={classes.main}>
        {kept.view === 'plan' && <WeekPlan place={place} week={week} onWeek={setWeek} />}
        {kept.view === 'results' && <WeekResults place={place} />}
        {kept.view === 'ahead' &&
          (error ? (
            <MessagePage icon={IconAlertTriangle} title={t('last_planner.not_loaded')}>
              <p>{refusalText(error, t)}</p>
            </MessagePage>
          ) : !data ? (
            <Skeleton h={300} />
          ) : !data.works.length ? (
            <MessagePage icon={IconCalendarStats} title={t('last_planner.none')}>
              <p>{t('last_planner.none_hint')}</p>
            </MessagePage>
          ) : (
            <div className={classes.parts} data-panel={chosen !== null || undefined}>
              <AheadTable
                weeks={data.weeks}
                works={works}
                total={only === 'all' ? data.total : works.length}
                chosen={chosen}
                addressOf={addressOf}
                onChoose={(itemId) => setChosen(chosen === itemId ? null : itemId)}
              />
              {chosen !== null && (
                <aside className={classes.aside}>
                  <h2 className={classes.asideTitle}>{data.works.find((work) => work.row_id === chosen)?.row_name}</h2>
                  <RoadblocksPanel key={chosen} place={place} itemId={chosen} people={people} mayReport={mayReport} />
                </aside>
              )}
            </div>
          ))}
      </div>
    </div>
  );
}
