import { minuteAt, type ReportCell } from '@gantry/domain';
import type { ExecutedByContract } from '../../costing/acts/acts.service.ts';

type Lines = Record<string, ReportCell>[];
/** What acts say in a report: plain values, so that they go to the thread. `lines` are what the period bills, `rows` every row of the work. */
export type ReportedActs = { lines: Lines; rows: Lines; sums: Lines };

/** Rows and sums of the acts of a period, contract by contract. */
export function actsOut(contracts: readonly ExecutedByContract[]): ReportedActs {
  const rows = contracts.flatMap(({ rows: own, retention }) => own.map((row) => ({ ...row, retention })));
  return {
    lines: rows.filter(({ now }) => now.quantity !== 0 || now.amount !== 0).map(lineOf),
    rows: rows.map(lineOf),
    sums: contracts.map(({ schedule, numbers, from, to, sums }) => ({
      name: schedule,
      number: numbers.join(', '),
      from: dayOf(from),
      to: dayOf(to),
      ...sums,
      with_vat: rounded(sums.period + sums.vat),
    })),
  };
}

type Row = ExecutedByContract['rows'][number] & Pick<ExecutedByContract, 'retention'>;

function lineOf({ estimate, number, code, name, unit, whole, before, now, retention }: Row): Record<string, ReportCell> {
  const figures = (of: 'quantity' | 'amount'): Record<string, number> => ({
    [`${of}.whole`]: whole[of],
    [`${of}.before`]: before[of],
    [`${of}.now`]: now[of],
    [`${of}.done`]: rounded(before[of] + now[of]),
    [`${of}.rest`]: rounded(whole[of] - before[of] - now[of]),
  });
  return {
    ...figures('quantity'),
    ...figures('amount'),
    position: number,
    estimate,
    code,
    name,
    unit,
    price: whole.quantity ? rounded(whole.amount / whole.quantity) : null,
    share: whole.amount ? rounded(before.amount + now.amount) / whole.amount : null,
    retained: retention === null ? null : rounded(((before.amount + now.amount) * retention) / 100),
  };
}

/** Digits beyond those of money and of volumes, which have seven, are noise of sums. */
const rounded = (value: number): number => Number(value.toFixed(7));
const dayOf = (day: string): ReportCell => ({ minute: minuteAt(`${day}T00:00`) });
