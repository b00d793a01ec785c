import { Alert, Badge, Box, Button, Group, Loader, Text } from '@mantine/core';
import { IconCopyPlus, IconDatabaseExport, IconDownload, IconRestore, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { BackupJobs } from './backup-jobs.tsx';
import { BackupRecovery } from './backup-recovery.tsx';
import { RestoreDialog, type Swap } from './restore-dialog.tsx';
import { backupAddress, type SpaceBackup, useBackups } from './backups.queries.ts';

const TONES = { making: 'gray', made: 'blue', proven: 'green', broken: 'red' } as const;

/** Backups of a space: how it is protected, making, proving, restoring and deleting them, and when they are made by themselves. */
export function BackupsPanel({ spaceId, spaceName, mayRestore }: { spaceId: number; spaceName: string; mayRestore: boolean }) {
  const { t } = useTranslation();
  const backups = useBackups(spaceId, (date, status) =>
    showToast(status === 'success' ? 'ok' : 'warn', t(`backup.restored_${status}`, { date: formatInstant(date) })),
  );
  const [swap, setSwap] = useState<Swap | null>(null);
  const { data, isPending, refetch, hasNextPage, fetchNextPage } = backups.list;
  if (isPending) return <Loader size={24} />;
  if (!data) {
    return (
      <Alert color="red" title={t('backup.not_shown')}>
        <Button variant="default" onClick={() => void refetch()}>
          {t('shell.try_again')}
        </Button>
      </Alert>
    );
  }
  const askInPlace = async ({ id, at }: SpaceBackup): Promise<void> => {
    const { people } = await backups.preview(id);
    const lost = people.map(({ name, edits, messages, files }) => t('backup.lost_by', { name, edits, messages, files }));
    const text = [t('backup.restore_text', { date: formatInstant(at) }), ...(lost.length ? lost : [t('backup.nothing_lost')])];
    setSwap({
      title: t('backup.restore_title'),
      lines: text,
      act: t('backup.restore'),
      onSubmit: (sure) => backups.restore.mutateAsync({ backupId: id, mode: 'in_place', ...sure }),
    });
  };
  const askBack = (formerId: number): void =>
    setSwap({
      title: t('backup.go_back_title'),
      lines: [t('backup.go_back_text')],
      act: t('backup.go_back_act'),
      async onSubmit(sure) {
        await backups.goBack.mutateAsync({ formerId, ...sure });
        showToast('ok', t('backup.gone_back'));
      },
    });
  const askRemove = async ({ id, name, at, state }: SpaceBackup): Promise<void> => {
    const last = state === 'proven' && data.last_proven === at;
    const text = t(last ? 'backup.delete_last_text' : 'backup.delete_text', { name, date: formatInstant(at) });
    const sure = await askConfirmation({ title: t('backup.delete_title'), text, confirmLabel: t('ui.delete') });
    if (sure) backups.remove.mutate(id);
  };
  const making = data.backups.some(({ state }) => state === 'making');
  return (
    <>
      <Text size="sm">
        {data.last_proven ? t('backup.last_proven_at', { date: formatInstant(data.last_proven) }) : t('backup.never_proven')}
      </Text>
      {mayRestore &&
        data.former.slice(0, 1).map(({ id, until }) => (
          <Alert key={id} mt="md" color="yellow">
            <Group justify="space-between">
              <Text size="sm">{t('backup.former', { until: formatInstant(until) })}</Text>
              <Button size="xs" variant="default" onClick={() => askBack(id)}>
                {t('backup.go_back')}
              </Button>
            </Group>
          </Alert>
        ))}
      <RestoreDialog swap={swap} spaceName={spaceName} onClose={() => setSwap(null)} />
      <Group my="md">
        <Button
          leftSection={<IconDatabaseExport size={16} stroke={1.5} />}
          loading={backups.create.isPending}
          disabled={making}
          onClick={() => backups.create.mutate()}
        >
          {t('backup.make')}
        </Button>
      </Group>
      {!data.backups.length && <Text c="dimmed">{t('backup.none')}</Text>}
      {data.backups.length > 0 && (
        <RecordTable
          label={t('backup.title')}
          heads={[t('backup.name'), t('backup.at'), t('backup.state'), t('backup.rows'), t('backup.files_bytes'), t('backup.author'), '']}
        >
          {data.backups.map((backup) => {
            const { id, name, at, state, rows, bytes, author, findings } = backup;
            const ready = state !== 'making';
            return (
              <tr key={id}>
                <td>{name}</td>
                <td data-quiet data-tight>
                  {formatInstant(at)}
                </td>
                <td>
                  <Badge variant="light" color={TONES[state]}>
                    {t(`backup.state_${state}`)}
                  </Badge>
                  {findings.map(({ code, parameters }) => (
                    <Text key={code} size="xs" c="red">
                      {t(code, parameters)}
                    </Text>
                  ))}
                </td>
                <td data-tight>{formatCount(rows)}</td>
                <td data-tight>{t('backup.megabytes', { count: Math.ceil(bytes / 1_000_000) })}</td>
                <td data-quiet>{author}</td>
                <td data-tight>
                  {ready && (
                    <Group gap={4} wrap="nowrap">
                      <IconButton
                        icon={IconShieldCheck}
                        label={t('backup.verify_named', { name })}
                        onClick={() => backups.verify.mutate(id)}
                      />
                      {mayRestore && state !== 'broken' && (
                        <>
                          <IconButton
                            icon={IconRestore}
                            label={t('backup.restore_named', { name })}
                            onClick={() => void askInPlace(backup)}
                          />
                          <IconButton
                            icon={IconCopyPlus}
                            label={t('backup.copy_named', { name })}
                            onClick={() => backups.restore.mutate({ backupId: id, mode: 'new_space' })}
                          />
                          {data.recovery_made_at && (
                            <IconButton
                              icon={IconDownload}
                              label={t('backup.download_named', { name })}
                              onClick={() => window.location.assign(backupAddress(spaceId, id))}
                            />
                          )}
                        </>
                      )}
                      <IconButton icon={IconTrash} label={t('backup.delete_named', { name })} onClick={() => void askRemove(backup)} />
                    </Group>
                  )}
                </td>
              </tr>
            );
          })}
        </RecordTable>
      )}
      {hasNextPage && (
        <Button size="xs" variant="default" mt="xs" onClick={() => void fetchNextPage()}>
          {t('backup.show_older')}
        </Button>
      )}
      {mayRestore && (
        <Box mt="xl">
          <BackupRecovery spaceId={spaceId} madeAt={data.recovery_made_at} />
        </Box>
      )}
      <Box mt="xl">
        <BackupJobs spaceId={spaceId} />
      </Box>
    </>
  );
}
