import type { TimesheetLine } from '@gantry/contract';
import { Anchor, Loader, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfter, localToday } from '../../../lib/dates.ts';
import { personName } from '../../../lib/person-name.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { TimesheetApproval } from './timesheet-approval.tsx';
import { TimesheetGrid } from './timesheet-grid.tsx';
import { daysOfWeek, linesToCopy, weekOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';
import { type TimesheetPlace, useTimesheet, useTimesheetActs } from './timesheets.queries.ts';
import { useDecisionToasts, useLineToasts } from './timesheets.toasts.queries.ts';
import { WeekActs } from './week-acts.tsx';
import { WeekSwitch } from './week-switch.tsx';

type Props = {
  spaceId: number;
  place: TimesheetPlace;
  me: { id: number; name: string } | null;
  mayReport: boolean;
};

const keyOf = ({ user_id }: Pick<TimesheetLine, 'user_id'>): string => String(user_id);

/** Hours of a work by person and day of a week: written down, submitted, approved. */
export function TimesheetPanel({ spaceId, place, me, mayReport }: Props) {
  const { t } = useTranslation();
  const [monday, setMonday] = useState(() => weekOf(localToday()));
  const days = daysOfWeek(monday);
  const { data, isPending, isError, refetch } = useTimesheet(spaceId, place, { from: monday, to: days[6] });
  const before = useTimesheet(spaceId, place, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) });
  const acts = useTimesheetActs(spaceId);
  const report = useLineToasts();
  const reportDecision = useDecisionToasts();
  const members = useMembers(spaceId);
  const [added, setAdded] = useState<number[]>([]);
  if (isError)
    return (
      <p className={classes.note}>
        {t('timesheets.not_loaded')}{' '}
        <Anchor component="button" onClick={() => void refetch()}>
          {t('comments.retry')}
        </Anchor>
      </p>
    );
  if (isPending) return <Loader size="sm" m={16} />;
  const { lines, counted_version_id, may_plan, managed } = data;
  const writesFor = (person: number): boolean => may_plan || person === me?.id || managed.includes(person);
  const here = counted_version_id === place.versionId;
  const writes = here && (mayReport || may_plan);
  const nameOf = new Map([
    ...(members ?? []).map((person) => [person.id, personName(person)] as const),
    ...lines.map(({ user_id, name }) => [user_id, name] as const),
    ...(me ? [[me.id, me.name] as const] : []),
  ]);
  const ids = [...new Set([...(writes && me ? [me.id] : []), ...lines.map(({ user_id }) => user_id), ...added])];
  const rows = ids.map((id) => ({ key: String(id), label: nameOf.get(id) ?? `#${id}` }));
  const lineOf = new Map(lines.map((line) => [`${line.user_id} ${line.day}`, line]));
  const send = (drafts: Parameters<typeof acts.save>[0]['lines'], submit = false): void =>
    void acts
      .save({ versionId: place.versionId, lines: drafts, submit })
      .then(report)
      .catch(() => undefined);
  const open = lines.filter((line) => line.acts.includes('submit'));
  const copy = (): void => {
    const found = linesToCopy(before.data?.lines ?? [], lines, keyOf).filter((line) => line.day <= localToday() && writesFor(line.user_id));
    if (!found.length) showToast('info', t('timesheets.copied_none'));
    else send(found.map((line) => ({ ...draftOf(line), item_id: place.itemId })));
  };
  const draftOf = ({ user_id, day, minutes, overtime, note }: TimesheetLine) => ({
    item_id: place.itemId,
    user_id,
    day,
    minutes,
    overtime,
    note,
  });
  return (
    <section className={classes.panel} aria-label={t('eps.tab_timesheets')}>
      <WeekSwitch monday={monday} onChange={setMonday} />
      {!here && <Muted>{t('timesheets.not_counted')}</Muted>}
      {rows.length === 0 && <Muted>{t('timesheets.none')}</Muted>}
      {rows.length > 0 && (
        <TimesheetGrid
          label={t('eps.tab_timesheets')}
          head={t('timesheets.who')}
          rows={rows}
          days={days}
          cellOf={(row, day) => {
            const line = lineOf.get(`${row} ${day}`) ?? null;
            return { line, mayWrite: writes && (line ? line.acts.includes('change') : writesFor(Number(row))) };
          }}
          onSet={(row, day, worked) =>
            send([{ item_id: place.itemId, user_id: Number(row), day, ...worked, note: lineOf.get(`${row} ${day}`)?.note ?? '' }])
          }
        />
      )}
      {writes && (
        <div className={classes.acts}>
          <WeekActs open={open.length} busy={acts.busy} onSubmit={() => send(open.map(draftOf), true)} onCopy={copy} />
          {(may_plan || managed.length > 0) && (
            <Select
              size="xs"
              w={200}
              searchable
              clearable
              aria-label={t('timesheets.add_person')}
              placeholder={t('timesheets.add_person')}
              value={null}
              data={[...nameOf].filter(([id]) => !ids.includes(id) && writesFor(id)).map(([id, label]) => ({ value: String(id), label }))}
              onChange={(id) => id !== null && setAdded([...added, Number(id)])}
            />
          )}
        </div>
      )}
      <TimesheetApproval
        lines={lines}
        onWithdraw={(line) => void acts.update({ versionId: place.versionId, id: line.id, submit: false }).catch(() => undefined)}
        onDecide={async (decided, reason) => {
          try {
            reportDecision(await acts.decide({ versionId: place.versionId, ids: decided, reason }));
            return true;
          } catch {
            return false;
          }
        }}
      />
    </section>
  );
}
