import type { ComplianceRule, ComplianceRuleIn, CostCoverage } from '@gantry/contract';
import { RULE_FIELDS } from '@gantry/domain';

/** A rule that says nothing yet. */
export const BLANK_RULE: ComplianceRuleIn = {
  name: '',
  active: true,
  when: {},
  to: { kind: 'work', attribute: '', value: '' },
  take: { share: null, by: null, parts: null, unit_factor: null },
};

/** What a rule is for, as pieces of text: the field (a key of `compliance.field_…`) and what it must be. */
export function whenPieces({ when }: Pick<ComplianceRule, 'when'>): { field: string; text: string }[] {
  const pieces: { field: string; text: string }[] = RULE_FIELDS.flatMap((field) => (when[field] ? [{ field, text: when[field] }] : []));
  if (when.kinds?.length) pieces.push({ field: 'kinds', text: when.kinds.join(', ') });
  if (when.dimensions?.length) pieces.push({ field: 'dimensions', text: when.dimensions.join(', ') });
  if (when.if) pieces.push({ field: 'if', text: when.if });
  return pieces;
}

export const PARTS = ['by_hand', 'by_rule', 'ignored', 'unlinked'] as const;
export type Part = (typeof PARTS)[number];
type Parts = CostCoverage['parts'];

/** The parts of the money in percent of it; together 100, whatever their signs. */
export function sharesOf(parts: Parts): Record<Part, number> {
  const sizes = PARTS.map((part) => Math.abs(Number(parts[part].amount)));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return Object.fromEntries(PARTS.map((part, at) => [part, all ? (sizes[at] / all) * 100 : 0])) as Record<Part, number>;
}

/** The share of the money that works carry or that is left out on purpose, in percent, rounded down: 100 means all of it. */
export function settledShare(parts: Parts, total: string): number {
  const all = Number(total);
  if (!all) return 100;
  const open = Number(parts.unlinked.amount);
  return Math.floor((1 - open / all) * 1000) / 10;
}
