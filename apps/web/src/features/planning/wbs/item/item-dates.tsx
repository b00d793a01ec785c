import { LIMIT_TYPES, type LimitType, type WbsRow } from '@gantry/domain';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../../lib/numbers.ts';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { KeptInput } from '../../../../ui/fields/kept-input.tsx';
import classes from './item-info.module.css';

type Fields = Partial<WbsRow>;

type Props = {
  /** The row as it stands. */
  row: Pick<
    WbsRow,
    | 'calendarId'
    | 'start'
    | 'finish'
    | 'startLimitType'
    | 'startLimitDate'
    | 'finishLimitType'
    | 'finishLimitDate'
    | 'actualStart'
    | 'actualFinish'
    | 'expectedFinish'
    | 'remainingMinutes'
  >;
  calendars: { value: string; label: string }[];
  minutesPerDay: number;
  readOnly: boolean;
  onChange(fields: Fields): void;
};

/** Limits, calendar, actual and expected dates and what is left of a task, to be read and to be set. */
export function ItemDates({ row, calendars, minutesPerDay, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  const date = (name: 'actualStart' | 'actualFinish' | 'expectedFinish') => (
    <>
      <dt>{t(`column.${name}`)}</dt>
      <dd>
        <DateField
          size="xs"
          variant="unstyled"
          withTime
          aria-label={t(`column.${name}`)}
          placeholder="–"
          readOnly={readOnly}
          value={row[name]}
          onChange={(value) => value !== undefined && onChange({ [name]: value })}
        />
      </dd>
    </>
  );
  const limit = (end: 'start' | 'finish') => {
    const [type, at] = [row[`${end}LimitType`], row[`${end}LimitDate`]];
    const set = (kind: LimitType | null, when: string | null): void =>
      onChange({ [`${end}LimitType`]: kind, [`${end}LimitDate`]: kind && when });
    return (
      <>
        <dt>{t(`column.${end}LimitType`)}</dt>
        <dd>
          <Select
            size="xs"
            variant="unstyled"
            aria-label={t(`column.${end}LimitType`)}
            readOnly={readOnly}
            allowDeselect={false}
            value={type ?? ''}
            data={['', ...LIMIT_TYPES].map((value) => ({ value, label: t(`limit.${value || 'none'}`) }))}
            onChange={(value) => set((value || null) as LimitType | null, at ?? row[end])}
          />
          {type !== null && (
            <DateField
              size="xs"
              variant="unstyled"
              withTime
              required
              aria-label={t(`column.${end}LimitDate`)}
              readOnly={readOnly}
              value={at}
              onChange={(value) => value && set(type, value)}
            />
          )}
        </dd>
      </>
    );
  };
  const days = row.remainingMinutes / minutesPerDay;
  return (
    <dl className={classes.list}>
      <dt>{t('column.calendar')}</dt>
      <dd>
        <Select
          size="xs"
          variant="unstyled"
          aria-label={t('column.calendar')}
          placeholder={t('wbs.usual_calendar')}
          readOnly={readOnly}
          clearable={!readOnly}
          value={row.calendarId === null ? null : String(row.calendarId)}
          data={calendars}
          onChange={(value) => onChange({ calendarId: value === null ? null : Number(value) })}
        />
      </dd>
      {limit('start')}
      {limit('finish')}
      {date('actualStart')}
      {date('actualFinish')}
      {date('expectedFinish')}
      <dt>{t('column.remainingMinutes')}</dt>
      <dd>
        <KeptInput
          label={t('column.remainingMinutes')}
          readOnly={readOnly}
          value={formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 2, group: '' })}
          onKeep={(text) => {
            const typed = readTyped(text);
            if (typed !== null && typed >= 0) onChange({ remainingMinutes: Math.round(typed * minutesPerDay) });
          }}
        />
      </dd>
    </dl>
  );
}
