import { amountText, type CostPart, decimalOf, type Decimal, minorUnitsOf, productIn } from '@gantry/domain';
import { collectFindings, type Findings } from '../findings.ts';
import type { ByteSource, ReadOptions } from '../project-file.ts';
import { type ElementView, openElements } from '../xml/element-view.ts';
import { readElements } from '../xml/read-elements.ts';
import { detailsOf } from './row-details.ts';
import { blankRow, dividedInto, type EstimateFile, type EstimateRead, type EstimateRow, MOST_ROWS, sumOf } from './estimate-file.ts';

const LIMITS = { depth: 64, nodes: 30_000_000, textLength: 1 << 20 };
const DIGITS = 2;
const PHASES = new Set(['80', '81', '82', '83', '84', '85', '86', '87', '31']);

/** Reads a bill of quantities, an offer or an order in GAEB DA XML 3.x (X80 to X87, X31). Never throws over a file. */
export async function readGaeb(source: ByteSource, options: ReadOptions = {}): Promise<EstimateRead> {
  const findings = collectFindings();
  const read = await readElements(source, options, findings, LIMITS);
  const root = read ? openElements(read.elements, findings) : undefined;
  const estimate = root ? estimateOf(root, findings) : null;
  return { estimate, findings: findings.list() };
}

function estimateOf(root: ElementView, findings: Findings): EstimateFile | null {
  const award = root.child('Award') ?? root.child('Invoice');
  const phase = award?.text('DP') ?? '';
  const boq = award?.child('BoQ');
  if (phase === '89' || root.has('Invoice')) findings.add({ severity: 'error', code: 'estimate.is_invoice' });
  else if (root.name !== 'GAEB') findings.add({ severity: 'error', code: 'estimate.unknown_format', value: root.name });
  else if (!PHASES.has(phase)) findings.add({ severity: 'error', code: 'estimate.kind_not_read', value: `DP ${phase}` });
  else if (!boq) findings.add({ severity: 'error', code: 'estimate.empty' });
  if (!boq || root.name !== 'GAEB' || !PHASES.has(phase) || findings.list().some(({ code }) => code === 'estimate.is_invoice')) return null;
  const rows: EstimateRow[] = [];
  const read: Reading = { rows, findings, offered: 0n, components: componentNames(boq.child('BoQInfo')) };
  addBody(boq.child('BoQBody'), { parent: null, path: '', state: '' }, read);
  if (rows.length >= MOST_ROWS) findings.add({ severity: 'error', code: 'estimate.too_many_rows', parameters: { most: MOST_ROWS } });
  const info = boq.child('BoQInfo');
  const project = root.child('PrjInfo');
  const stated = { base: null, current: amountOf(info?.child('Totals'), 'Total') };
  const counted = { base: null, current: sumOf(rows, 'current') };
  if (stated.current !== null && stated.current !== counted.current) {
    const parameters = { stated: amountText(stated.current, DIGITS), counted: amountText(counted.current ?? 0n, DIGITS) };
    findings.add({ severity: 'warning', code: 'estimate.total_differs', field: 'current', parameters });
  }
  if (read.offered !== 0n) {
    const parameters = { offered: amountText(read.offered, DIGITS), approved: amountText((counted.current ?? 0n) - read.offered, DIGITS) };
    findings.add({ severity: 'info', code: 'estimate.offered', parameters });
  }
  return {
    format: 'gaeb',
    profile: 'gaeb',
    number: project?.text('NamePrj') ?? '',
    name: info?.text('LblBoQ') || info?.text('Name') || (project?.text('LblPrj') ?? ''),
    currency: award?.child('AwardInfo')?.text('Cur') || project?.text('Cur') || 'EUR',
    digits: DIGITS,
    rows,
    stated,
    counted,
    summary: summaryOf(info?.child('Totals'), findings),
  };
}

type Reading = { rows: EstimateRow[]; findings: Findings; offered: bigint; components: ReadonlyMap<string, CostPart> };
type Place = { parent: number | null; path: string; state: string };

function addBody(body: ElementView | undefined, place: Place, read: Reading): void {
  if (!body) return;
  const lists = body.children('Itemlist').flatMap((list) => ['Item', 'MarkupItem', 'Remark'].flatMap((name) => list.children(name)));
  const parts = [...body.children('BoQCtgy'), ...body.children('Remark'), ...lists].sort((a, b) => a.node - b.node);
  for (const part of parts) {
    if (read.rows.length >= MOST_ROWS) return;
    if (part.name === 'Remark') read.rows.push({ ...blankRow(place.parent, 'text'), name: textOf(part.child('Description')) });
    else if (part.name === 'BoQCtgy') {
      const path = numberOf(place.path, part);
      const name = textOf(part.child('LblTx'));
      const at = read.rows.push({ ...blankRow(place.parent, 'section'), number: path, name }) - 1;
      addBody(part.child('BoQBody'), { parent: at, path, state: part.text('COStatus') || place.state }, read);
    } else read.rows.push(itemRow(part, place, read));
  }
}

const numberOf = (path: string, part: ElementView): string =>
  [path, `${part.text('@RNoPart')}${part.text('@RNoIndex')}`].filter((text) => text !== '').join('.');

function itemRow(item: ElementView, place: Place, read: Reading): EstimateRow {
  const number = numberOf(place.path, item);
  const [quantity, price] = [item.text('Qty'), item.text('UP')];
  const row: EstimateRow = {
    ...blankRow(place.parent, item.name === 'MarkupItem' ? 'percent' : 'work'),
    number,
    name: nameOf(item),
    unit: item.text('QU'),
    quantity: decimalOf(quantity) ? quantity : '',
    volumeCode: number,
    // Work that is paid by the hour has its hours as its quantity.
    details: isYes(item, 'HourIt') && HOURS.has(item.text('QU').toLowerCase()) ? detailsOf({ hours: quantity }) : null,
  };
  const counts = !isYes(item, 'NotOffered') && item.text('Provis') !== 'WithoutTotal' && !(Number(item.text('ALNSerNo')) > 1);
  if (!counts) {
    read.findings.add({ severity: 'info', code: 'estimate.not_counted', parameters: { number } });
    return row;
  }
  row.current = statedOrCounted(item, number, [quantity, price], read.findings);
  row.parts = dividedInto(row.current, row.kind, componentsOf(item, quantity, read.components));
  if ((item.text('COStatus') || place.state) === 'Offered') read.offered += row.current ?? 0n;
  return row;
}

const HOURS = new Set(['std', 'std.', 'h']);
const COMPONENTS = ['1', '2', '3', '4', '5', '6'];
const COMPONENT_WORDS: readonly (readonly [RegExp, CostPart])[] = [
  [/lohn|labou?r|wages/i, 'labour'],
  [/gerät|geraet|machine|plant/i, 'machines'],
  [/stoff|material/i, 'materials'],
  [/gemeinkosten|overhead/i, 'overhead'],
  [/gewinn|profit/i, 'profit'],
];

/** Parts of unit prices by what the file calls them. */
function componentNames(info: ElementView | undefined): Map<string, CostPart> {
  const names = new Map<string, CostPart>();
  for (const place of COMPONENTS) {
    const named = info?.child(`LblUPComp${place}`);
    const label = `${named?.text('@Type') ?? ''} ${named?.value ?? ''}`;
    const part = COMPONENT_WORDS.find(([word]) => word.test(label))?.[1];
    if (part) names.set(place, part);
  }
  return names;
}

function componentsOf(item: ElementView, quantity: string, names: ReadonlyMap<string, CostPart>): Partial<Record<CostPart, bigint>> {
  const amounts: Partial<Record<CostPart, bigint>> = {};
  for (const [place, part] of names) {
    const [count, price] = [decimalOf(quantity), decimalOf(item.text(`UPComp${place}`))];
    if (count && price) amounts[part] = (amounts[part] ?? 0n) + productIn(count, price, DIGITS);
  }
  return amounts;
}

const isYes = (view: ElementView, name: string): boolean => view.text(name) === 'Yes';

/** The amount that an item states; without one its quantity times its price, rounded once. */
function statedOrCounted(item: ElementView, number: string, [quantity, price]: [string, string], findings: Findings): bigint | null {
  const stated = amountOf(item, 'IT');
  const parts = [decimalOf(quantity), decimalOf(price)] as const;
  const own = parts[0] && parts[1] ? productIn(parts[0], parts[1], DIGITS) : null;
  if (stated !== null && own !== null && stated !== own) {
    const parameters = { number, stated: amountText(stated, DIGITS), counted: amountText(own, DIGITS) };
    findings.add({ severity: 'warning', code: 'estimate.row_differs', parameters });
  }
  const percent = item.text('DiscountPcnt');
  if (percent !== '' && stated !== null && stated === own)
    findings.add({ severity: 'warning', code: 'estimate.discount_left', parameters: { number, percent } });
  return stated ?? own;
}

function amountOf(view: ElementView | undefined, name: string): bigint | null {
  const text = view?.text(name) ?? '';
  const decimal = decimalOf(text);
  if (text !== '' && !decimal) view?.report('warning', 'value.bad_number', name);
  return decimal && minorUnitsOf(decimal, DIGITS);
}

const percentOf = (amount: bigint, percent: Decimal): bigint =>
  minorUnitsOf({ units: amount * percent.units, decimals: DIGITS + 2 + percent.decimals }, DIGITS);

/** What follows the sum: the discount, and the tax by its rates, each rounded by itself; what the file has otherwise is a finding. */
function summaryOf(totals: ElementView | undefined, findings: Findings): EstimateFile['summary'] {
  const total = amountOf(totals, 'Total');
  if (!totals || total === null) return [];
  const summary: NonNullable<EstimateFile['summary']> = [];
  const add = (key: string, own: bigint, field: string): void => {
    const stated = amountOf(totals, field);
    if (stated !== null && stated !== own) {
      const parameters = { stated: amountText(stated, DIGITS), counted: amountText(own, DIGITS) };
      findings.add({ severity: 'warning', code: 'estimate.total_differs', field, parameters });
    }
    summary.push({ key, amount: own });
  };
  const discount = decimalOf(totals.text('DiscountPcnt'));
  const net = discount ? total - percentOf(total, discount) : total;
  if (discount) add('after_discount', net, 'TotAfterDisc');
  const parts = totals.children('VATPart');
  const rate = decimalOf(totals.text('VAT'));
  if (!parts.length && !rate) return summary;
  const tax = parts.length
    ? parts.reduce((sum, part) => {
        const percent = decimalOf(part.text('@VATPcnt'));
        return sum + (percent ? percentOf(amountOf(part, 'TotalNetPart') ?? 0n, percent) : 0n);
      }, 0n)
    : percentOf(net, rate ?? { units: 0n, decimals: 0 });
  add('tax', tax, 'VATAmount');
  add('gross', net + tax, 'TotalGross');
  return summary;
}

function nameOf(item: ElementView): string {
  const text = item.child('Description')?.child('CompleteText');
  return textOf(text?.child('OutlineText')) || textOf(text?.child('DetailTxt')) || textOf(item.child('Description')?.child('OutlineText'));
}

const TEXT_PARTS = ['p', 'span', 'br', 'div', 'OutlTxt', 'TextOutlTxt', 'OutlineText', 'CompleteText', 'DetailTxt', 'Text'];
const LONGEST = 512;

function textOf(view: ElementView | undefined): string {
  if (!view) return '';
  const parts = TEXT_PARTS.flatMap((name) => view.children(name)).sort((a, b) => a.node - b.node);
  const text = [view.value, ...parts.map(textOf)].join(' ');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}
