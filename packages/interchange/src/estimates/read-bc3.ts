import { amountText, type CostPart, decimalOf, type Decimal, type EstimateRowKind, minorUnitsOf, productIn } from '@gantry/domain';
import { collectFindings, type Findings } from '../findings.ts';
import type { ByteSource, ReadOptions } from '../project-file.ts';
import { collectBytes } from '../text/byte-lines.ts';
import { bare, type Bc3Concept, type Bc3File, type Bc3Part, fileOf, textOf } from './bc3-file.ts';
import { detailsOf, lineOf, MOST_RESOURCES, type Packing, startPacking } from './row-details.ts';
import { blankRow, dividedInto, type EstimateFile, type EstimateRead, type EstimateRow, MOST_ROWS, sumOf } from './estimate-file.ts';

const MOST_BYTES = 256 << 20;
const DEEPEST = 64;
const DIGITS = 2;
/** Reads a Spanish cost estimate (FIEBDC-3). Never throws over a file. */
export async function readBc3(source: ByteSource, options: ReadOptions = {}): Promise<EstimateRead> {
  const findings = collectFindings();
  const bytes = await collectBytes(source, MOST_BYTES, options.onProgress);
  const estimate = bytes ? estimateOf(fileOf(textOf(bytes, options.codePage)), findings) : null;
  if (!bytes) findings.add({ severity: 'error', code: 'file.too_large' });
  return { estimate, findings: findings.list() };
}

/** What the standard's types of concepts are: wages, machinery, materials. */
const TYPES: Record<string, { part: CostPart; kind: EstimateRowKind }> = {
  '1': { part: 'labour', kind: 'labour' },
  '2': { part: 'machines', kind: 'machine' },
  '3': { part: 'materials', kind: 'material' },
};

type Reading = { file: Bc3File; rows: EstimateRow[]; packing: Packing; findings: Findings };

function estimateOf(file: Bc3File, findings: Findings): EstimateFile | null {
  const root = [...file.concepts.values()].find(({ code }) => code.endsWith('##'));
  if (!root) {
    findings.add({ severity: 'error', code: file.concepts.size ? 'estimate.empty' : 'estimate.not_recognised' });
    return null;
  }
  const read: Reading = { file, rows: [], packing: startPacking(), findings };
  const sum = addParts(bare(root.code), { parent: null, path: '' }, [bare(root.code)], read);
  if (read.rows.length >= MOST_ROWS) findings.add({ severity: 'error', code: 'estimate.too_many_rows', parameters: { most: MOST_ROWS } });
  read.packing.report(findings);
  const stated = amountOf(root.price);
  compare(stated, sum, root.name || bare(root.code), findings);
  return {
    format: 'bc3',
    profile: 'bc3',
    number: bare(root.code),
    name: root.name,
    currency: file.currency,
    digits: DIGITS,
    rows: read.rows,
    stated: { base: null, current: stated },
    counted: { base: null, current: sumOf(read.rows, 'current') },
    summary: summaryOf(sum, file.percents),
  };
}

function addParts(parent: string, place: { parent: number | null; path: string }, above: readonly string[], read: Reading): bigint {
  let sum = 0n;
  for (const [at, part] of (read.file.parts.get(parent) ?? []).entries()) {
    if (read.rows.length >= MOST_ROWS) return sum;
    const code = bare(part.code);
    const concept = read.file.concepts.get(code);
    if (!concept) read.findings.add({ severity: 'warning', code: 'estimate.missing_concept', value: code });
    else if (above.includes(code) || above.length > DEEPEST)
      read.findings.add({ severity: 'warning', code: 'estimate.cycle', value: code });
    else sum += addPart(parent, part, concept, { ...place, at: at + 1 }, above, read);
  }
  return sum;
}

function addPart(
  parent: string,
  part: Bc3Part,
  concept: Bc3Concept,
  place: { parent: number | null; path: string; at: number },
  above: readonly string[],
  read: Reading,
): bigint {
  const code = bare(part.code);
  const path = [place.path, String(place.at)].filter((text) => text !== '').join('.');
  const isChapter = part.code.endsWith('#') || concept.code.endsWith('#');
  const row: EstimateRow = {
    ...blankRow(place.parent, isChapter ? 'section' : (TYPES[concept.type]?.kind ?? 'work')),
    number: path,
    code,
    name: concept.name,
    unit: concept.unit,
  };
  const at = read.rows.push(row) - 1;
  if (isChapter) {
    const sum = addParts(code, { parent: at, path }, [...above, code], read);
    compare(amountOf(concept.price), sum, code, read.findings);
    return sum;
  }
  const quantity = quantityOf(parent, code, part, path, read);
  row.quantity = quantity;
  row.volumeCode = path;
  const [volume, price] = [decimalOf(quantity), decimalOf(concept.price)];
  row.current = volume && price ? productIn(volume, price, DIGITS) : null;
  if (volume) row.parts = dividedInto(row.current, row.kind, decomposed(code, volume, read.file));
  const more = Math.max(0, (read.file.parts.get(code)?.length ?? 0) - MOST_RESOURCES);
  row.details = detailsOf({
    formula: read.file.formulas.get(`${parent}\\${code}`) ?? '',
    resources: read.packing.pack(resourcesOf(code, volume ?? ONE, read.file), more),
  });
  return row.current ?? 0n;
}

const ONE: Decimal = { units: 1n, decimals: 0 };
const times = (left: Decimal, right: Decimal): Decimal => ({ units: left.units * right.units, decimals: left.decimals + right.decimals });

/** What a volume of a concept takes of wages, machinery and materials, by what it is made of. */
function decomposed(code: string, volume: Decimal, { parts, concepts }: Bc3File): Partial<Record<CostPart, bigint>> {
  const amounts: Partial<Record<CostPart, bigint>> = {};
  for (const part of parts.get(code) ?? []) {
    const concept = concepts.get(bare(part.code));
    const into = concept && TYPES[concept.type]?.part;
    const price = decimalOf(concept?.price ?? '');
    if (!into || !price) continue;
    const used = times(decimalOf(part.factor) ?? ONE, decimalOf(part.yield) ?? ONE);
    amounts[into] = (amounts[into] ?? 0n) + productIn(times(volume, used), price, DIGITS);
  }
  return amounts;
}

/** Lines of what a volume of a concept is made of; percentages on top, whose codes have `%`, and concepts that are missing have no amount. */
function resourcesOf(code: string, volume: Decimal, { parts, concepts }: Bc3File): string[] {
  return (parts.get(code) ?? []).slice(0, MOST_RESOURCES).map((part) => {
    const own = bare(part.code);
    const concept = concepts.get(own);
    const used = times(decimalOf(part.factor) ?? ONE, decimalOf(part.yield) ?? ONE);
    const isPercent = own.includes('%');
    const quantity = isPercent ? used : times(volume, used);
    const price = isPercent ? null : decimalOf(concept?.price ?? '');
    return lineOf((concept && TYPES[concept.type]?.part) ?? 'other', [
      own,
      concept?.name ?? '',
      concept?.unit ?? '',
      decimalText(quantity),
      concept && !isPercent ? concept.price : '',
      price ? amountText(productIn(quantity, price, DIGITS), DIGITS) : '',
      '',
      '',
    ]);
  });
}

/** A decimal without zeros at its end. */
const decimalText = ({ units, decimals }: Decimal): string =>
  decimals ? amountText(units, decimals).replace(/\.?0+$/, '') : amountText(units, 0);

/** A measurement counts before the yield of the decomposition. */
function quantityOf(parent: string, code: string, part: Bc3Part, number: string, { file, findings }: Reading): string {
  const measured = file.measured.get(`${parent}\\${code}`) ?? '';
  const yielded = part.yield || '1';
  if (!decimalOf(measured)) return decimalOf(yielded) ? yielded : '';
  if (decimalOf(part.yield) && !sameDecimal(measured, part.yield) && !sameDecimal(part.yield, '1'))
    findings.add({ severity: 'info', code: 'estimate.yield_differs', parameters: { number, counted: measured, stated: part.yield } });
  return measured;
}

const sameDecimal = (left: string, right: string): boolean => {
  const [a, b] = [decimalOf(left), decimalOf(right)];
  return a !== null && b !== null && a.units * 10n ** BigInt(b.decimals) === b.units * 10n ** BigInt(a.decimals);
};

function amountOf(text: string): bigint | null {
  const decimal = decimalOf(text);
  return decimal && minorUnitsOf(decimal, DIGITS);
}

function compare(stated: bigint | null, counted: bigint, field: string, findings: Findings): void {
  if (stated === null || stated === counted) return;
  const parameters = { stated: amountText(stated, DIGITS), counted: amountText(counted, DIGITS) };
  findings.add({ severity: 'warning', code: 'estimate.total_differs', field, parameters });
}

/** Overheads and profit on the sum, then the tax on all of that: CI, GG, BI, BAJA and IVA of the file. */
function summaryOf(sum: bigint, [, overheads = '', profit = '', discount = '', tax = '']: readonly string[]): EstimateFile['summary'] {
  const percent = (of: bigint, text: string): bigint => {
    const rate: Decimal = decimalOf(text) ?? { units: 0n, decimals: 0 };
    return minorUnitsOf({ units: of * rate.units, decimals: DIGITS + 2 + rate.decimals }, DIGITS);
  };
  const [gg, bi, baja] = [percent(sum, overheads), percent(sum, profit), percent(sum, discount)];
  const net = sum + gg + bi - baja;
  const iva = percent(net, tax);
  return [
    { key: 'overheads', amount: gg },
    { key: 'profit', amount: bi },
    ...(baja ? [{ key: 'discount', amount: -baja }] : []),
    { key: 'net', amount: net },
    { key: 'tax', amount: iva },
    { key: 'gross', amount: net + iva },
  ];
}
