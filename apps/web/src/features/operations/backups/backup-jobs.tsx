import { BACKUP_CADENCES, type BackupCadence, type BackupJob } from '@gantry/contract';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { ordinal } from '../../../lib/texts/ordinals.ts';
import { MaskedField } from '../../../ui/fields/masked-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { useBackupJobs } from './backups.queries.ts';

const DAY: Partial<Record<BackupCadence, 'weekday' | 'day'>> = {
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

/** When a rule runs, with the day where it names one. */
function ruleInWords({ cadence, cron, at, ...days }: BackupJob, t: TFunction, language: string): string {
  const kind = DAY[cadence];
  const day = kind && days[kind];
  const often = kind && day ? t(`backup.on_${cadence}`, { day: dayInWords(kind, day, language) }) : t(`backup.cadence_${cadence}`);
  return `${often} ${cadence === 'cron' ? cron : at}`;
}

/** When backups are made by themselves: the rules, with what runs next, and a form for another one. */
export function BackupJobs({ spaceId }: { spaceId: number }) {
  const { t, i18n } = useTranslation();
  const jobs = useBackupJobs(spaceId);
  const [cadence, setCadence] = useState<BackupCadence>('daily');
  const [[at, cron, day], setTexts] = useState(['03:00', '0 3 * * 1-5', '1']);
  const dayField = DAY[cadence];
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!event.currentTarget.checkValidity()) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    jobs.add.mutate({
      cadence,
      time_zone: timeZone,
      ...(cadence === 'cron' ? { cron } : { at }),
      ...(dayField && { [dayField]: Number(day) }),
    });
  };
  const list = jobs.list.data?.jobs ?? [];
  return (
    <>
      <SectionTitle order={2} size="large">
        {t('backup.jobs')}
      </SectionTitle>
      {list.length ? (
        <RecordTable label={t('backup.jobs')} heads={[t('backup.cadence'), t('backup.next'), t('backup.last_run'), '']}>
          {list.map((job) => (
            <tr key={job.id}>
              <td>{ruleInWords(job, t, i18n.language)}</td>
              <td data-quiet data-tight title={job.next_runs.map((run) => formatInstant(run)).join('\n')}>
                {formatInstant(job.next_runs[0] ?? null)}
              </td>
              <td data-quiet data-tight>
                {formatInstant(job.last_run)}
              </td>
              <td data-tight>
                <IconButton
                  icon={IconTrash}
                  label={t('backup.job_delete', { name: ruleInWords(job, t, i18n.language) })}
                  onClick={() => jobs.remove.mutate(job.id)}
                />
              </td>
            </tr>
          ))}
        </RecordTable>
      ) : (
        <Text c="dimmed">{t('backup.no_jobs')}</Text>
      )}
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" mt="md">
          <NativeSelect
            label={t('backup.cadence')}
            value={cadence}
            data={BACKUP_CADENCES.map((value) => ({ value, label: t(`backup.cadence_${value}`) }))}
            onChange={(event) => setCadence(event.currentTarget.value as BackupCadence)}
          />
          {dayField && (
            <NativeSelect
              label={t(`backup.${dayField}`)}
              value={day}
              data={Array.from({ length: MOST[dayField] }, (_, index) => ({
                value: String(index + 1),
                label: dayInWords(dayField, index + 1, i18n.language),
              }))}
              onChange={(event) => setTexts([at, cron, event.currentTarget.value])}
            />
          )}
          {cadence === 'cron' ? (
            <TextInput label={t('backup.cron_rule')} value={cron} onChange={(event) => setTexts([at, event.currentTarget.value, day])} />
          ) : (
            <MaskedField
              kind="time"
              required
              label={t('backup.time')}
              value={at}
              onChange={(next) => next !== null && setTexts([next, cron, day])}
            />
          )}
          <Button type="submit" variant="default" loading={jobs.add.isPending}>
            {t('backup.job_add')}
          </Button>
        </Group>
      </form>
    </>
  );
}
