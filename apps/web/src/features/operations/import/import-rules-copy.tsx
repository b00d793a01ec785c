import { Button, Group, Popover, Select } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiSpace } from '../../../lib/calls/api-client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { treeQuery } from '../../structure/eps/eps.queries.ts';
import { useCopyImportSettings } from '../import-settings/import-settings.queries.ts';

/** Copies the rules of another schedule into this one. */
export function ImportRulesCopy({ scheduleId }: { scheduleId: number }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [from, setFrom] = useState<string | null>(null);
  const { data } = useQuery({ ...treeQuery(apiSpace() ?? 0), enabled: opened });
  const nodes = data?.nodes ?? [];
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]));
  const schedules = nodes
    .filter(({ id, kind }) => kind === 'schedule' && id !== scheduleId)
    .map(({ id, name, parent_id: parent }) => ({
      value: String(id),
      label: [parent === null ? undefined : nameOf.get(parent), name].filter(Boolean).join(' / '),
    }));
  const copy = useCopyImportSettings(scheduleId);
  const start = (): void =>
    copy.mutate(Number(from), {
      onSuccess({ copied, passed_over: passedOver }) {
        if (copied.length) showToast('ok', t('import.rule_copied', { count: copied.length }));
        if (passedOver.length) showToast('warn', t('import.rule_passed_over', { names: passedOver.join(', ') }));
        if (!copied.length && !passedOver.length) showToast('warn', t('import.rule_none_to_copy'));
        setOpened(false);
      },
    });
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus width={320} position="bottom-end" withinPortal>
      <Popover.Target>
        <IconButton icon={IconCopy} label={t('import.rule_copy')} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <b>{t('import.rule_copy')}</b>
        {/* The list opens when it is asked for: open at once it would lie on the button. */}
        <Select
          searchable
          openOnFocus={false}
          data-autofocus
          mt="xs"
          label={t('import.rule_copy_from')}
          comboboxProps={{ withinPortal: false }}
          data={schedules}
          value={from}
          onChange={setFrom}
        />
        <Group justify="flex-end" mt="sm">
          <Button disabled={from === null} loading={copy.isPending} onClick={start}>
            {t('import.rule_copy_do')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
