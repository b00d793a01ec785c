import { type ColumnTarget, type ImportRule, MAPPABLE_FIELDS } from '@gantry/contract';
import { Button, Collapse, Group, Select, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFieldName } from './import-words.tsx';

type Props = { rule: ImportRule; onChange: (change: Partial<ImportRule>) => void };
type Column = ImportRule['columns'][number];

/** Mapping of columns, user fields, codes and calendars of the file; collapsed at first. */
export function ImportMapping({ rule, onChange }: Props) {
  const { t } = useTranslation();
  const count = rule.columns.length + rule.calendars.length;
  const [open, setOpen] = useState(count > 0);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const setColumn = (at: number, column: Column | null): void =>
    onChange({ columns: rule.columns.flatMap((old, i) => (i === at ? (column ?? []) : old)) });
  const setCalendar = (at: number, calendar: ImportRule['calendars'][number] | null): void =>
    onChange({ calendars: rule.calendars.flatMap((old, i) => (i === at ? (calendar ?? []) : old)) });
  return (
    <div>
      <UnstyledButton aria-expanded={open} onClick={() => setOpen(!open)}>
        <Group gap={4}>
          <Chevron size={16} stroke={1.5} aria-hidden />
          {count ? t('import.mapping_count', { count }) : t('import.mapping')}
        </Group>
      </UnstyledButton>
      <Collapse expanded={open}>
        <Stack gap="xs" pt="xs">
          {rule.columns.map((column, at) => (
            <ColumnLine key={at} column={column} onChange={(next) => setColumn(at, next)} onRemove={() => setColumn(at, null)} />
          ))}
          {rule.calendars.map((calendar, at) => (
            <Group key={at} gap="xs" wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={t('import.mapping_calendar')}
                placeholder={t('import.mapping_calendar')}
                value={calendar.from}
                onChange={(event) => setCalendar(at, { ...calendar, from: event.currentTarget.value })}
              />
              <TextInput
                flex={1}
                aria-label={t('import.mapping_calendar_to')}
                placeholder={t('import.mapping_calendar_to')}
                value={calendar.to}
                onChange={(event) => setCalendar(at, { ...calendar, to: event.currentTarget.value })}
              />
              <IconButton icon={IconTrash} label={t('import.mapping_remove')} onClick={() => setCalendar(at, null)} />
            </Group>
          ))}
          <Group gap="sm">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() => onChange({ columns: [...rule.columns, { from: '', to: { kind: 'field', field: 'name' } }] })}
            >
              {t('import.mapping_add_column')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.5} />}
              onClick={() => onChange({ calendars: [...rule.calendars, { from: '', to: '' }] })}
            >
              {t('import.mapping_add_calendar')}
            </Button>
          </Group>
        </Stack>
      </Collapse>
    </div>
  );
}

const KINDS = ['field', 'attribute', 'code', 'skip'] as const;

function targetOf(kind: ColumnTarget['kind'], name: string): ColumnTarget {
  if (kind === 'field') return { kind, field: 'name' };
  return kind === 'skip' ? { kind } : { kind, name };
}

function ColumnLine({ column, onChange, onRemove }: { column: Column; onChange: (column: Column) => void; onRemove: () => void }) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const { from, to } = column;
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('import.mapping_column')}
        placeholder={t('import.mapping_column')}
        value={from}
        onChange={(event) => onChange({ ...column, from: event.currentTarget.value })}
      />
      <Select
        w={130}
        aria-label={t('import.mapping_target')}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`import.mapping_${value}`) }))}
        value={to.kind}
        onChange={(kind) => kind && onChange({ ...column, to: targetOf(kind, from) })}
      />
      {to.kind === 'field' && (
        <Select
          flex={1}
          searchable
          aria-label={t('import.mapping_field')}
          allowDeselect={false}
          data={MAPPABLE_FIELDS.map((value) => ({ value, label: nameOf(value) }))}
          value={to.field}
          onChange={(field) => field && onChange({ ...column, to: { kind: 'field', field } })}
        />
      )}
      {(to.kind === 'attribute' || to.kind === 'code') && (
        <TextInput
          flex={1}
          aria-label={t('import.mapping_name')}
          placeholder={t('import.mapping_name')}
          value={to.name}
          onChange={(event) => onChange({ ...column, to: { kind: to.kind, name: event.currentTarget.value } })}
        />
      )}
      <IconButton icon={IconTrash} label={t('import.mapping_remove')} onClick={onRemove} />
    </Group>
  );
}
