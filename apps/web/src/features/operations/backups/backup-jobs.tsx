import { Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { type CadenceDraft, CadenceFields, cadenceInWords, cadenceOf } from '../../../ui/fields/cadence-fields.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { useBackupJobs } from './backups.queries.ts';

/** When backups are made by themselves: the rules, with what runs next, and a form for another one. */
export function BackupJobs({ spaceId }: { spaceId: number }) {
  const { t, i18n } = useTranslation();
  const jobs = useBackupJobs(spaceId);
  const [draft, setDraft] = useState<CadenceDraft>({ cadence: 'daily', at: '03:00', cron: '0 3 * * 1-5', day: '1' });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!event.currentTarget.checkValidity()) return;
    jobs.add.mutate(cadenceOf(draft));
  };
  // Times of a rule are those of its zone, the next run is shown in that of the page.
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
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
              <td>
                {cadenceInWords(job, t, i18n.language)}
                {job.time_zone !== zone && (
                  <Text size="xs" c="dimmed">
                    {job.time_zone}
                  </Text>
                )}
              </td>
              <td data-quiet data-tight title={job.next_runs.map((run) => formatInstant(run)).join('\n')}>
                {formatInstant(job.next_runs[0] ?? null)}
              </td>
              <td data-quiet data-tight>
                {formatInstant(job.last_run)}
              </td>
              <td data-tight>
                <IconButton
                  icon={IconTrash}
                  label={t('backup.job_delete', { name: cadenceInWords(job, t, i18n.language) })}
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
          <CadenceFields draft={draft} onChange={setDraft} />
          <Button type="submit" variant="default" loading={jobs.add.isPending}>
            {t('backup.job_add')}
          </Button>
        </Group>
      </form>
    </>
  );
}
