import { amountText } from '@gantry/domain';
import type { EstimateAmounts, EstimateRead } from './estimate-file.ts';

/** Totals and findings of an estimate as JSON text. */
export function estimateSummary({ estimate, findings }: EstimateRead): string {
  const text = ({ base, current }: EstimateAmounts, digits: number): Record<string, string | null> => ({
    base: base === null ? null : amountText(base, digits),
    current: current === null ? null : amountText(current, digits),
  });
  if (!estimate) return `${JSON.stringify({ estimate: null, findings }, null, 2)}\n`;
  const { rows, stated, counted, summary = [], ...head } = estimate;
  const totals = { rows: rows.length, stated: text(stated, head.digits), counted: text(counted, head.digits) };
  const after = Object.fromEntries(summary.map(({ key, amount }) => [key, amountText(amount, head.digits)]));
  return `${JSON.stringify({ estimate: { ...head, ...totals, ...(summary.length ? { summary: after } : {}) }, findings }, null, 2)}\n`;
}
