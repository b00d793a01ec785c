import type { TimesheetLine } from '@gantry/contract';
import { Tooltip } from '@mantine/core';
import { IconCheck, IconClockHour4, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatLocal, localToday } from '../../../lib/dates.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { hoursText, readHours, typedText, type Worked, workedOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';

export type GridRow = { key: string; label: string; hint?: string };
/** What stands in a cell, and whether the person writes it. */
export type GridCell = { line: TimesheetLine | null; mayWrite: boolean };

type Props = {
  label: string;
  head: string;
  rows: readonly GridRow[];
  days: readonly string[];
  cellOf(row: string, day: string): GridCell;
  onSet(row: string, day: string, worked: Worked): void;
};

const MARKS = { submitted: IconClockHour4, approved: IconCheck, declined: IconX } as const;

/** Hours of a week, one row a person or a work: typed, gone through by arrows, summed by row and day. */
export function TimesheetGrid({ label, head, rows, days, cellOf, onSet }: Props) {
  const { t, i18n } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const today = localToday();
  const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const shortOf = (day: string): string => `${names.format(new Date(`${day}T00:00:00Z`))} ${formatLocal(`${day}T00:00`, 'DD.MM')}`;
  const linesOf = (row: string): TimesheetLine[] => days.flatMap((day) => cellOf(row, day).line ?? []);
  const all = rows.flatMap(({ key }) => linesOf(key));
  const move = (row: number, day: number): void =>
    table.current?.querySelector<HTMLInputElement>(`input[data-cell="${row}-${day}"]`)?.focus();
  return (
    <div className={classes.scroll}>
      <table ref={table} className={classes.grid} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                <span>{names.format(new Date(`${day}T00:00:00Z`))}</span> {formatLocal(`${day}T00:00`, 'DD.MM')}
              </th>
            ))}
            <th scope="col">{t('timesheets.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label: name, hint }, row) => (
            <tr key={key}>
              <th scope="row" title={hint ?? name}>
                <span className={classes.name}>{name}</span>
              </th>
              {days.map((day, at) => {
                const { line, mayWrite } = cellOf(key, day);
                return (
                  <td key={day} data-day={shortOf(day)} data-today={day === today || undefined} data-status={line?.status}>
                    <HoursCell
                      key={line ? `${line.id} ${line.minutes} ${line.overtime}` : 'none'}
                      place={`${row}-${at}`}
                      label={t('timesheets.cell', { who: name, day: formatLocal(`${day}T00:00`) })}
                      line={line}
                      mayWrite={mayWrite && day <= today}
                      onMove={(down, right) => move(row + down, at + right)}
                      onSet={(worked) => onSet(key, day, worked)}
                    />
                  </td>
                );
              })}
              <td className={classes.sum} data-day={t('timesheets.sum')}>
                {hoursText(workedOf(linesOf(key)))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('timesheets.sum')}</th>
            {days.map((day) => (
              <td key={day} className={classes.sum} data-day={shortOf(day)}>
                {hoursText(workedOf(all.filter((line) => line.day === day)))}
              </td>
            ))}
            <td className={classes.sum} data-day={t('timesheets.sum')}>
              {hoursText(workedOf(all))}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type CellProps = {
  place: string;
  label: string;
  line: TimesheetLine | null;
  mayWrite: boolean;
  onMove(down: number, right: number): void;
  onSet(worked: Worked): void;
};

function HoursCell({ place, label, line, mayWrite, onMove, onSet }: CellProps) {
  const { t } = useTranslation();
  const before = line ? typedText(line) : '';
  const [text, setText] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const commit = (): boolean => {
    if (text.trim() === before) return true;
    const worked = readHours(text);
    if (!worked) {
      showToast('error', t('timesheets.wrong'));
      setText(before);
      return false;
    }
    onSet(worked);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { selectionStart, value } = event.currentTarget;
    const steps: Record<string, [number, number] | undefined> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: selectionStart === 0 ? [0, -1] : undefined,
      ArrowRight: selectionStart === value.length ? [0, 1] : undefined,
    };
    if (event.key === 'Escape') setText(before);
    if (event.key === 'Enter' && commit()) onMove(event.shiftKey ? -1 : 1, 0);
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(...step);
  };
  /** The keyboard of numbers of a phone has no plus. */
  const addOvertime = (): void => {
    flushSync(() => setText(`${text.trim()}+`));
    field.current?.setSelectionRange(text.length + 1, text.length + 1);
  };
  const Mark = line && line.status !== 'draft' ? MARKS[line.status] : null;
  const input = (
    <span className={classes.cell}>
      <input
        ref={field}
        className={classes.hours}
        data-cell={place}
        inputMode="decimal"
        autoComplete="off"
        aria-label={line ? `${label}, ${stateOf(line, t)}` : label}
        readOnly={!mayWrite}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => {
          event.currentTarget.select();
          setOpen(mayWrite);
        }}
        onBlur={() => {
          setOpen(false);
          commit();
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && !text.includes('+') && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.overtime}
          // The cell keeps the focus, and with it the keyboard of the phone.
          onMouseDown={(event) => event.preventDefault()}
          onClick={addOvertime}
        >
          {t('timesheets.add_overtime')}
        </button>
      )}
      {Mark && <Mark size={12} stroke={2} aria-hidden />}
    </span>
  );
  return line ? <Tooltip label={describe(line, t)}>{input}</Tooltip> : input;
}

type Translate = ReturnType<typeof useTranslation>['t'];
const stateOf = ({ status, reason }: TimesheetLine, t: Translate): string => t(`timesheets.status_${status}`, { reason: reason ?? '' });

function describe(line: TimesheetLine, t: Translate): ReactNode {
  const parts = [
    stateOf(line, t),
    ...(line.status === 'submitted' && line.approvals ? [t('timesheets.first_of_two')] : []),
    ...(line.overtime ? [t('timesheets.overtime', { hours: hoursText(line.overtime) })] : []),
    ...(line.note ? [line.note] : []),
  ];
  return parts.join(' · ');
}
