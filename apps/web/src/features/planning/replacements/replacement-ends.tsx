import type { FoundDirectoryRow } from '@gantry/contract';
import type { JsonValue, Replaced, ReplacementKind, ResourceName } from '@gantry/domain';
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConditionColumn, readValue, type ValueForm, writeValue } from '../../../ui/conditions/conditions.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useDirectories } from '../../catalog/directories/directories.queries.ts';
import { RowPicker } from '../../catalog/directories/row-picker.tsx';
import { useVersionResources } from '../resources/resources.queries.ts';

/** What an open version offers to choose from. */
export type Offers = {
  spaceId: number;
  scheduleId: number;
  versionId: number;
  people: readonly { value: number; label: string }[];
  attributes: readonly ConditionColumn[];
  form: ValueForm;
};

type Of<K extends ReplacementKind> = Extract<Replaced, { kind: K }>;
type Ends<K extends ReplacementKind> = { offers: Offers; value: Of<K> | null; onChange(what: Of<K> | null): void };

const same = (one: ResourceName, other: ResourceName): boolean => one.code === other.code && one.name === other.name;

function ResourceEnds({ offers, value, onChange }: Ends<'resource'>) {
  const { t } = useTranslation();
  const resources = useVersionResources(offers.versionId).data?.resources ?? [];
  const [ends, setEnds] = useState<{ from: ResourceName | null; to: ResourceName | null }>({
    from: value?.from ?? null,
    to: value?.to ?? null,
  });
  const [productivity, setProductivity] = useState<number | null>(value?.productivity ?? 1);
  const report = (next: typeof ends, factor: number | null): void => {
    const { from, to } = next;
    onChange(from && to && factor ? { kind: 'resource', from, to, productivity: factor } : null);
  };
  const old = resources.find((one) => ends.from && same(one, ends.from));
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <Select
          key={end}
          size="xs"
          searchable
          label={t(`replacement.${end}`)}
          data={resources
            // What takes over is of the same kind.
            .filter(({ kind }) => end === 'from' || !old || kind === old.kind)
            .map(({ id, code, name }) => ({ value: String(id), label: code && code !== name ? `${code} ${name}` : name }))}
          value={String(resources.find((one) => ends[end] && same(one, ends[end]))?.id ?? '') || null}
          onChange={(id) => {
            const found = resources.find((one) => String(one.id) === id);
            const next = { ...ends, [end]: found ? { code: found.code, name: found.name } : null };
            setEnds(next);
            report(next, productivity);
          }}
        />
      ))}
      <NumberField
        size="xs"
        label={t('replacement.productivity')}
        min={0.001}
        max={1000}
        value={productivity}
        onChange={(factor) => {
          setProductivity(factor);
          report(ends, factor);
        }}
      />
    </>
  );
}

type People = { from: number | null; to: number | null };
type PeopleProps<K> = { offers: Offers; value: People | null; onChange(what: (People & { kind: K }) | null): void };

function personEnds<K extends 'executor' | 'curator'>(kind: K) {
  return function PersonEnds({ offers, value, onChange }: PeopleProps<K>) {
    const { t } = useTranslation();
    const [ends, setEnds] = useState<People>({ from: value?.from ?? null, to: value?.to ?? null });
    return (['from', 'to'] as const).map((end) => (
      <Select
        key={end}
        size="xs"
        searchable
        label={t(`replacement.${end}`)}
        allowDeselect={false}
        data={[
          { value: '', label: t('replacement.nobody') },
          ...offers.people.map(({ value: id, label }) => ({ value: String(id), label })),
        ]}
        value={ends[end] === null ? '' : String(ends[end])}
        onChange={(id) => {
          const next = { ...ends, [end]: id ? Number(id) : null };
          setEnds(next);
          onChange({ kind, ...next });
        }}
      />
    ));
  };
}

function AttributeEnds({ offers, value, onChange }: Ends<'attribute'>) {
  const { t } = useTranslation();
  const [name, setName] = useState(value?.attribute ?? null);
  const column = offers.attributes.find(({ title }) => title === name);
  const [texts, setTexts] = useState({
    from: column ? writeValue(value?.from, column.type, offers.form) : '',
    to: column ? writeValue(value?.to, column.type, offers.form) : '',
  });
  const valueOf = (of: ConditionColumn, text: string): JsonValue | undefined =>
    of.type === 'flag' ? (text === '' ? null : text === 'true') : readValue(text, of.type, offers.form);
  const report = (of: ConditionColumn, next: typeof texts): void => {
    const [from, to] = [valueOf(of, next.from), valueOf(of, next.to)];
    onChange(from === undefined || to === undefined ? null : { kind: 'attribute', attribute: of.title, from, to });
  };
  return (
    <>
      <Select
        size="xs"
        searchable
        label={t('replacement.attribute')}
        data={offers.attributes.map(({ title }) => title)}
        value={name}
        onChange={(title) => {
          setName(title);
          setTexts({ from: '', to: '' });
          onChange(null);
        }}
      />
      {column &&
        (['from', 'to'] as const).map((end) => {
          const put = (text: string): void => {
            const next = { ...texts, [end]: text };
            setTexts(next);
            report(column, next);
          };
          const label = t(`replacement.${end}`);
          return column.options ? (
            <Select
              key={end}
              size="xs"
              clearable
              searchable
              label={label}
              placeholder={t('replacement.no_value')}
              data={column.options}
              value={texts[end] || null}
              onChange={(text) => put(text ?? '')}
            />
          ) : (
            <TextInput
              key={end}
              size="xs"
              label={label}
              placeholder={t('replacement.no_value')}
              value={texts[end]}
              error={valueOf(column, texts[end]) === undefined}
              onChange={({ currentTarget }) => put(currentTarget.value)}
            />
          );
        })}
    </>
  );
}

function DirectoryEnds({ offers, value, onChange }: Ends<'directory_row'>) {
  const { t } = useTranslation();
  const directories = useDirectories(offers.spaceId, offers.scheduleId).data?.directories ?? [];
  const [directory, setDirectory] = useState<number | null>(value?.directory_id ?? null);
  const [rows, setRows] = useState<{ from: FoundDirectoryRow | null; to: FoundDirectoryRow | null }>({ from: null, to: null });
  return (
    <>
      <Select
        size="xs"
        label={t('replacement.directory')}
        data={directories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={directory === null ? null : String(directory)}
        onChange={(id) => {
          setDirectory(id === null ? null : Number(id));
          setRows({ from: null, to: null });
          onChange(null);
        }}
      />
      {(['from', 'to'] as const).map((end) => (
        <RowPicker
          key={end}
          label={t(`replacement.${end}`)}
          spaceId={offers.spaceId}
          place={directory === null ? null : { epsId: offers.scheduleId, directoryId: directory }}
          value={rows[end]}
          onChange={(row) => {
            const next = { ...rows, [end]: row };
            setRows(next);
            const { from, to } = next;
            onChange(
              directory !== null && from && to ? { kind: 'directory_row', directory_id: directory, from: from.id, to: to.id } : null,
            );
          }}
        />
      ))}
    </>
  );
}

/** What is replaced by what, chosen kind by kind. */
export const REPLACEMENT_ENDS: { [K in ReplacementKind]: (props: Ends<K>) => ReactNode } = {
  resource: ResourceEnds,
  executor: personEnds('executor'),
  curator: personEnds('curator'),
  attribute: AttributeEnds,
  directory_row: DirectoryEnds,
};
