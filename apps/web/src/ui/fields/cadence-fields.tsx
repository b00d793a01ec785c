import { CADENCES, type CadenceWord } from '@gantry/domain';
import { NativeSelect, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ordinal } from '../../lib/texts/ordinals.ts';
import { MaskedField } from './masked-field.tsx';

/** When something runs by itself, as it is typed. */
export type CadenceDraft = { cadence: CadenceWord; at: string; cron: string; day: string };

const DAY: Partial<Record<CadenceWord, 'weekday' | 'day'>> = {
  weekly: 'weekday',
  '2weekly': 'weekday',
  Fortnightly: 'weekday',
  monthly: 'day',
};
const MOST = { weekday: 7, day: 31 };

function dayInWords(kind: 'weekday' | 'day', value: number, language: string): string {
  if (kind === 'day') return ordinal(value, 'day', language);
  // 2024-01-01 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, value)));
}

type Kept = { cadence: CadenceWord; cron: string | null; at: string; weekday: number | null; day: number | null };

/** When a rule runs, with the day where it names one. */
export function cadenceInWords({ cadence, cron, at, ...days }: Kept, t: TFunction, language: string): string {
  const kind = DAY[cadence];
  const day = kind && days[kind];
  const often = kind && day ? t(`backup.on_${cadence}`, { day: dayInWords(kind, day, language) }) : t(`backup.cadence_${cadence}`);
  // The fields of a rule stay in one line.
  return `${often} ${cadence === 'cron' ? (cron ?? '').replaceAll(' ', '\u00a0') : at}`;
}

/** What of a draft the server is told; the zone is that of the page. */
export function cadenceOf({ cadence, at, cron, day }: CadenceDraft) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const dayField = DAY[cadence];
  return { cadence, time_zone: timeZone, ...(cadence === 'cron' ? { cron } : { at }), ...(dayField && { [dayField]: Number(day) }) };
}

/** The fields of a cadence beside each other: how often, on which day, at what time. */
export function CadenceFields({ draft, onChange }: { draft: CadenceDraft; onChange(draft: CadenceDraft): void }) {
  const { t, i18n } = useTranslation();
  const { cadence, at, cron, day } = draft;
  const dayField = DAY[cadence];
  return (
    <>
      <NativeSelect
        label={t('backup.cadence')}
        value={cadence}
        data={CADENCES.map((value) => ({ value, label: t(`backup.cadence_${value}`) }))}
        onChange={(event) => onChange({ ...draft, cadence: event.currentTarget.value as CadenceWord })}
      />
      {dayField && (
        <NativeSelect
          label={t(`backup.${dayField}`)}
          value={day}
          data={Array.from({ length: MOST[dayField] }, (_, index) => ({
            value: String(index + 1),
            label: dayInWords(dayField, index + 1, i18n.language),
          }))}
          onChange={(event) => onChange({ ...draft, day: event.currentTarget.value })}
        />
      )}
      {cadence === 'cron' ? (
        <TextInput
          label={t('backup.cron_rule')}
          description={t('backup.cron_hint')}
          value={cron}
          onChange={(event) => onChange({ ...draft, cron: event.currentTarget.value })}
        />
      ) : (
        <MaskedField
          kind="time"
          required
          label={t('backup.time')}
          value={at}
          onChange={(next) => next !== null && onChange({ ...draft, at: next })}
        />
      )}
    </>
  );
}
