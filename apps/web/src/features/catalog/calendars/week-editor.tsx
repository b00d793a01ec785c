import type { Shift } from '@gantry/domain';
import { minutesOfShifts } from '@gantry/domain';
import { TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { halfHoursOf, paintHours, readHours, writeHours } from './calendars.model.ts';
import classes from './week-editor.module.css';

type Props = { week: Shift[][]; readOnly: boolean; onChange(week: Shift[][]): void };

/** The week of a calendar: hours of each day, typed or painted on a strip of half hours. */
export function WeekEditor({ week, readOnly, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const names = Array.from({ length: 7 }, (_unused, index) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + index))),
  );
  const set = (day: number, shifts: Shift[]): void => onChange(week.map((before, index) => (index === day ? shifts : before)));
  return (
    <div className={classes.week}>
      <div className={classes.scale} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {week.map((shifts, day) => (
        <div key={names[day]} className={classes.row}>
          <span className={classes.name}>{names[day]}</span>
          <Strip shifts={shifts} readOnly={readOnly} onChange={(next) => set(day, next)} />
          <HoursInput label={names[day]} shifts={shifts} readOnly={readOnly} onChange={(next) => set(day, next)} />
          <span className={classes.sum}>
            {formatNumber(minutesOfShifts(shifts) / 60, { decimals: minutesOfShifts(shifts) % 60 ? 1 : 0 })}
          </span>
          {day < 6 && !readOnly ? (
            <IconButton
              icon={IconCopy}
              size="sm"
              variant="subtle"
              label={t('calendars.copy_below', { day: names[day] })}
              onClick={() =>
                onChange(week.map((before, index) => (index > day && index < 5 ? shifts : index === day + 1 ? shifts : before)))
              }
            />
          ) : (
            <span />
          )}
        </div>
      ))}
    </div>
  );
}

/** Half hours of a day to paint on; the text beside it is how a keyboard sets them. */
function Strip({ shifts, readOnly, onChange }: { shifts: Shift[]; readOnly: boolean; onChange(shifts: Shift[]): void }) {
  const strip = useRef<HTMLDivElement>(null);
  const held = useRef<{ from: number; on: boolean; before: Shift[] } | null>(null);
  const at = (x: number): number => {
    const box = strip.current?.getBoundingClientRect();
    return box ? Math.min(47, Math.max(0, Math.floor(((x - box.left) / box.width) * 48))) : 0;
  };
  return (
    <div
      ref={strip}
      aria-hidden
      className={classes.strip}
      data-readonly={readOnly || undefined}
      onPointerDown={(event) => {
        if (readOnly || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const half = at(event.clientX);
        held.current = { from: half, on: !halfHoursOf(shifts)[half], before: shifts };
        onChange(paintHours(shifts, half, half, held.current.on));
      }}
      onPointerMove={(event) => {
        const { current } = held;
        if (current) onChange(paintHours(current.before, current.from, at(event.clientX), current.on));
      }}
      onPointerUp={() => {
        held.current = null;
      }}
    >
      {shifts.map(({ start, finish }) => (
        <i key={start} style={{ left: `${(start / 1440) * 100}%`, width: `${((finish - start) / 1440) * 100}%` }} />
      ))}
    </div>
  );
}

/** Edits the hours of a day as text; unreadable input shows an error and is not applied. */
export function HoursInput({
  label,
  shifts,
  readOnly,
  onChange,
}: {
  label: string;
  shifts: readonly Shift[];
  readOnly: boolean;
  onChange(shifts: Shift[]): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && readHours(typed) === null;
  const take = (): void => {
    const read = typed === null ? null : readHours(typed);
    if (read) onChange(read);
    if (read || typed === null) setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      aria-label={t('calendars.hours_of', { day: label })}
      placeholder={t('calendars.look_off')}
      value={typed ?? writeHours(shifts)}
      readOnly={readOnly}
      error={wrong}
      title={wrong ? t('calendars.hours_form') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setTyped(null);
      }}
      autoComplete="off"
    />
  );
}
