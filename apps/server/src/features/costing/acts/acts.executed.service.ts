import { amountText } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { pricesOfPdc } from '../pdc/pdc.service.ts';
import { countAct, issuedByRow, keyOfLine } from './acts.counting.service.ts';
import { type ActLine, customerActs, type NamedAct } from './acts.repository.ts';
import { quantityText, taxOfAct } from './acts.rules.ts';

const totalOf = (acts: readonly NamedAct[], of: 'total' | 'vat' = 'total'): bigint =>
  acts.reduce((sum, act) => sum + BigInt(act[of] ?? 0), 0n);

/**
 * Executed works of a schedule by issued acts that the customer pays: each row before a period, in it and in all. An act counts in the period
 * in which its last day is.
 */
export async function executed(context: Context, scheduleId: number, from: string, to: string) {
  await getNode(context, scheduleId, 'schedule');
  return context.read(async (db) => {
    const issued = (await customerActs(db, context.spaceId, scheduleId)).filter(({ state }) => state === 'issued');
    const all = issued.filter(({ to_day }) => to_day <= to);
    const inPeriod = all.filter(({ to_day }) => to_day >= from);
    const lines = await issuedByRow(db, context.spaceId, all, inPeriod);
    const { digits = 2, currency = '' } = all.at(-1) ?? {};
    const figures = (quantity: bigint, amount: bigint) => ({ quantity: quantityText(quantity), amount: amountText(amount, digits) });
    const sum = (acts: readonly NamedAct[]): string => amountText(totalOf(acts), digits);
    return {
      currency,
      digits,
      rows: Array.from(lines.values(), (line) => ({
        estimate_id: line.estimate_id,
        row_id: line.estimate_row_id,
        number: line.number,
        code: line.code,
        name: line.name,
        unit: line.unit,
        before: figures(line.quantity - line.late.quantity, line.amount - line.late.amount),
        period: figures(line.late.quantity, line.late.amount),
        total: figures(line.quantity, line.amount),
      })),
      sums: {
        since_start: sum(all),
        since_year: sum(all.filter(({ to_day }) => to_day.startsWith(to.slice(0, 4)))),
        period: sum(inPeriod),
      },
    };
  });
}

/** Figures of a row in its unit and its currency. */
type Part = { quantity: number; amount: number };
export type ExecutedRow = Pick<ActLine, 'estimate' | 'number' | 'code' | 'name' | 'unit'> & { whole: Part; before: Part; now: Part };

/** What acts by one contract, or by the estimates alone, have of a schedule. */
export type ExecutedByContract = {
  schedule: string;
  /** Numbers of the acts of the period, and the days that they are of. */
  numbers: string[];
  from: string;
  to: string;
  /** Every row, those too of which nothing is done. */
  rows: ExecutedRow[];
  /** Percent of acts that the contract keeps back; null: acts by no contract. */
  retention: number | null;
  sums: { since_start: number; since_year: number; period: number; vat: number };
};

type Asked = { versionId: number; scheduleId: number; from: string; to: string };

/**
 * Rows of estimates that a version carries with what acts have of them before a period and in it, by contracts of the customer. A draft of the
 * period counts as facts make it now.
 */
export async function executedByContract(context: Context, asked: Asked): Promise<ExecutedByContract[]> {
  const acts = (await context.read((db) => customerActs(db, context.spaceId, asked.scheduleId))).filter(({ to_day }) => to_day <= asked.to);
  const contracts = acts.length ? [...new Set(acts.map(({ pdc_id }) => pdc_id))] : [null];
  const found: ExecutedByContract[] = [];
  for (const contract of contracts) {
    const own = acts.filter(({ pdc_id }) => pdc_id === contract);
    found.push(await executedBy(context, asked, contract, own));
  }
  return found;
}

async function executedBy(
  context: Context,
  { versionId, scheduleId, from, to }: Asked,
  contract: number | null,
  acts: readonly NamedAct[],
): Promise<ExecutedByContract> {
  const issued = acts.filter(({ state }) => state === 'issued');
  const late = issued.filter(({ to_day }) => to_day >= from);
  const draft = acts.find(({ state, to_day }) => state === 'draft' && to_day >= from);
  const lines = await context.read((db) => issuedByRow(db, context.spaceId, issued, late));
  const at = draft?.version_id ?? versionId;
  await requireAt(context, at, 'plan.read');
  const prices = contract === null ? null : await context.read((db) => pricesOfPdc(context, db, contract));
  const counted = await countAct(context, at, scheduleId, draft?.to_day ?? to, { before: lines, prices, idle: true });
  const digits = issued.at(-1)?.digits ?? counted.digits;
  const money = (amount: bigint): number => Number(amountText(amount, digits));
  const part = ({ quantity, amount }: { quantity: bigint; amount: bigint }): Part => ({
    quantity: Number(quantityText(quantity)),
    amount: money(amount),
  });
  const nothing = { quantity: 0n, amount: 0n };
  const rows = counted.lines.map((line): ExecutedRow => {
    const had = lines.get(keyOfLine(line)) ?? { ...nothing, late: nothing };
    const drafted = draft ? line : nothing;
    const { estimate, number, code, name, unit } = line;
    return {
      estimate, number, code, name, unit,
      whole: part({ quantity: line.whole_quantity, amount: line.whole_amount }),
      before: part({ quantity: had.quantity - had.late.quantity, amount: had.amount - had.late.amount }),
      now: part({ quantity: drafted.quantity + had.late.quantity, amount: drafted.amount + had.late.amount }),
    }; // prettier-ignore
  });
  const fresh = draft ? counted.lines.reduce((sum, { amount }) => sum + amount, 0n) : 0n;
  const paid = { total: totalOf(issued), vat: totalOf(issued, 'vat') };
  const tax = draft ? taxOfAct(draft.vat_mode, draft.vat_rate, fresh, paid) : 0n;
  const billed = draft ? [...late, draft] : late;
  return {
    schedule: acts.at(-1)?.schedule_name ?? '',
    numbers: billed.map(({ number }) => number),
    from: billed[0]?.from_day ?? from,
    to: billed.at(-1)?.to_day ?? to,
    rows,
    retention: prices && Number(prices.payment.retention),
    sums: {
      since_start: money(totalOf(issued) + fresh),
      since_year: money(totalOf(issued.filter(({ to_day }) => to_day.startsWith(to.slice(0, 4)))) + fresh),
      period: money(totalOf(late) + fresh),
      vat: money(totalOf(late, 'vat') + tax),
    },
  };
}
