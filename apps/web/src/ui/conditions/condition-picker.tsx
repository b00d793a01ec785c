import { operatorsFor, type RowCondition, type RowFilter, valuesTakenBy } from '@gantry/domain';
import { Button, Group, MultiSelect, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import classes from './condition-picker.module.css';
import { type ConditionColumn, newCondition, readValue, type ValueForm, withColumn, withOperator, writeValue } from './conditions.ts';

type Props = {
  columns: readonly ConditionColumn[];
  form: ValueForm;
  value: RowFilter;
  onChange(value: RowFilter): void;
  /** How many groups may stand in each other. */
  depth?: number;
  onRemove?: (() => void) | undefined;
};

const INSIDE = { withinPortal: false } as const;

/** Conditions of which all or any must hold, with groups of them inside. */
export function ConditionPicker({ columns, form, value, onChange, depth = 2, onRemove }: Props) {
  const { t } = useTranslation();
  const { conditions } = value;
  const first = columns.find(({ id }) => id === 'name') ?? columns[0];
  const set = (index: number, part: RowCondition | RowFilter | null): void =>
    onChange({ ...value, conditions: conditions.flatMap((other, at) => (at === index ? (part ?? []) : other)) });
  const add = (part: RowCondition | RowFilter): void => onChange({ ...value, conditions: [...conditions, part] });
  return (
    <div className={`${classes.group} ${onRemove ? classes.inner : ''}`}>
      {(conditions.length > 1 || onRemove) && (
        <Group gap={4}>
          <SegmentedControl
            size="xs"
            value={value.join}
            data={[
              { value: 'and', label: t('filter.all_of') },
              { value: 'or', label: t('filter.any_of') },
            ]}
            onChange={(join) => onChange({ ...value, join })}
          />
          {onRemove && <IconButton icon={IconX} label={t('filter.remove_group')} variant="subtle" onClick={onRemove} />}
        </Group>
      )}
      {conditions.map((part, index) =>
        'conditions' in part ? (
          <ConditionPicker
            key={index}
            columns={columns}
            form={form}
            value={part}
            depth={depth - 1}
            onChange={(next) => set(index, next)}
            onRemove={() => set(index, null)}
          />
        ) : (
          <ConditionLine
            key={index}
            columns={columns}
            form={form}
            condition={part}
            onChange={(next) => set(index, next)}
            onRemove={() => set(index, null)}
          />
        ),
      )}
      <Group gap={4}>
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => add(newCondition(first))}>
          {t('filter.add_condition')}
        </Button>
        {depth > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => add({ join: value.join === 'and' ? 'or' : 'and', conditions: [newCondition(first)] })}
          >
            {t('filter.add_group')}
          </Button>
        )}
      </Group>
    </div>
  );
}

type LineProps = {
  columns: readonly ConditionColumn[];
  form: ValueForm;
  condition: RowCondition;
  onChange(next: RowCondition): void;
  onRemove(): void;
};

function ConditionLine({ columns, form, condition, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const column = columns.find(({ id }) => id === condition.column);
  return (
    <div className={classes.line}>
      <Select
        size="xs"
        searchable
        allowDeselect={false}
        aria-label={t('filter.column')}
        comboboxProps={INSIDE}
        value={condition.column}
        data={columns.map(({ id, title }) => ({ value: id, label: title }))}
        error={!column}
        onChange={(id) => {
          const next = columns.find((candidate) => candidate.id === id);
          if (next) onChange(withColumn(condition, next, column));
        }}
      />
      <Select
        size="xs"
        allowDeselect={false}
        aria-label={t('filter.operator')}
        comboboxProps={INSIDE}
        value={condition.operator}
        data={(column ? operatorsFor(column.type) : [condition.operator]).map((operator) => ({
          value: operator,
          label: t(`operator.${column?.type === 'date' ? 'date_' : ''}${operator}`, { defaultValue: t(`operator.${operator}`) }),
        }))}
        onChange={(operator) => operator && onChange(withOperator(condition, operator))}
      />
      {column ? <ConditionValue column={column} form={form} condition={condition} onChange={onChange} /> : <span />}
      <IconButton icon={IconX} label={t('filter.remove_condition')} variant="subtle" onClick={onRemove} />
    </div>
  );
}

function ConditionValue({ column, form, condition, onChange }: { column: ConditionColumn } & Omit<LineProps, 'columns' | 'onRemove'>) {
  const { t } = useTranslation();
  const takes = valuesTakenBy(condition.operator);
  const set = (value: RowCondition['value']): void => onChange({ ...condition, value });
  const label = t('filter.value');
  if (takes === 'nothing') return <span />;
  const chosen = column.options;
  const list = Array.isArray(condition.value) ? condition.value : [];
  const typed = (text: string): string | number => (column.type === 'colour' || isPerson(column) ? Number(text) : text);
  if (takes === 'list')
    return chosen ? (
      <MultiSelect
        size="xs"
        aria-label={label}
        comboboxProps={INSIDE}
        data={chosen}
        value={list.map(String)}
        onChange={(values) => set(values.map(typed))}
      />
    ) : (
      <TagsInput
        size="xs"
        aria-label={label}
        value={list.map((value) => writeValue(value, column.type, form))}
        onChange={(texts) => set(texts.flatMap((text) => readValue(text, column.type, form) ?? []))}
      />
    );
  if (chosen)
    return (
      <Select
        size="xs"
        aria-label={label}
        comboboxProps={INSIDE}
        data={chosen}
        value={typeof condition.value === 'string' || typeof condition.value === 'number' ? String(condition.value) : null}
        onChange={(value) => set(value === null ? null : typed(value))}
      />
    );
  if (takes === 'two')
    return (
      <div className={classes.two}>
        {[0, 1].map((end) => (
          <TypedValue
            key={end}
            label={t(end ? 'filter.to' : 'filter.from')}
            column={column}
            form={form}
            value={list[end] ?? null}
            onChange={(value) => set(end ? [list[0] ?? null, value] : [value, list[1] ?? null])}
          />
        ))}
      </div>
    );
  return <TypedValue label={label} column={column} form={form} value={condition.value} onChange={set} />;
}

const isPerson = ({ type }: ConditionColumn): boolean =>
  type === 'executor' || type === 'curator' || type === 'calendar' || type === 'specialty';

/** A value typed as text; told where it is none, handed on where it is one. */
function TypedValue({
  label,
  column,
  form,
  value,
  onChange,
}: {
  label: string;
  column: ConditionColumn;
  form: ValueForm;
  value: RowCondition['value'];
  onChange(value: RowCondition['value']): void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeValue(value, column.type, form));
  const read = readValue(text, column.type, form);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={column.type === 'date' ? t('filter.date_form') : column.type === 'duration' ? t('filter.in_days') : label}
      value={text}
      error={read === undefined}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const next = readValue(event.currentTarget.value, column.type, form);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}
