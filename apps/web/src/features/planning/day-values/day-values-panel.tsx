import type { Edited } from '@gantry/contract';
import { DATA_MODES, type DataMode, MONEY_MEASURES, RESOURCE_MEASURES, type ResourceMeasure } from '@gantry/domain';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal, localToday, monthNames } from '../../../lib/dates.ts';
import { formatNumber, moneyTitle, readTyped } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { daysOfMonth, isOpen, lateLine, monthAfter, monthOf, valuesOf, whyWithoutDays } from './day-values.model.ts';
import { warnOfLongDays, setDayValue, useDayValues } from './day-values.queries.ts';
import { DaysOwed } from './day-totals.tsx';
import { EditingPeriodButton } from './editing-period-dialog.tsx';
import classes from './day-values-panel.module.css';

type Props = {
  versionId: number;
  itemId: number;
  revision: number;
  /** The row's start, whose month is shown first. */
  start: string | null;
  /** Rows of some types have no values by days. */
  row: { type: number; name: string };
  /** Whether the person may write values of a mode. */
  mayWrite: Readonly<Record<DataMode, boolean>>;
  /** The schedule whose editing period the person may set; null without that right. */
  configurable: number | null;
  /** Takes in the change that an edit made. */
  onEdited(send: () => Promise<Edited>): void;
};

const dayText = (day: string): string => formatLocal(`${day}T00:00`);
const written = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** Planned, done and approved values of a row, day by day through a month. */
export function DayValuesPanel({ versionId, itemId, revision, start, row, mayWrite, configurable, onEdited }: Props) {
  const { t, i18n } = useTranslation();
  const { data } = useDayValues(versionId, itemId, revision);
  const [measure, setMeasure] = useState<ResourceMeasure>('volume');
  const [month, setMonth] = useState(() => monthOf(start, localToday()));
  if (!data) return null;
  const period = configurable !== null && <EditingPeriodButton scheduleId={configurable} versionId={versionId} />;
  const without = whyWithoutDays(row.type);
  if (without !== null && !data.series.length)
    return (
      <div className={classes.panel}>
        <div className={classes.head}>
          <Muted>{t(without, { name: row.name })}</Muted>
          {period}
        </div>
      </div>
    );
  const values = valuesOf(data.series, measure);
  const days = daysOfMonth(month);
  const late = data.late.filter((one) => one.measure === measure && (days.includes(one.of_day) || days.includes(one.day)));
  const held = measure === 'labour' ? data.held.filter(({ day }) => days.includes(day)) : [];
  const sum = (mode: DataMode, only?: readonly string[]): number =>
    [...values[mode]].reduce((all, [day, value]) => (only && !only.includes(day) ? all : all + value), 0);
  const set = (value: Parameters<typeof setDayValue>[2]): void =>
    onEdited(async () => {
      const done = await setDayValue(versionId, itemId, value);
      warnOfLongDays(done.long, t);
      return done;
    });
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <NativeSelect
          size="xs"
          aria-label={t('values.measure')}
          value={measure}
          data={RESOURCE_MEASURES.map((value) => {
            const label = t(`values.measure_${value}`);
            return { value, label: MONEY_MEASURES.has(value) ? moneyTitle(label) : label };
          })}
          onChange={(event) => setMeasure(event.currentTarget.value as ResourceMeasure)}
        />
        <IconButton size="sm" icon={IconChevronLeft} label={t('values.month_before')} onClick={() => setMonth(monthAfter(month, -1))} />
        <span className={classes.month}>{`${monthNames(i18n.language).long[month.month - 1]} ${month.year}`}</span>
        <IconButton size="sm" icon={IconChevronRight} label={t('values.month_after')} onClick={() => setMonth(monthAfter(month, 1))} />
        {period}
      </div>
      <DaysOwed versionId={versionId} itemId={itemId} revision={revision} measure={measure} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('values.day')}</th>
            {DATA_MODES.map((mode) => (
              <th key={mode} scope="col" className={classes.number}>
                {t(`values.mode_${mode}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{formatLocal(`${day}T00:00`)}</th>
              {DATA_MODES.map((mode) => (
                <td key={mode}>
                  <DayInput
                    key={`${itemId} ${measure} ${values[mode].get(day)}`}
                    label={`${t(`values.mode_${mode}`)}, ${formatLocal(`${day}T00:00`)}`}
                    value={values[mode].get(day) ?? null}
                    disabled={!mayWrite[mode] || !isOpen(data, mode, day) || (mode === 'fact' && held.some((one) => one.day === day))}
                    onCommit={(value) => set({ measure, mode, day, value })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[days, undefined].map((only, index) => (
            <tr key={index}>
              <th scope="row">{t(only ? 'values.of_month' : 'values.of_all')}</th>
              {DATA_MODES.map((mode) => (
                <td key={mode} className={classes.number}>
                  {written(sum(mode, only))}
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
      {late.length + held.length > 0 && (
        <ul className={classes.late}>
          {held.map(({ day, user_id: userId, name, hours }) => (
            <li key={`${day} ${userId}`}>{`${dayText(day)}: ${t('values.held', { name, hours: written(hours) })}`}</li>
          ))}
          {late.map((one, at) => (
            <li key={at}>
              {lateLine(one, { t: (key, values) => t(key, values ?? {}), number: written, date: dayText, moment: formatInstant })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A value of a day; empty = none. Committed by Enter or on leaving the field. */
function DayInput({
  label,
  value,
  disabled,
  onCommit,
}: {
  label: string;
  value: number | null;
  disabled: boolean;
  onCommit(value: number | null): void;
}) {
  const shown = value === null ? '' : written(value);
  const [text, setText] = useState(shown);
  const typed = text.trim() === '' ? null : readTyped(text);
  const isWrong = text.trim() !== '' && typed === null;
  const commit = () => {
    if (isWrong || text === shown) setText(shown);
    else if (typed !== value) onCommit(typed);
  };
  return (
    <TextInput
      size="xs"
      variant="unstyled"
      classNames={{ input: classes.input }}
      aria-label={label}
      inputMode="decimal"
      disabled={disabled}
      value={text}
      error={isWrong}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}
