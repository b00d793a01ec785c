import type { Pdc, PdcPayment } from '@gantry/contract';
import { amountText, decimalOf, minorUnitsOf, type SpaceRight } from '@gantry/domain';
import { normalForm } from '@gantry/engine';
import type { Row } from '../../../database/schema.generated.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { holdsAt, holdsInSpace } from '../../access/roles/roles.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { type PricedRow, pricedRows } from '../estimates/estimates.doors.service.ts';
import { estimateAt } from '../estimates/estimates.service.ts';
import {
  actsByPdc,
  addPdc,
  deletePdc,
  findPdc,
  listPdc,
  listPdcLines,
  lockPdc,
  type PdcChange,
  type PdcLine,
  type PdcRow,
  putPdcLines,
  sumEstimated,
  updatePdc,
} from './pdc.repository.ts';
import { planOf } from './pdc.planned.service.ts';
import { cashFlow, dayAfter, type FlowMonth, percentOf, priceOverRows, spreadOf } from './pdc.rules.ts';

const holds = (context: Context, db: Db, projectId: number | null, right: SpaceRight): Promise<boolean> =>
  projectId === null ? holdsInSpace(context, db, right) : holdsAt(context, db, projectId, right);

const DEFAULT_PAYMENT: PdcPayment = { advance: '0', retention: '0', lag_days: 0 };
const text = (amount: number | bigint | null, digits: number): string | null =>
  amount === null ? null : amountText(BigInt(amount), digits);

function pdcOut(row: PdcRow, estimated: number | null): Pdc {
  const { digits, amount } = row;
  return {
    id: row.id, project_id: row.project_id, name: row.name, number: row.number, side: row.side, state: row.state, party: row.party,
    note: row.note, currency: row.currency, digits, estimate_id: row.estimate_id, vat_rate: row.vat_rate,
    payment: { ...DEFAULT_PAYMENT, ...row.payment }, offers: row.offers, awarded_id: row.awarded_id, revision: row.revision,
    amount: text(amount, digits),
    estimated: text(estimated, digits),
    k: amount !== null && estimated ? Math.round((amount / estimated) * 1e7) / 1e7 : null,
    margin: amount === null || estimated === null ? null : text(amount - estimated, digits),
  }; // prettier-ignore
}

const sumOf = (lines: readonly PdcLine[], of: 'estimated' | 'amount'): number => lines.reduce((sum, line) => sum + line[of], 0);

export async function listOf(context: Context, projectId: number | undefined) {
  return context.read(async (db) => {
    const all = await listPdc(db, context.spaceId, projectId);
    const rights = new Map<number | null, boolean>();
    for (const { project_id } of all)
      if (!rights.has(project_id)) rights.set(project_id, await holds(context, db, project_id, 'estimate.read'));
    const seen = all.filter(({ project_id }) => rights.get(project_id));
    const sums = await sumEstimated(
      db,
      context.spaceId,
      seen.map(({ id }) => id),
    );
    return { pdc: seen.map((row) => pdcOut(row, sums.get(row.id) ?? null)) };
  });
}

/** A protocol that the caller may see; what they may not see is not there. */
export async function pdcAt(context: Context, db: Db, id: number, right: SpaceRight = 'estimate.read'): Promise<PdcRow> {
  const row = (await findPdc(db, context.spaceId, id)) ?? fail('pdc.not_found', { id });
  if (!(await holds(context, db, row.project_id, 'estimate.read'))) fail('pdc.not_found', { id });
  if (right !== 'estimate.read' && !(await holds(context, db, row.project_id, right))) fail('auth.forbidden', { right });
  return row;
}

export async function readPdc(context: Context, id: number) {
  const { row, lines, issued } = await context.read(async (db) => {
    const found = await pdcAt(context, db, id);
    return { row: found, lines: await listPdcLines(db, context.spaceId, id), issued: (await actsByPdc(db, context.spaceId, id)).issued };
  });
  const { digits } = row;
  const payment = { ...DEFAULT_PAYMENT, ...row.payment };
  const money = (amount: bigint): string => amountText(amount, digits);
  const bills = issued.map((act) => {
    const [net, vat] = [BigInt(act.total), BigInt(act.vat)];
    const total = net + vat;
    const parts = { net, vat, total, advance: percentOf(total, payment.advance), retention: percentOf(total, payment.retention) };
    return { act, from: act.from_day, to: act.to_day, due: dayAfter(act.to_day, payment.lag_days), ...parts };
  });
  const price = BigInt(row.amount ?? sumOf(lines, 'amount'));
  const ahead = percentOf(price + percentOf(price, row.vat_rate), payment.advance);
  const { flow, advanceOpen, keptBack } = cashFlow(bills, ahead, row.state === 'closed');
  const plan = await planOf(context, { estimateId: row.estimate_id, vatRate: row.vat_rate, payment }, lines);
  const planned = cashFlow(plan?.bills ?? [], 0n, true).flow;
  return {
    ...pdcOut(row, lines.length ? sumOf(lines, 'estimated') : null),
    lines: lines.map(({ estimate_row_id, estimated, amount, ...line }) => ({
      row_id: estimate_row_id,
      ...line,
      estimated: money(BigInt(estimated)),
      amount: money(BigInt(amount)),
    })),
    bills: bills.map(({ act, due, net, vat, total, advance: early, retention: kept }) => ({
      act_id: act.id, number: act.number, to: act.to_day, total: money(net), vat: money(vat), advance: money(early), retention: money(kept),
      payable: money(total - early - kept), due,
    })), // prettier-ignore
    flow: sumUp(flow, planned, money),
    planned: plan && { version_id: plan.versionId, open: money(plan.open), deflated: money(plan.deflated) },
    advance_open: money(advanceOpen),
    kept_back: money(keptBack),
  };
}

/** Months of what is and of what is planned side by side, and in all up to each. */
function sumUp(flow: readonly FlowMonth[], planned: readonly FlowMonth[], money: (amount: bigint) => string) {
  const [done, wanted] = [flow, planned].map((list) => new Map(list.map((one) => [one.month, one])));
  const all = { billed: 0n, paid: 0n, planned: 0n, plannedPaid: 0n };
  return [...new Set([...done.keys(), ...wanted.keys()])].sort().map((month) => {
    const [own, plan] = [done.get(month), wanted.get(month)];
    all.billed += own?.billed ?? 0n;
    all.paid += own?.paid ?? 0n;
    all.planned += plan?.billed ?? 0n;
    all.plannedPaid += plan?.paid ?? 0n;
    return {
      month,
      billed: money(own?.billed ?? 0n),
      paid: money(own?.paid ?? 0n),
      billed_in_all: money(all.billed),
      paid_in_all: money(all.paid),
      planned: money(plan?.billed ?? 0n),
      planned_paid: money(plan?.paid ?? 0n),
      planned_in_all: money(all.planned),
      planned_paid_in_all: money(all.plannedPaid),
    };
  });
}

type Fields = {
  name?: string | undefined;
  number?: string | undefined;
  side?: PdcRow['side'] | undefined;
  party?: string | undefined;
  note?: string | undefined;
  estimate_id?: number | null | undefined;
  amount?: string | null | undefined;
  vat_rate?: string | null | undefined;
  payment?: PdcPayment | undefined;
  offers?: number[] | undefined;
};

/** Creates a protocol; with an estimate its rows share the price at once. */
export async function createPdc(
  context: Context,
  { project_id, name, ...fields }: Fields & { name: string; project_id: number | null },
): Promise<number> {
  if (project_id !== null) await getNode(context, project_id, 'project');
  return context.write(async (tx) => {
    if (!(await holds(context, tx, project_id, 'estimate.edit'))) fail('auth.forbidden', { right: 'estimate.edit' });
    const id = await addPdc(tx, context.spaceId, { name, project_id });
    await change(context, tx, (await lockPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id }), fields);
    return id;
  });
}

type Change = Fields & {
  state?: PdcRow['state'] | undefined;
  award?: number | undefined;
  lines?: { row_id: number; amount: string }[] | undefined;
};

export async function changePdc(context: Context, id: number, { state, award, lines, ...fields }: Change): Promise<void> {
  await context.write(async (tx) => {
    await pdcAt(context, tx, id, 'estimate.edit');
    const row = (await lockPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id });
    const money = fields.estimate_id !== undefined || fields.amount !== undefined || lines !== undefined || award !== undefined;
    if (row.state !== 'offer' && money) fail('pdc.agreed', { name: row.name });
    await change(context, tx, row, fields);
    if (lines) await putAmounts(context, tx, id, lines);
    if (award !== undefined) await awardOffer(context, tx, id, award);
    if (state !== undefined && state !== row.state) await move(context, tx, id, state);
    context.note({ name: row.name, ...(state ? { state } : {}) });
  });
}

async function change(context: Context, tx: Tx, row: PdcRow, { amount, estimate_id, ...fields }: Fields): Promise<void> {
  const next: PdcChange = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const estimate = estimate_id ? await estimateOf(context, tx, row, estimate_id) : null;
  for (const offer of fields.offers ?? []) await estimateOf(context, tx, row, offer);
  if (estimate_id !== undefined) Object.assign(next, { estimate_id });
  if (estimate) Object.assign(next, { currency: estimate.currency, digits: estimate.digits });
  const digits = estimate?.digits ?? row.digits;
  if (amount !== undefined) next.amount = amount === null ? null : priceOf(amount, digits);
  if (Object.keys(next).length) await updatePdc(tx, context.spaceId, row.id, next);
  if (amount !== undefined || estimate_id !== undefined) await shareOut(context, tx, row.id);
}

function priceOf(given: string, digits: number): number {
  const units = minorUnitsOf(decimalOf(given) ?? { units: 0n, decimals: 0 }, digits);
  if (units > BigInt(Number.MAX_SAFE_INTEGER) || units < BigInt(-Number.MAX_SAFE_INTEGER)) fail('estimate.amount_too_large');
  return Number(units);
}

/** An estimate of the same project, or any one that the caller may see where the protocol has none. */
async function estimateOf(context: Context, db: Db, { project_id }: PdcRow, id: number): Promise<Row<'estimate'>> {
  const estimate = await estimateAt(context, db, id);
  if (project_id !== null && estimate.project_id !== project_id) fail('estimate.not_found', { id });
  return estimate;
}

const priced = (context: Context, db: Db, estimateId: number): Promise<PricedRow[]> =>
  pricedRows(db, context.spaceId, estimateId, { texts: true });
const amountOf = ({ current, base }: PricedRow): number => current ?? base ?? 0;

/** Rows of the estimate share the price of the contract; without a price they keep their amounts. */
async function shareOut(context: Context, tx: Tx, id: number): Promise<void> {
  const row = (await findPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id });
  const rows = row.estimate_id === null ? [] : await priced(context, tx, row.estimate_id);
  const amounts = rows.map((one) => BigInt(amountOf(one)));
  const parts = row.amount === null ? amounts : priceOverRows(BigInt(row.amount), amounts);
  await putPdcLines(
    tx,
    context.spaceId,
    row,
    rows.map((one, at) => lineOf(one, Number(parts[at]))),
  );
}

const lineOf = (row: PricedRow, amount: number): PdcLine => ({
  estimate_row_id: row.id,
  number: row.number,
  code: row.code,
  name: row.name,
  unit: row.unit,
  quantity: row.quantity,
  estimated: amountOf(row),
  amount,
});

/** Amounts of single lines; the price of the contract follows. */
async function putAmounts(context: Context, tx: Tx, id: number, changes: readonly { row_id: number; amount: string }[]): Promise<void> {
  const row = (await findPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id });
  const lines = await listPdcLines(tx, context.spaceId, id);
  const byId = new Map(lines.map((line) => [line.estimate_row_id, line]));
  for (const one of changes) {
    const line = byId.get(one.row_id) ?? fail('pdc.line_not_found', { id: one.row_id });
    line.amount = priceOf(one.amount, row.digits);
  }
  await putPdcLines(tx, context.spaceId, row, lines);
  await updatePdc(tx, context.spaceId, id, { amount: sumOf(lines, 'amount') });
}

/** Rows of an offer that stand for rows of the estimate: by number, else by code and name. */
export function offerByRow(
  lines: readonly Pick<PdcLine, 'estimate_row_id' | 'number' | 'code' | 'name'>[],
  offer: readonly PricedRow[],
): Map<number, PricedRow> {
  const keys: ((row: { number: string; code: string; name: string }) => string)[] = [
    ({ number }) => normalForm(number),
    ({ code, name }) => (code || name ? `${normalForm(code)}\n${normalForm(name)}` : ''),
  ];
  const found = new Map<number, PricedRow>();
  const taken = new Set<number>();
  for (const keyOf of keys) {
    const open = new Map(offer.filter(({ id }) => !taken.has(id)).map((row) => [keyOf(row), row]));
    for (const line of lines) {
      const row = found.has(line.estimate_row_id) || keyOf(line) === '' ? undefined : open.get(keyOf(line));
      if (!row || taken.has(row.id)) continue;
      found.set(line.estimate_row_id, row);
      taken.add(row.id);
    }
  }
  return found;
}

async function awardOffer(context: Context, tx: Tx, id: number, offerId: number): Promise<void> {
  const row = (await findPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id });
  if (!row.offers.includes(offerId)) fail('pdc.not_an_offer');
  if (row.estimate_id === null) fail('pdc.no_estimate', { name: row.name });
  const offer = await estimateOf(context, tx, row, offerId);
  if (offer.currency !== row.currency || offer.digits !== row.digits)
    fail('estimate.currency_differs', { own: row.currency, file: offer.currency });
  const lines = await listPdcLines(tx, context.spaceId, id);
  const offered = offerByRow(lines, await priced(context, tx, offerId));
  const agreed = lines.map((line) => {
    const one = offered.get(line.estimate_row_id);
    return { ...line, amount: one ? amountOf(one) : 0 };
  });
  await putPdcLines(tx, context.spaceId, row, agreed);
  await updatePdc(tx, context.spaceId, id, { amount: sumOf(agreed, 'amount'), awarded_id: offerId, state: 'agreed' });
}

/** An agreed contract goes back to an offer only while no act goes by it. */
async function move(context: Context, tx: Tx, id: number, state: PdcRow['state']): Promise<void> {
  const row = (await findPdc(tx, context.spaceId, id)) ?? fail('pdc.not_found', { id });
  if (state === 'agreed' && row.amount === null) fail('pdc.no_amount', { name: row.name });
  if (state === 'closed' && row.state === 'offer') fail('pdc.state', { name: row.name });
  if (state === 'offer' && (await actsByPdc(tx, context.spaceId, id)).count > 0) fail('pdc.in_acts', { name: row.name });
  await updatePdc(tx, context.spaceId, id, { state, ...(state === 'offer' ? { awarded_id: null } : {}) });
}

export async function removePdc(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const row = await pdcAt(context, tx, id, 'estimate.edit');
    if ((await actsByPdc(tx, context.spaceId, id)).count > 0) fail('pdc.in_acts', { name: row.name });
    context.note({ name: row.name });
    await deletePdc(tx, context.spaceId, id);
  });
}

/** The offers beside the estimate, row by row. */
export async function comparePdc(context: Context, id: number) {
  return context.read(async (db) => {
    const row = await pdcAt(context, db, id);
    const { digits, currency } = row;
    const lines = await listPdcLines(db, context.spaceId, id);
    const offers: { estimate: Row<'estimate'>; amounts: Map<number, number> }[] = [];
    for (const offerId of row.offers) {
      const estimate = await estimateAt(context, db, offerId);
      if (estimate.currency !== currency || estimate.digits !== digits)
        fail('estimate.currency_differs', { own: currency, file: estimate.currency });
      // Of an offer its amounts stay in memory alone: there may be many of them.
      const offered = offerByRow(lines, await priced(context, db, offerId));
      offers.push({ estimate, amounts: new Map([...offered].map(([id, one]) => [id, amountOf(one)])) });
    }
    return {
      currency,
      digits,
      offers: offers.map(({ estimate, amounts }) => ({
        estimate_id: estimate.id,
        name: `${estimate.number} ${estimate.name}`.trim(),
        total: amountText(BigInt(estimate.counted_current ?? estimate.counted_base ?? 0), digits),
        not_offered: lines.filter(({ estimate_row_id }) => !amounts.has(estimate_row_id)).length,
      })),
      rows: lines.map(({ estimate_row_id, estimated, amount: _amount, ...line }) => {
        const given = offers.map(({ amounts }) => {
          const one = amounts.get(estimate_row_id);
          return one === undefined ? null : BigInt(one);
        });
        const { lowest, median, spread } = spreadOf(given);
        return {
          row_id: estimate_row_id, ...line, estimated: amountText(BigInt(estimated), digits),
          offers: given.map((one) => text(one, digits)), lowest: text(lowest, digits), median: text(median, digits), spread,
        }; // prettier-ignore
      }),
    };
  });
}

export type PdcPrices = { estimateId: number; amounts: Map<number, number>; payment: PdcPayment };

/** Amounts of rows by an agreed contract and its terms of payment, for acts by it. */
export async function pricesOfPdc(context: Context, db: Db, id: number): Promise<PdcPrices> {
  const row = await pdcAt(context, db, id);
  if (row.estimate_id === null) fail('pdc.no_estimate', { name: row.name });
  if (row.state === 'offer') fail('pdc.state', { name: row.name });
  const lines = await listPdcLines(db, context.spaceId, id);
  const amounts = new Map(lines.map((line) => [line.estimate_row_id, line.amount]));
  return { estimateId: row.estimate_id, amounts, payment: { ...DEFAULT_PAYMENT, ...row.payment } };
}
