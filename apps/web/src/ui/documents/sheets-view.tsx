import { type SheetCell, SHEETS_SHOWN, type ShownSheet } from '@gantry/contract';
import { Tabs } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, DATE_TIME_FORMAT, formatLocal } from '../../lib/dates.ts';
import { formatNumber, roundTo } from '../../lib/numbers.ts';
import classes from './content-view.module.css';

/** The tables of a workbook or of separated values, a sheet a tab, numbers and dates in the person's form. */
export function SheetsView({ sheets, name }: { sheets: readonly ShownSheet[]; name: string }) {
  const { t } = useTranslation();
  const [at, setAt] = useState('0');
  const sheet = sheets[Number(at)] ?? sheets[0];
  return (
    <>
      {sheets.length > 1 && (
        <Tabs value={at} onChange={(next) => setAt(next ?? '0')}>
          <Tabs.List aria-label={t('storage.sheets')} className={classes.tabs}>
            {sheets.map((one, index) => (
              <Tabs.Tab key={index} value={String(index)}>
                {one.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <Sheet sheet={sheet} name={sheet.name || name} />
      {sheet.cut && <p className={classes.cut}>{t('storage.sheet_cut', { rows: SHEETS_SHOWN.rows, columns: SHEETS_SHOWN.columns })}</p>}
    </>
  );
}

const LETTERS = 26;
const FIRST_LETTER = 65;
/** `A`, `Z`, `AA`: the name of a column in programs of tables. */
function columnName(index: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (index % LETTERS));
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last;
}

function Sheet({ sheet: { rows }, name }: { sheet: ShownSheet; name: string }) {
  const { t } = useTranslation();
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (!width) return <p className={classes.empty}>{t('storage.sheet_empty')}</p>;
  const columns = Array.from({ length: width }, (_none, index) => index);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.box} role="region" aria-label={name} tabIndex={0} data-autofocus>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {columns.map((index) => (
              <th key={index} scope="col">
                {columnName(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column) => (
                <td key={column} data-number={typeof row[column] === 'number' || undefined}>
                  {textOf(row[column] ?? null, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MOST_DECIMALS = 6;
const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(roundTo(value, MOST_DECIMALS)))?.[1].length ?? 0;

function textOf(cell: SheetCell, t: TFunction): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return formatNumber(cell, { decimals: decimalsOf(cell) });
  if (typeof cell === 'boolean') return t(cell ? 'storage.yes' : 'storage.no');
  if (typeof cell === 'string') return cell;
  return formatLocal(cell.date, cell.date.endsWith('T00:00') ? DATE_FORMAT : DATE_TIME_FORMAT);
}
