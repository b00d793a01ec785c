import { amountText, COST_PARTS, type CostPart } from '@gantry/domain';
import type { EstimateRow } from '../estimate-file.ts';
import { amountOf, type EstimateToWrite, exactPrice, partsOfRow } from './written-rows.ts';

/** Types of concepts by the standard. */
const TYPES: Partial<Record<CostPart, { mark: string; type: string }>> = {
  labour: { mark: 'MO', type: '1' },
  machines: { mark: 'MQ', type: '2' },
  materials: { mark: 'MT', type: '3' },
};
const KINDS: Record<string, string> = { labour: '1', machine: '2', material: '3' };
const plain = (text: string): string => text.replaceAll(/[|~\\\r\n]+/g, ' ').trim();
const codeFrom = (text: string): string => plain(text).replaceAll(/[\s#]+/g, '_');

/** A priced bill of quantities (FIEBDC-3): chapters, concepts with their prices and measurements, and what they take of wages, machinery and materials. */
export function bc3Of(estimate: EstimateToWrite): Uint8Array {
  const text = recordsOf(estimate);
  // The letters of the standard's own code page; other alphabets need one that it has since 2020.
  return /^[\n\r\t\x20-\x7e\xa0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(text.replace('|ANSI|', '|UTF-8|'));
}

function recordsOf({ number, name, currency, digits, rows }: EstimateToWrite): string {
  const taken = new Set<string>();
  const unique = (wanted: string, fallback: string): string => {
    const base = codeFrom(wanted) || fallback;
    let code = base;
    for (let next = 2; taken.has(code); next += 1) code = `${base}.${next}`;
    taken.add(code);
    return code;
  };
  const root = unique(number, 'ROOT');
  const below = Map.groupBy(rows.keys(), (at) => rows[at].parent);
  const concepts: string[] = [];
  const lists: string[] = [];
  const measured: string[] = [];
  const priceOf = (price: { units: bigint; decimals: number } | null): string => (price ? amountText(price.units, price.decimals) : '');
  const put = (at: number, parent: string, path: string): { code: string; sum: bigint; used: string } => {
    const row = rows[at];
    const code = unique(row.code, path);
    if (row.kind === 'section' || below.has(at)) {
      const sum = list(at, code, path, row.kind === 'section' ? null : row);
      concepts.push(`~C|${code}#||${plain(row.name)}|${amountText(sum, digits)}||0|`);
      return { code: `${code}#`, sum, used: '1' };
    }
    const amount = amountOf(row);
    const quantity = row.quantity.replace(',', '.');
    // An amount without a quantity that gives it is one whole.
    const price = amount === null ? null : exactPrice(quantity, amount, digits);
    const used = amount === null || price ? quantity : '1';
    const unit = price ?? (amount === null ? null : { units: amount, decimals: digits });
    concepts.push(`~C|${code}|${plain(row.unit)}|${plain(row.name)}|${priceOf(unit)}||${KINDS[row.kind] ?? '0'}|`);
    const parts = partsOfRow(row);
    const made = COST_PARTS.flatMap((part, place) => {
      const type = TYPES[part];
      const share = type && row.parts && parts[place] !== 0n ? exactPrice(used || '1', parts[place], digits) : null;
      if (!type || !share) return [];
      const resource = unique(`${code}.${type.mark}`, type.mark);
      concepts.push(`~C|${resource}||${type.mark}|${priceOf(share)}||${type.type}|`);
      return [`${resource}\\1\\1\\`];
    });
    if (made.length) lists.push(`~D|${code}|${made.join('')}|`);
    if (used) measured.push(`~M|${parent}\\${code}|${path.replaceAll('.', '\\')}\\|${used}||`);
    return { code, sum: amount ?? 0n, used: used || '1' };
  };
  const list = (at: number | null, code: string, path: string, own: EstimateRow | null = null): bigint => {
    let sum = 0n;
    const kept = (below.get(at) ?? []).filter((child) => rows[child].kind !== 'text');
    const cells = kept.map((child, place) => {
      const one = put(child, code, path ? `${path}.${place + 1}` : String(place + 1));
      sum += one.sum;
      return `${one.code}\\1\\${one.used}\\`;
    });
    const amount = own && amountOf(own);
    if (own && amount) {
      // A chapter has no amount of its own.
      const whole = unique(`${code}.0`, 'OWN');
      concepts.push(`~C|${whole}||${plain(own.name)}|${amountText(amount, digits)}||0|`);
      cells.push(`${whole}\\1\\1\\`);
      sum += amount;
    }
    if (cells.length) lists.push(`~D|${code}${at === null ? '##' : '#'}|${cells.join('')}|`);
    return sum;
  };
  const total = list(null, root, '');
  const head = [
    '~V|Gantry|FIEBDC-3/2020|Gantry||ANSI|',
    `~K|\\${digits}\\${digits}\\3\\${digits}\\${digits}\\${digits}\\${digits}\\${currency || 'EUR'}\\|0|`,
    `~C|${root}##||${plain(name)}|${amountText(total, digits)}||0|`,
  ];
  return [...head, ...concepts, ...lists, ...measured, ''].join('\r\n');
}
