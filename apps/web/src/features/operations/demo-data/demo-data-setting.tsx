import { Button, Group, Stack, Text } from '@mantine/core';
import type { Language } from '@gantry/domain';
import { IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { demoQuery, useFillDemo, useRemoveDemo } from './demo-data.queries.ts';

/** A name with quotation marks of its own: further ones around it would stand doubled. */
const QUOTED = /[«»“”„"]/;

/** Fills the space with a sample project and removes it; how far that is the list of long work shows. */
export function DemoDataSetting({ spaceId }: { spaceId: number }) {
  const { t, i18n } = useTranslation();
  const { data, refetch } = useQuery(demoQuery(spaceId));
  const fill = useFillDemo(spaceId);
  const remove = useRemoveDemo(spaceId);
  const askToFill = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: t('demo_data.fill_title'),
      text: t('demo_data.fill_hint'),
      confirmLabel: t('demo_data.fill'),
    });
    if (sure) fill.mutate(i18n.language as Language);
  };
  const askToRemove = async (): Promise<void> => {
    const { data: now } = await refetch();
    if (!now) return;
    const names = now.facilities.map(({ name }) => (QUOTED.test(name) ? name : t('demo_data.quoted', { name }))).join(', ');
    const added = now.added.map(({ what, count }) => t(`demo_data.added_${what}`, { count })).join(', ');
    const sure = await askConfirmation({
      title: t('demo_data.remove_title'),
      text: [
        t(names ? 'demo_data.remove_text' : 'demo_data.remove_rest', { names }),
        ...(added ? [t('demo_data.remove_added', { added })] : []),
      ].join('\n\n'),
      confirmLabel: t('demo_data.remove'),
    });
    if (sure) remove.mutate(now.added.reduce((sum, { count }) => sum + count, 0));
  };
  return (
    <Stack gap="sm" align="flex-start" maw={480}>
      <Text size="xs" c="dimmed">
        {t('demo_data.fill_hint')}
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconTestPipe size={16} stroke={1.5} />}
          loading={fill.isPending}
          disabled={data?.busy}
          onClick={() => void askToFill()}
        >
          {t('demo_data.fill')}
        </Button>
        {data?.removable && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            loading={remove.isPending}
            disabled={data.busy}
            onClick={() => void askToRemove()}
          >
            {t('demo_data.remove')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
