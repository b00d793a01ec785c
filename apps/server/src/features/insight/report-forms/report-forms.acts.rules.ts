import type { api, Output } from '@gantry/contract';
import { minuteAt, type ReportCell } from '@gantry/domain';

type Act = Output<typeof api.acts.get>;

/** What acts say in a report: plain values, so that they go to the thread. */
export type ReportedActs = { lines: Record<string, ReportCell>[]; sums: Record<string, ReportCell>[] };

/** The lines and sums of an act. */
export function actsOut(act: Act): ReportedActs {
  const lines = act.lines.map(({ number, estimate, code, name, unit, whole, before, now }): Record<string, ReportCell> => {
    const figures = (of: 'quantity' | 'amount'): Record<string, number> => {
      const [all, was, is] = [Number(whole[of]), Number(before[of]), Number(now[of])];
      return {
        [`${of}.whole`]: all,
        [`${of}.before`]: was,
        [`${of}.now`]: is,
        [`${of}.done`]: rounded(was + is),
        [`${of}.rest`]: rounded(all - was - is),
      };
    };
    const [quantity, amount] = [figures('quantity'), figures('amount')];
    const all = amount['amount.whole'];
    return {
      ...quantity,
      ...amount,
      position: number,
      estimate,
      code,
      name,
      unit,
      price: Number(whole.quantity) ? rounded(all / Number(whole.quantity)) : null,
      share: all ? amount['amount.done'] / all : null,
      retained: null,
    };
  });
  const period = Number(act.sums.period);
  const vat = Number(act.vat ?? 0);
  const sums: Record<string, ReportCell> = {
    name: act.schedule_name,
    number: act.number,
    from: dayOf(act.from),
    to: dayOf(act.to),
    since_start: Number(act.sums.since_start),
    since_year: Number(act.sums.since_year),
    period,
    vat,
    with_vat: rounded(period + vat),
  };
  return { lines, sums: [sums] };
}

/** Digits beyond those of money and volumes are noise of sums. */
const rounded = (value: number): number => Number(value.toFixed(6));
const dayOf = (day: string): ReportCell => ({ minute: minuteAt(`${day}T00:00`) });
