import { amountText, decimalOf } from '@gantry/domain';
import { escapeXml } from '../../xml/write-elements.ts';
import { amountOf, type EstimateToWrite } from './written-rows.ts';

const NAMESPACE = 'http://www.gaeb.de/GAEB_DA_XML/DA';
const MOST_PRICE_DECIMALS = 3;

/** A bill of quantities in GAEB DA XML, without prices (X83) or with them (X84). */
export function gaebOf({ number, name, currency, digits, rows }: EstimateToWrite, priced: boolean): string {
  const phase = priced ? '84' : '83';
  const below = Map.groupBy(rows.keys(), (at) => rows[at].parent);
  const total = rows.reduce((sum, row) => sum + (row.kind === 'section' ? 0n : (amountOf(row) ?? 0n)), 0n);
  const text = (tag: string, value: string): string => `<${tag}>${escapeXml(value)}</${tag}>`;
  const plain = (value: string): string => `<p><span>${escapeXml(value)}</span></p>`;
  const item = (at: number, place: number): string => {
    const row = rows[at];
    const label = `<Description><CompleteText><OutlineText><OutlTxt><TextOutlTxt>${plain(row.name)}</TextOutlTxt></OutlTxt></OutlineText></CompleteText></Description>`;
    if (row.kind === 'text') return `<Remark>${label}</Remark>`;
    const amount = amountOf(row);
    const quantity = decimalOf(row.quantity) ? row.quantity.replace(',', '.') : '';
    const money = priced && amount !== null ? `${priceOf(quantity, amount, digits)}${text('IT', amountText(amount, digits))}` : '';
    return `<Item RNoPart="${pad(place)}">${quantity && text('Qty', quantity)}${row.unit && text('QU', row.unit)}${money}${label}</Item>`;
  };
  const body = (parent: number | null, depth: number): string => {
    const own = below.get(parent) ?? [];
    const sections = own.filter((at) => rows[at].kind === 'section');
    const items = own.filter((at) => rows[at].kind !== 'section');
    const list = items.length ? `<Itemlist>${items.map((at, place) => item(at, sections.length + place + 1)).join('')}</Itemlist>` : '';
    const parts = sections.map(
      (at, place) => `<BoQCtgy RNoPart="${pad(place + 1)}"><LblTx>${plain(rows[at].name)}</LblTx>${body(at, depth + 1)}</BoQCtgy>`,
    );
    return `<BoQBody>${list}${parts.join('')}</BoQBody>`;
  };
  const totals = priced ? `<Totals>${text('Total', amountText(total, digits))}</Totals>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<GAEB xmlns="${NAMESPACE}${phase}/3.3"><PrjInfo>${text('NamePrj', number)}</PrjInfo><Award>${text('DP', phase)}<AwardInfo>${text('Cur', currency || 'EUR')}</AwardInfo><BoQ><BoQInfo>${text('LblBoQ', name)}${totals}</BoQInfo>${body(null, 0)}</BoQ></Award></GAEB>`;
}

const pad = (place: number): string => String(place).padStart(4, '0');

/** The price of one unit, where three decimals of it give the amount; the standard allows no more. */
function priceOf(quantity: string, amount: bigint, digits: number): string {
  const decimal = decimalOf(quantity);
  if (!decimal || decimal.units <= 0n) return '';
  const scale = 10n ** BigInt(decimal.decimals + MOST_PRICE_DECIMALS - digits);
  const over = amount * scale;
  return over % decimal.units === 0n ? `<UP>${amountText(over / decimal.units, MOST_PRICE_DECIMALS)}</UP>` : '';
}
