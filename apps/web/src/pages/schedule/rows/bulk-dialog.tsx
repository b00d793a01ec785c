import { compileFilter, type RowFilter } from '@gantry/domain';
import { Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionPicker } from '../../../ui/conditions/condition-picker.tsx';
import { type ConditionColumn, NO_CONDITIONS, readValue, writeValue } from '../../../ui/conditions/conditions.ts';
import {
  type BulkAction,
  type BulkCell,
  bulkCells,
  type BulkHow,
  changesOfCells,
  waysFor,
} from '../../../features/planning/wbs/wbs.bulk.model.ts';
import { nameOf, readersOf, type ScheduleView, TICKS } from '@gantry/plan-view';
import { type GridActions } from '../../../features/planning/wbs/wbs.queries.ts';
import { runInSlices } from '../../../lib/slices.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import classes from './bulk-dialog.module.css';
import type { ScheduleLook } from '../use-schedule-view.ts';

type Props = {
  opened: boolean;
  /** The rows of the plan, whatever the screen shows of them. */
  view: ScheduleView;
  look: ScheduleLook;
  selected: readonly number[];
  actions: GridActions;
  onClose(): void;
};

const SHOWN = 100;

/** Changes many rows by a rule: if conditions hold, then columns get values. What would change is shown before. */
export function BulkDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('bulk.title')} size={760}>
      {props.opened && <BulkForm {...props} />}
    </Modal>
  );
}

function BulkForm({ view, look, selected, actions, onClose }: Props) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<'all' | 'selected'>(selected.length > 1 ? 'selected' : 'all');
  const [filter, setFilter] = useState<RowFilter>(look.filter ?? NO_CONDITIONS);
  const columns = useMemo(
    () =>
      look.conditionColumns.filter(
        ({ id, type }) => type !== 'predecessors' && id !== TICKS && look.infos.some((info) => info.id === id && info.editable),
      ),
    [look.conditionColumns, look.infos],
  );
  const [acts, setActs] = useState<BulkAction[]>([{ column: 'status', how: 'set', value: null, find: '' }]);
  const [cells, setCells] = useState<BulkCell[] | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const aborter = new AbortController();
    const { test } = compileFilter(filter, readersOf(view));
    const chosen = scope === 'selected' ? new Set(selected) : null;
    const passes = (row: number): boolean => (!chosen || chosen.has(view.rows.id[row])) && (!test || test(row));
    void runInSlices(bulkCells(view, look.infos, passes, acts), aborter.signal).then((found) => !aborter.signal.aborted && setCells(found));
    return () => aborter.abort();
  }, [view, look.infos, filter, scope, selected, acts]);

  const rows = new Set(cells?.map(({ id }) => id)).size;
  const run = async (): Promise<void> => {
    if (!cells?.length) return;
    setBusy(true);
    const changes = changesOfCells(cells);
    const verdict = await actions.update(changes, []);
    setBusy(false);
    if (typeof verdict === 'string') return;
    const refused = verdict?.length ?? 0;
    if (refused) showToast('warn', t('bulk.refused', { count: refused, reason: verdict?.[0].text }));
    else showToast('ok', t('bulk.done', { count: changes.length }), { ms: 2000 });
    onClose();
  };
  const written = (column: string, value: unknown): string => {
    const info = columns.find(({ id }) => id === column);
    const label = info?.options?.find((option) => option.value === String(value))?.label;
    return info ? (label ?? writeValue(value, info.type, look.form)) : '';
  };

  return (
    <Stack gap={12}>
      {selected.length > 0 && (
        <SegmentedControl
          size="xs"
          value={scope}
          data={[
            { value: 'all', label: t('bulk.all_rows') },
            { value: 'selected', label: t('bulk.selected_rows', { count: selected.length }) },
          ]}
          onChange={setScope}
        />
      )}
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('bulk.if')}
        </Text>
        <ConditionPicker columns={look.conditionColumns} form={look.form} value={filter} onChange={setFilter} />
      </div>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('bulk.then')}
        </Text>
        <Stack gap={4}>
          {acts.map((act, index) => (
            <ActionLine
              key={index}
              columns={columns}
              look={look}
              act={act}
              onChange={(next) => setActs(acts.map((other, at) => (at === index ? next : other)))}
              onRemove={acts.length > 1 ? () => setActs(acts.filter((_other, at) => at !== index)) : null}
            />
          ))}
          <Group>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => setActs([...acts, { column: columns[0].id, how: 'set', value: null, find: '' }])}
            >
              {t('bulk.add_action')}
            </Button>
          </Group>
        </Stack>
      </div>
      <Text size="sm" aria-live="polite">
        {t('bulk.would_change', { count: cells?.length ?? 0, rows })}
      </Text>
      {cells !== null && cells.length > 0 && (
        <div className={classes.preview}>
          <table>
            <thead>
              <tr>
                <th>{t('bulk.row')}</th>
                <th>{t('filter.column')}</th>
                <th>{t('bulk.before')}</th>
                <th>{t('bulk.after')}</th>
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, SHOWN).map(({ id, column, before, after }) => (
                <tr key={`${id} ${column}`}>
                  <td>{nameOf(view.document, id)}</td>
                  <td>{columns.find((info) => info.id === column)?.title}</td>
                  <td>{written(column, before)}</td>
                  <td>{written(column, after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button loading={busy} disabled={!cells?.length} onClick={() => void run()}>
          {t('bulk.run', { count: rows })}
        </Button>
      </Group>
    </Stack>
  );
}

type LineProps = {
  columns: readonly ConditionColumn[];
  look: ScheduleLook;
  act: BulkAction;
  onChange(next: BulkAction): void;
  onRemove: (() => void) | null;
};

function ActionLine({ columns, look, act, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const column = columns.find(({ id }) => id === act.column);
  const [text, setText] = useState('');
  if (!column) return null;
  const figure = act.how === 'add' && column.type === 'date' ? 'number' : act.how === 'multiply' ? 'number' : column.type;
  const read = readValue(text, figure, look.form);
  return (
    <div className={classes.action}>
      <Select
        size="xs"
        searchable
        allowDeselect={false}
        aria-label={t('filter.column')}
        value={act.column}
        data={columns.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id) => {
          if (!id) return;
          setText('');
          onChange({ column: id, how: 'set', value: null, find: '' });
        }}
      />
      <Select
        size="xs"
        allowDeselect={false}
        aria-label={t('bulk.how')}
        value={act.how}
        data={waysFor(column.type).map((how) => ({
          value: how,
          label: t(`bulk.${how}${how === 'add' && column.type === 'date' ? '_days' : ''}`),
        }))}
        onChange={(how) => {
          setText('');
          onChange({ ...act, how: how as BulkHow, value: null, find: '' });
        }}
      />
      {act.how === 'clear' ? (
        <span />
      ) : column.options && act.how === 'set' ? (
        <Select
          size="xs"
          aria-label={t('filter.value')}
          value={act.value === null ? null : String(act.value)}
          data={column.options}
          onChange={(value) => onChange({ ...act, value: column.type === 'flag' ? value === 'true' : value })}
        />
      ) : (
        <Group gap={4} wrap="nowrap" grow>
          {act.how === 'replace' && (
            <TextInput
              size="xs"
              aria-label={t('find.text')}
              placeholder={t('find.text')}
              value={act.find}
              onChange={(event) => onChange({ ...act, find: event.currentTarget.value, value: text })}
            />
          )}
          <TextInput
            size="xs"
            aria-label={t(act.how === 'replace' ? 'find.by' : 'filter.value')}
            placeholder={t(
              act.how === 'replace'
                ? 'find.by'
                : figure === 'date'
                  ? 'filter.date_form'
                  : figure === 'duration'
                    ? 'filter.in_days'
                    : 'filter.value',
            )}
            value={text}
            error={read === undefined}
            onChange={(event) => {
              setText(event.currentTarget.value);
              const next = readValue(event.currentTarget.value, figure, look.form);
              if (next !== undefined) onChange({ ...act, value: act.how === 'replace' ? event.currentTarget.value : next });
            }}
          />
        </Group>
      )}
      {onRemove ? <IconButton icon={IconX} label={t('bulk.remove_action')} variant="subtle" onClick={onRemove} /> : <span />}
    </div>
  );
}
