import { Button, Stack, Text } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { useFillDemo } from './demo-data.queries.ts';

/** Fills the space with a sample project; how far it is the list of long work shows. */
export function FillDemoButton({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const fill = useFillDemo(spaceId);
  const track = useTrackJob();
  const ask = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: t('demo_data.fill_title'),
      text: t('demo_data.fill_hint'),
      confirmLabel: t('demo_data.fill'),
    });
    if (sure) fill.mutate(undefined, { onSuccess: ({ job_id: jobId }) => void track(jobId) });
  };
  return (
    <Stack gap="xs" align="flex-start" mt="xl">
      <Text size="sm">{t('demo_data.fill_hint')}</Text>
      <Button variant="default" leftSection={<IconTestPipe size={16} stroke={1.5} />} loading={fill.isPending} onClick={() => void ask()}>
        {t('demo_data.fill')}
      </Button>
    </Stack>
  );
}
