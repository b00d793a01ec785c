import type { Replacement } from '@gantry/contract';
import { type Replaced, REPLACEMENT_KINDS, type ReplacementKind, type ReplacementRows, type RowFilter } from '@gantry/domain';
import { Checkbox, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionPicker } from '../../../ui/conditions/condition-picker.tsx';
import { type ConditionColumn, countConditions, NO_CONDITIONS } from '../../../ui/conditions/conditions.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { type Offers, REPLACEMENT_ENDS } from './replacement-ends.tsx';
import classes from './replacements-dialog.module.css';
import type { NewRule } from './replacements.queries.ts';

type Props = {
  rule: Replacement | null;
  offers: Offers;
  /** Columns that conditions can be about. */
  columns: readonly ConditionColumn[];
  /** The filter of the screen, with which a new rule begins, and the rows chosen there. */
  filter: RowFilter | null;
  chosen: readonly { id: number; code: string }[];
  onSave(rule: NewRule): Promise<unknown>;
  onClose(): void;
};

type Scope = 'all' | 'filter' | 'items';

/** A replacement rule: what takes the place of what, on which works, when. */
export function ReplacementForm({ rule, offers, columns, filter: shown, chosen, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const keptItems = rule && 'items' in rule.rows ? rule.rows.items : null;
  const keptFilter = rule && 'filter' in rule.rows ? rule.rows.filter : shown;
  const items = keptItems ?? chosen;
  const [name, setName] = useState(rule?.name ?? '');
  const [kind, setKind] = useState<ReplacementKind>(rule?.what.kind ?? 'resource');
  const [what, setWhat] = useState<Replaced | null>(rule?.what ?? null);
  const [scope, setScope] = useState<Scope>(keptItems || (!rule && chosen.length > 1) ? 'items' : keptFilter ? 'filter' : 'all');
  const [filter, setFilter] = useState<RowFilter>(keptFilter ?? NO_CONDITIONS);
  const [window, setWindow] = useState(rule?.window ?? { from: null, to: null });
  const [remaining, setRemaining] = useState(rule?.remaining_only ?? true);
  const rows = (): ReplacementRows =>
    scope === 'items' ? { items: [...items] } : { filter: scope === 'filter' && countConditions(filter) ? filter : null };
  const isBackwards = window.from !== null && window.to !== null && window.from > window.to;
  // Each member of the table takes its own kind; `kind` and the shown member change together.
  const EndsOfKind = REPLACEMENT_ENDS[kind] as (props: {
    offers: Offers;
    value: Replaced | null;
    onChange(what: Replaced | null): void;
  }) => ReactNode;
  return (
    <DialogForm
      submitLabel={t('replacement.save')}
      ready={name.trim() !== '' && what !== null && !isBackwards}
      onSubmit={async () => what && onSave({ name: name.trim(), what, rows: rows(), window, remaining_only: remaining })}
      onDone={() => undefined}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          size="xs"
          data-autofocus
          label={t('replacement.name')}
          value={name}
          maxLength={512}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          size="xs"
          label={t('replacement.what')}
          allowDeselect={false}
          data={REPLACEMENT_KINDS.map((value) => ({ value, label: t(`replacement.kind_${value}`) }))}
          value={kind}
          onChange={(value) => {
            setKind(value as ReplacementKind);
            setWhat(null);
          }}
        />
      </div>
      <div className={classes.fields}>
        <EndsOfKind key={kind} offers={offers} value={what?.kind === kind ? what : null} onChange={setWhat} />
      </div>
      <div>
        <Group gap={12} mb={6}>
          <SegmentedControl
            size="xs"
            aria-label={t('replacement.rows')}
            value={scope}
            data={[
              { value: 'all', label: t('replacement.rows_all') },
              { value: 'filter', label: t('replacement.rows_filter') },
              ...(items.length ? [{ value: 'items', label: t('replacement.rows_items', { count: items.length }) }] : []),
            ]}
            onChange={(value) => setScope(value as Scope)}
          />
          <Checkbox
            size="xs"
            label={t('replacement.remaining_only')}
            checked={remaining}
            onChange={({ currentTarget }) => setRemaining(currentTarget.checked)}
          />
        </Group>
        {scope === 'filter' && <ConditionPicker columns={columns} form={offers.form} value={filter} onChange={setFilter} />}
      </div>
      <div className={classes.fields}>
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            size="xs"
            label={t(`replacement.window_${end}`)}
            value={window[end]}
            onChange={(date) => date !== undefined && setWindow({ ...window, [end]: date === null ? null : date.slice(0, 10) })}
          />
        ))}
      </div>
      {isBackwards && <p role="alert">{t('replacement.wrong_window', { from: window.from, to: window.to })}</p>}
    </DialogForm>
  );
}
