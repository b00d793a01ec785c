import { formatCsv, type Table, writeSheet } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { readAct } from './acts.service.ts';

/** An act as a table: quantities and amounts of the rows in all, before it and in it, with the tax under them. */
export async function exportAct(context: Context, id: number, format: 'xlsx' | 'csv') {
  const act = await readAct(context, id);
  const headers = ['No.', 'Code', 'Name', 'Unit', 'Quantity', 'Amount', 'Quantity before', 'Amount before', 'Quantity now', 'Amount now'];
  const rows: Table['rows'] = act.lines.map(({ number, code, name, unit, whole, before, now }) => [
    number, code, name, unit,
    ...[whole, before, now].flatMap(({ quantity, amount }) => [Number(quantity), Number(amount)]),
  ]); // prettier-ignore
  const total = (name: string, amount: string | null) => ['', '', name, '', null, null, null, null, null, Number(amount ?? 0)];
  const table: Table = { headers, rows: [...rows, total('Total', act.total), total('VAT', act.vat)] };
  const name = `act-${act.number.replaceAll(/[^\w-]+/g, '-') || id}.${format}`;
  if (format === 'xlsx')
    return {
      name,
      bytes: Buffer.from(await writeSheet('Act', table)),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
  return { name, bytes: Buffer.from(`\ufeff${formatCsv(table, ';')}`), mediaType: 'text/csv; charset=utf-8' };
}
