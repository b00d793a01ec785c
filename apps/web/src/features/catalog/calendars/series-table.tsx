import { type CalendarSeries, readDay, SERIES_REPEATS, writeDay } from '@gantry/domain';
import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { readHours, writeHours } from './calendars.model.ts';
import { Muted } from '../../../ui/text/text.tsx';
import classes from './series-table.module.css';
import { NumberField } from '../../../ui/fields/number-field.tsx';

type Props = { series: CalendarSeries[]; readOnly: boolean; onChange(series: CalendarSeries[]): void };

/** Days that differ from the week, one line a span or repetition. */
export function SeriesTable({ series, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  if (!series.length) return <Muted>{t('calendars.no_series')}</Muted>;
  const set = (at: number, change: Partial<CalendarSeries>): void =>
    onChange(series.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const repeats = SERIES_REPEATS.map((value) => ({ value, label: t(`calendars.repeat_${value}`) }));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {['name', 'from', 'to', 'repeat', 'every', 'until', 'hours'].map((column) => (
            <th key={column} data-column={column}>
              {t(`calendars.series_${column}`)}
            </th>
          ))}
          <th aria-label={t('ui.delete')} />
        </tr>
      </thead>
      <tbody>
        {series.map((one, at) => (
          <tr key={at}>
            <td>
              <TextInput
                size="xs"
                variant="unstyled"
                aria-label={t('calendars.series_name')}
                placeholder="–"
                value={one.name}
                readOnly={readOnly}
                onChange={(event) => set(at, { name: event.currentTarget.value })}
              />
            </td>
            <td>
              <DayInput
                label={t('calendars.series_from')}
                day={one.from}
                readOnly={readOnly}
                onChange={(from) => from && set(at, { from, to: movedEnd(one, from) })}
              />
            </td>
            <td>
              <DayInput
                label={t('calendars.series_to')}
                day={one.to}
                readOnly={readOnly}
                onChange={(to) => to && to >= one.from && set(at, { to })}
              />
            </td>
            <td>
              <Select
                size="xs"
                variant="unstyled"
                aria-label={t('calendars.series_repeat')}
                data={repeats}
                value={one.repeat}
                allowDeselect={false}
                readOnly={readOnly}
                onChange={(repeat) => set(at, { repeat: repeat as CalendarSeries['repeat'] })}
              />
            </td>
            <td>
              {one.repeat !== 'none' && (
                <NumberField
                  size="xs"
                  variant="unstyled"
                  aria-label={t('calendars.series_every')}
                  value={one.every}
                  min={1}
                  max={100}
                  whole
                  readOnly={readOnly}
                  onChange={(every) => every !== null && set(at, { every })}
                />
              )}
            </td>
            <td>
              {one.repeat !== 'none' && (
                <DayInput
                  label={t('calendars.series_until')}
                  day={one.until}
                  readOnly={readOnly}
                  onChange={(until) => set(at, { until })}
                />
              )}
            </td>
            <td>
              <SeriesHours series={one} readOnly={readOnly} onChange={(shifts) => set(at, { shifts })} />
            </td>
            <td>
              {!readOnly && (
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={t('calendars.remove_series', { name: one.name || one.from })}
                  onClick={() => onChange(series.filter((_unused, index) => index !== at))}
                >
                  <IconTrash size={14} stroke={1.5} />
                </ActionIcon>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A span keeps its length when its beginning moves. */
function movedEnd({ from, to }: CalendarSeries, next: string): string {
  const length = (readDay(to) as number) - (readDay(from) as number);
  return writeDay((readDay(next) as number) + length);
}

/** A day as a date; empty where none is meant. */
function DayInput({
  label,
  day,
  readOnly,
  onChange,
}: {
  label: string;
  day: string | null;
  readOnly: boolean;
  onChange(day: string | null): void;
}) {
  return (
    <DateField
      size="xs"
      variant="unstyled"
      aria-label={label}
      placeholder="–"
      value={day && `${day}T00:00`}
      readOnly={readOnly}
      onChange={(moment) => moment !== undefined && onChange(moment && moment.slice(0, 10))}
    />
  );
}

/** Hours of the days of a series; "as the week" takes them back. */
function SeriesHours({
  series,
  readOnly,
  onChange,
}: {
  series: CalendarSeries;
  readOnly: boolean;
  onChange(shifts: CalendarSeries['shifts']): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = series.shifts === null ? t('calendars.brush_week') : writeHours(series.shifts);
  const read = typed === null ? null : readHours(typed);
  return (
    <TextInput
      size="xs"
      variant="unstyled"
      aria-label={t('calendars.series_hours')}
      placeholder={t('calendars.look_off')}
      value={typed ?? shown}
      readOnly={readOnly}
      error={typed !== null && read === null}
      onFocus={() => !readOnly && setTyped(series.shifts === null ? '' : shown)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (read && typed !== shown && !(series.shifts === null && typed === '')) onChange(read);
        setTyped(null);
      }}
      autoComplete="off"
    />
  );
}
