import type { Job } from '@gantry/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { useSaveFile } from './export.queries.ts';

/** The file that a job has prepared, ready to be saved. */
export function ExportFileBadge({ job }: { job: Job | undefined }) {
  const { t } = useTranslation();
  const save = useSaveFile();
  const { download_key: key, name, size } = job?.result ?? {};
  if (job?.status !== 'done' || typeof key !== 'string' || typeof name !== 'string') return null;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text truncate>{t('export.ready', { name, size: formatNumber(Number(size) / 1024, { decimals: 0 }) })}</Text>
        <Button
          data-autofocus
          loading={save.isPending}
          leftSection={<IconDownload size={14} stroke={1.5} />}
          onClick={() => save.mutate({ key, name })}
        >
          {t('export.save')}
        </Button>
      </Group>
      <Text size="xs" c="var(--gantry-neutral-9)">
        {t('export.kept')}
      </Text>
    </div>
  );
}
