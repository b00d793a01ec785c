import { LEVELING_PRIORITIES, LEVELING_SEARCHES, type LevelingAsked } from '@gantry/contract';
import { Alert, Button, Group, Modal, MultiSelect, Select, Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { useVersionResources } from '../resources/resources.queries.ts';
import classes from './leveling-dialog.module.css';
import { LevelingResult } from './leveling-result.tsx';
import { clearLeveling, level, useLevelingPreview } from './timetable.leveling.queries.ts';

type Props = {
  versionId: number;
  opened: boolean;
  onClose(): void;
  onOpen(itemId: number): void;
  nameOf(itemId: number): string;
};

/** Leveling of a version: how, what it would move and why, and the two acts, to level and to end it. */
export function LevelingDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('timetable.leveling')} size={960}>
      {opened && <Leveling onClose={onClose} {...rest} />}
    </Modal>
  );
}

const USUAL: LevelingAsked = { resource_ids: null, priority: 'late_finish', keep_order: false, within_float: false, search: 'none' };

function Leveling({ versionId, onClose, onOpen, nameOf }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(USUAL);
  const [busy, setBusy] = useState(false);
  const { data: preview, isError, isFetching, isPlaceholderData } = useLevelingPreview(versionId, asked);
  const resources = useVersionResources(versionId).data?.resources ?? [];
  const limited = resources.filter(({ kind, limit, rates }) => kind !== 'material' && (limit || rates.some((rate) => rate.limit)));
  const set = (change: Partial<LevelingAsked>) => setAsked({ ...asked, ...change });
  const options = (values: readonly string[], prefix: string) => values.map((value) => ({ value, label: t(`${prefix}_${value}`) }));
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await act();
      showToast('ok', done);
      onClose();
    } catch {
      // The one error handler has said why; the dialog stays with a preview of what stands now.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={classes.fields}>
        <MultiSelect
          size="xs"
          label={t('timetable.leveling_resources')}
          placeholder={asked.resource_ids ? undefined : t('timetable.leveling_all')}
          data={limited.map(({ id, code, name }) => ({ value: String(id), label: code && code !== name ? `${code} ${name}` : name }))}
          value={(asked.resource_ids ?? []).map(String)}
          onChange={(ids) => set({ resource_ids: ids.length ? ids.map(Number) : null })}
          searchable
          clearable
        />
        <Select
          size="xs"
          label={t('timetable.leveling_priority')}
          data={options(LEVELING_PRIORITIES, 'timetable.leveling_by')}
          value={asked.priority}
          onChange={(value) => set({ priority: value as LevelingAsked['priority'] })}
          allowDeselect={false}
        />
        <Select
          size="xs"
          label={t('timetable.leveling_search')}
          data={options(LEVELING_SEARCHES, 'timetable.leveling_search')}
          value={asked.search}
          disabled={asked.keep_order}
          onChange={(value) => set({ search: value as LevelingAsked['search'] })}
          allowDeselect={false}
        />
        <Switch
          size="xs"
          label={t('timetable.leveling_keep_order')}
          checked={asked.keep_order}
          onChange={({ currentTarget }) => set({ keep_order: currentTarget.checked, search: 'none' })}
        />
        <Switch
          size="xs"
          label={t('timetable.leveling_within_float')}
          checked={asked.within_float}
          onChange={({ currentTarget }) => set({ within_float: currentTarget.checked })}
        />
      </div>
      {isError && <Alert color="red">{t('timetable.leveling_failed')}</Alert>}
      {!preview && !isError && <Skeleton h={200} />}
      {preview && (
        <div aria-busy={isFetching} className={classes.result} data-old={isPlaceholderData || undefined}>
          <LevelingResult
            preview={preview}
            nameOf={nameOf}
            resourceOf={(id) => resources.find((resource) => resource.id === id)?.name ?? '–'}
            onOpen={(id) => {
              onClose();
              onOpen(id);
            }}
          />
        </div>
      )}
      <Group justify="space-between" mt="md">
        <Button variant="default" disabled={busy} onClick={() => void run(() => clearLeveling(versionId), t('timetable.leveling_cleared'))}>
          {t('timetable.leveling_clear')}
        </Button>
        <Group gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={!preview || isError || isFetching || preview.changed_count === 0}
            onClick={() =>
              preview &&
              void run(() => level(versionId, asked, preview.revision), t('timetable.leveling_done', { count: preview.moved_count }))
            }
          >
            {t('timetable.leveling_apply')}
          </Button>
        </Group>
      </Group>
    </>
  );
}
