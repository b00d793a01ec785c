import type { Language } from '@gantry/domain';
import { type Cell, formatCsv, type Table, writeSheet } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { readAct } from './acts.service.ts';

const COLUMNS = [
  'number', 'code', 'head_name', 'unit',
  'whole_quantity', 'whole_amount', 'before_quantity', 'before_amount', 'now_quantity', 'now_amount',
]; // prettier-ignore

/** An act as a table in a language: quantities and amounts of the rows in all, before it and in it; under them the sums and what the act is. */
export async function exportAct(context: Context, id: number, format: 'xlsx' | 'csv', language: Language) {
  const act = await readAct(context, id);
  const texts = textsOf(language);
  const t = (key: string): string => texts[key] ?? key;
  const rows: Cell[][] = act.lines.map(({ number, code, name, unit, whole, before, now }) => [
    number, code, name, unit,
    ...[whole, before, now].flatMap(({ quantity, amount }) => [Number(quantity), Number(amount)]),
  ]); // prettier-ignore
  const aboutAct = (name: string, value: string): Cell[] => ['', '', name, value];
  const sum = (name: string, amount: string | null): Cell[] => [
    ...aboutAct(name, act.currency), null, null, null, null, null, Number(amount ?? 0),
  ]; // prettier-ignore
  const tax = t('act.sum_vat').replace('{{rate}}', () => decimalText(act.vat_rate ?? '', language));
  const table: Table = {
    headers: COLUMNS.map((column) => t(`act.${column}`)),
    rows: [
      ...rows,
      sum(t('act.sum_total'), act.total),
      ...(act.vat_rate === null ? [] : [sum(tax, act.vat)]),
      aboutAct(t('act.schedule'), act.schedule_name),
      aboutAct(t('act.from'), dateText(act.from)),
      aboutAct(t('act.to'), dateText(act.to)),
      aboutAct(t('act.state'), act.state === 'draft' ? t('act.draft') : textOfIssue(act, t('act.issued_by'))),
    ],
    formats: [null, null, null, null, ...[1, 2, 3].flatMap(() => [QUANTITY, `#,##0${act.digits ? `.${'0'.repeat(act.digits)}` : ''}`])],
  };
  const name = `act-${act.number.replaceAll(/[^\w-]+/g, '-') || id}.${format}`;
  if (format === 'xlsx')
    return {
      name,
      bytes: Buffer.from(
        await writeSheet(
          t('act.name').replace('{{number}}', () => act.number),
          table,
        ),
      ),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
  const point = language === 'en-US' ? '.' : ',';
  return { name, bytes: Buffer.from(`\ufeff${formatCsv(table, ';', point)}`), mediaType: 'text/csv; charset=utf-8' };
}

/** Quantities have at most seven decimals. */
const QUANTITY = '#,##0.#######';

/** DD.MM.YYYY, as everywhere in the product. */
const dateText = (day: string): string => day.slice(0, 10).split('-').reverse().join('.');

const decimalText = (text: string, language: Language): string => (language === 'en-US' ? text : text.replace('.', ','));

const textOfIssue = ({ issued_by, issued_at }: { issued_by: string; issued_at: string | null }, text: string): string =>
  text.replace('{{name}}', () => issued_by).replace('{{day}}', () => dateText(issued_at ?? ''));
