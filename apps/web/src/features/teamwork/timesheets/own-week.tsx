import type { TimesheetLine } from '@gantry/contract';
import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAfter, localToday } from '../../../lib/dates.ts';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { TimesheetGrid } from './timesheet-grid.tsx';
import { daysOfWeek, linesToCopy, weekOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';
import { type LineDraft, type OwnWork, useOwnTimesheet, useTimesheetActs } from './timesheets.queries.ts';
import { useLineToasts } from './timesheets.toasts.queries.ts';
import { WeekActs } from './week-acts.tsx';
import { WeekSwitch } from './week-switch.tsx';

type Props = { spaceId: number };

const keyOf = ({ schedule_id, row_id, row_code }: Pick<TimesheetLine, 'schedule_id' | 'row_id' | 'row_code'>): string =>
  `${schedule_id} ${row_id ?? row_code}`;
const labelOf = ({ row_code, row_name }: Pick<TimesheetLine, 'row_code' | 'row_name'>): string => `${row_code} ${row_name}`.trim();

/** Works that run in a week by their dates. */
const runsIn = ({ start, finish }: OwnWork, from: string, to: string): boolean =>
  (start === null || start.slice(0, 10) <= to) && (finish === null || finish.slice(0, 10) >= from);

/** The person's hours of a week in all schedules; renders nothing for a person without works. */
export function OwnWeek({ spaceId }: Props) {
  const { t } = useTranslation();
  const [monday, setMonday] = useState(() => weekOf(localToday()));
  const [added, setAdded] = useState<string[]>([]);
  const days = daysOfWeek(monday);
  const { data } = useOwnTimesheet(spaceId, { from: monday, to: days[6] });
  const before = useOwnTimesheet(spaceId, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }).data;
  const acts = useTimesheetActs(spaceId);
  const report = useLineToasts();
  if (!data || (!data.works.length && !data.lines.length)) return null;
  const works = new Map(data.works.map((work) => [keyOf(work), work]));
  const running = data.works.filter((work) => runsIn(work, monday, days[6]));
  const rows = new Map<string, { key: string; label: string; hint: string }>();
  for (const one of [...running, ...data.lines, ...added.flatMap((key) => works.get(key) ?? [])]) {
    const schedule = works.get(keyOf(one))?.schedule_name ?? '';
    if (!rows.has(keyOf(one))) rows.set(keyOf(one), { key: keyOf(one), label: labelOf(one), hint: schedule });
  }
  const lineOf = new Map(data.lines.map((line) => [`${keyOf(line)} ${line.day}`, line]));
  const send = (drafts: readonly (LineDraft & { key: string })[], submit = false): void => {
    const known = drafts.flatMap(({ key, ...draft }) => {
      const work = works.get(key);
      return work ? [{ versionId: work.version_id, draft }] : [];
    });
    for (const [versionId, own] of Map.groupBy(known, (one) => one.versionId))
      void acts
        .save({ versionId, lines: own.map(({ draft }) => draft), submit })
        .then(report)
        .catch(() => undefined);
  };
  const draftOf = (line: TimesheetLine): LineDraft & { key: string } => {
    const { day, minutes, overtime, note, row_id } = line;
    return { key: keyOf(line), item_id: row_id ?? 0, day, minutes, overtime, note };
  };
  const open = data.lines.filter((line) => line.acts.includes('submit') && works.has(keyOf(line)));
  const copy = (): void => {
    const found = linesToCopy(before?.lines ?? [], data.lines, keyOf).filter(({ day }) => day <= localToday());
    if (!found.length) showToast('info', t('timesheets.copied_none'));
    else send(found.map(draftOf));
  };
  const others = data.works.filter((work) => !rows.has(keyOf(work)));
  return (
    <section className={classes.own} aria-label={t('timesheets.own')}>
      <div className={classes.acts}>
        <SectionTitle order={1} size="large">
          {t('timesheets.own')}
        </SectionTitle>
        <WeekSwitch monday={monday} onChange={setMonday} />
        <Anchor href={`/${spaceId}/field`}>{t('field.open')}</Anchor>
      </div>
      <TimesheetGrid
        label={t('timesheets.own')}
        head={t('timesheets.work')}
        rows={[...rows.values()]}
        days={days}
        cellOf={(row, day) => {
          const line = lineOf.get(`${row} ${day}`) ?? null;
          return { line, mayWrite: works.has(row) && (line ? line.acts.includes('change') : true) };
        }}
        onSet={(row, day, worked) => {
          const work = works.get(row);
          if (work) send([{ key: row, item_id: work.row_id, day, ...worked, note: lineOf.get(`${row} ${day}`)?.note ?? '' }]);
        }}
      />
      <div className={classes.acts}>
        <WeekActs open={open.length} busy={acts.busy} onSubmit={() => send(open.map(draftOf), true)} onCopy={copy} />
        {others.length > 0 && (
          <Select
            size="xs"
            w={240}
            searchable
            aria-label={t('timesheets.add_work')}
            placeholder={t('timesheets.add_work')}
            value={null}
            data={others.map((work) => ({ value: keyOf(work), label: `${labelOf(work)} · ${work.schedule_name}` }))}
            onChange={(key) => key !== null && setAdded([...added, key])}
          />
        )}
        {data.more && <span className={classes.note}>{t('timesheets.more_works', { count: data.works.length })}</span>}
      </div>
    </section>
  );
}
