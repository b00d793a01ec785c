import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Row = { code: string; name: string };
type Props = {
  label: string;
  rows: ReadonlyMap<number, Row>;
  value: number | null;
  onChange(id: number | null): void;
};

/** So many rows are offered; typing narrows them. */
const OFFERED = 50;

const textOf = ({ code, name }: Row): string => `${code} ${name}`.trim();

/** A row of a directory, found by what of its code or name is typed. */
export function RowPicker({ label, rows, value, onChange }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const chosen = value === null ? undefined : rows.get(value);
  const wanted = search === (chosen && textOf(chosen)) ? '' : search.trim().toLowerCase();
  const found: { value: string; label: string }[] = [];
  for (const [id, row] of rows) {
    if (found.length >= OFFERED) break;
    if (wanted === '' || textOf(row).toLowerCase().includes(wanted)) found.push({ value: String(id), label: textOf(row) });
  }
  if (chosen && !found.some((each) => each.value === String(value))) found.unshift({ value: String(value), label: textOf(chosen) });
  return (
    <Select
      label={label}
      placeholder={t('directory.find_row')}
      data={found}
      // What is offered has been found already.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={t('directory.no_row_found')}
      searchValue={search}
      onSearchChange={setSearch}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
