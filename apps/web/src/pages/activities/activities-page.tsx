import type { Activity } from '@gantry/contract';
import { Button, Loader, Select, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff, IconHistory } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import {
  ACTIVITY_KINDS,
  type ActivityFilter,
  addressOf,
  filterOf,
  isNarrowed,
} from '../../features/planning/activities/activities.model.ts';
import { useActivities } from '../../features/planning/activities/activities.queries.ts';
import { headlineInWords } from '../../features/planning/edits/edits.words.model.ts';
import { usePlacesByName } from '../../features/structure/eps/eps.places.queries.ts';
import { formatInstant, INSTANT_FORMAT } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { personName } from '../../lib/person-name.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './activities-page.module.css';

const EVERYTHING = { node: null, author: null, kind: null, from: null, until: null };
/** Of a working day, where the calendar of a row is not at hand. */
const MINUTES_PER_DAY = 480;

/** What was done to the schedules of a space: who, when, what, and the way there. The address holds what is listed. */
export function ActivitiesPage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const navigate = useNavigate();
  const filter = filterOf(useSearch({ strict: false }));
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivities(spaceId, filter);
  const activities = data?.pages.flatMap((page) => page.activities) ?? [];
  const put = (change: Partial<ActivityFilter>): void =>
    void navigate({
      to: '/$spaceId/activities',
      params: { spaceId: String(spaceId) },
      search: addressOf({ ...filter, ...change }),
      replace: true,
    });
  return (
    <section className={classes.page}>
      <VisuallyHidden component="h1">{t('activities.title')}</VisuallyHidden>
      <Narrowing spaceId={spaceId} filter={filter} onPut={put} />
      <div className={classes.list} aria-busy={isPending}>
        {isPending && <Loader size="sm" className={classes.loading} />}
        {error && (
          <MessagePage icon={IconAlertTriangle} title={t('activities.not_loaded')}>
            <p>{refusalText(error, t)}</p>
          </MessagePage>
        )}
        {data && !activities.length && (
          <MessagePage
            icon={IconHistory}
            title={t(isNarrowed(filter) ? 'activities.none_found' : 'activities.none')}
            actions={isNarrowed(filter) && <Button onClick={() => put(EVERYTHING)}>{t('activities.everything')}</Button>}
          >
            <p>{t('activities.none_hint')}</p>
          </MessagePage>
        )}
        {activities.length > 0 && (
          <RecordTable
            label={t('activities.title')}
            heads={['at', 'author', 'what', 'where', 'rows'].map((head) => t(`activities.${head}`))}
          >
            {activities.map((activity) => (
              <ActivityLine key={activity.id} spaceId={spaceId} activity={activity} />
            ))}
          </RecordTable>
        )}
        {hasNextPage && (
          <Button mt="xs" variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activities.more')}
          </Button>
        )}
      </div>
    </section>
  );
}

function ActivityLine({ spaceId, activity }: { spaceId: number; activity: Activity }) {
  const { t } = useTranslation();
  const { about, row, version_id, name, undoes, redoes } = activity;
  const to: string = `/${spaceId}/schedule/${version_id}`;
  const action = t(`edit.${name}`);
  const words =
    about &&
    headlineInWords(about, {
      t,
      rowOf: (table, id) => (table === 'wbs' && row?.id === id ? row : null),
      minutesPerDay: () => MINUTES_PER_DAY,
    });
  return (
    <tr>
      <td data-tight>{formatInstant(activity.at, INSTANT_FORMAT)}</td>
      <td>{activity.author}</td>
      <td data-wrap>
        {undoes === null ? (redoes === null ? action : t('activities.restored', { action })) : t('activities.taken_back', { action })}
        {words && (
          <div className={classes.words}>
            {row ? (
              <Link to={to} search={{ target: String(row.id) }} title={t('activities.to_row')}>
                {words}
              </Link>
            ) : (
              words
            )}
          </div>
        )}
      </td>
      <td data-wrap className={classes.where}>
        <Link to={to} title={t('activities.to_version')}>
          {activity.schedule_name}
        </Link>
        <div className={classes.words}>{activity.version_name}</div>
      </td>
      <td data-tight data-quiet className={classes.rows}>
        {activity.rows > 0 && formatCount(activity.rows)}
      </td>
    </tr>
  );
}

type NarrowingProps = { spaceId: number; filter: ActivityFilter; onPut(change: Partial<ActivityFilter>): void };

/** What narrows the list, and its order. */
function Narrowing({ spaceId, filter, onPut }: NarrowingProps) {
  const { t } = useTranslation();
  const places = usePlacesByName(spaceId);
  const people = (useMembers(spaceId) ?? []).map((one) => ({ value: String(one.id), label: personName(one) }));
  // Hidden from assistive technology, as it is by default, it still takes the focus.
  const clear = { 'aria-hidden': false, 'aria-label': t('ui.clear') };
  const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
  const days = [
    { name: 'from', label: t('search.from') },
    { name: 'until', label: t('search.until') },
  ] as const;
  return (
    <Toolbar className={classes.tools} label={t('activities.tools')}>
      <Select
        size="xs"
        className={classes.place}
        clearable
        clearButtonProps={clear}
        searchable
        limit={100}
        aria-label={t('search.place')}
        placeholder={t('search.place')}
        nothingFoundMessage={t('search.no_place')}
        data={places}
        value={filter.node === null ? null : String(filter.node)}
        onChange={(value) => onPut({ node: idOf(value) })}
      />
      <Select
        size="xs"
        w={150}
        clearable
        clearButtonProps={clear}
        searchable
        aria-label={t('activities.author')}
        placeholder={t('activities.author')}
        data={people}
        value={filter.author === null ? null : String(filter.author)}
        onChange={(value) => onPut({ author: idOf(value) })}
      />
      <Select
        size="xs"
        w={116}
        clearable
        clearButtonProps={clear}
        aria-label={t('activities.what')}
        placeholder={t('activities.what')}
        data={ACTIVITY_KINDS.map((value) => ({ value, label: t(`activities.kind_${value}`) }))}
        value={filter.kind}
        onChange={(value) => onPut({ kind: ACTIVITY_KINDS.find((each) => each === value) ?? null })}
      />
      {days.map(({ name, label }) => (
        <DateField
          key={name}
          size="xs"
          w={110}
          aria-label={label}
          placeholder={label}
          value={filter[name] && `${filter[name]}T00:00`}
          onChange={(day) => onPut({ [name]: day?.slice(0, 10) ?? null })}
        />
      ))}
      <Select
        size="xs"
        w={150}
        allowDeselect={false}
        aria-label={t('activities.order')}
        data={['newest', 'oldest'].map((value) => ({ value, label: t(`activities.${value}`) }))}
        value={filter.oldestFirst ? 'oldest' : 'newest'}
        onChange={(value) => onPut({ oldestFirst: value === 'oldest' })}
      />
      <IconButton
        icon={IconFilterOff}
        label={t('activities.everything')}
        disabled={!isNarrowed(filter)}
        onClick={() => onPut(EVERYTHING)}
      />
    </Toolbar>
  );
}
