import type { RuleBody } from '@gantry/contract';
import { conditionOf, type Fraction, fractionOf, type OpenRule, openMask } from '@gantry/engine';
import { COST_PARTS, type CostPart, type CostWeight, RULE_FIELDS } from '@gantry/domain';
import { fail } from '../../../platform/fail.ts';

/** What is wrong with a rule: the field and the code of the refusal; null where nothing is. */
export function troubleOf({ when, to, take }: RuleBody): { field: string; code: 'mask' | 'condition' | 'target' } | null {
  for (const field of RULE_FIELDS) if (when[field] && !openMask(when[field])) return { field, code: 'mask' };
  if (when.if && !conditionOf(when.if)) return { field: 'if', code: 'condition' };
  if (to.kind !== 'ignore' && !to.value) return { field: 'value', code: 'target' };
  if (to.kind === 'attribute' && !to.attribute) return { field: 'attribute', code: 'target' };
  if (/\{(?!\d\}|num\}|volume_code\})/.test(to.value)) return { field: 'value', code: 'target' };
  if (take.share !== null && !fractionOf(take.share)) return { field: 'share', code: 'target' };
  return null;
}

export function requireRule(body: RuleBody): void {
  const trouble = troubleOf(body);
  if (trouble) fail(`compliance_rule.${trouble.code}`, { field: trouble.field });
}

/** What is left of each part that a row has, by its place in `COST_PARTS`; null: nothing. */
type Left = readonly (readonly [place: number, left: Fraction | null])[];
/** A row of an estimate: what links that rules leave alone leave of it, and the works of these. */
export type OpenRow = { left: Left; items: ReadonlySet<number | null> };
export type RuleToApply = { id: number; to: RuleBody['to']; take: RuleBody['take']; open: OpenRule };

/** A link that a rule makes. */
export type Taken = {
  row: number;
  itemId: number | null;
  ruleId: number;
  share: string;
  by: CostWeight | null;
  parts: CostPart[] | null;
  unitFactor: number | null;
};
/** Rows of a rule whose target is not in the version, by the target. */
export type Missing = { ruleId: number; target: string; rows: number[] };
/** `taken` and `lacking` count rows of each rule: those that it takes of, and those that have none of its parts. */
export type Applied = { links: Taken[]; missing: Missing[]; taken: Map<number, number>; lacking: Map<number, number> };

const MOST_UNDER = 999_999_999n;
/** Links that rules make at once: more would not fit into memory. */
const MOST_LINKS = 300_000;

/**
 * Rules one after the other over rows that still have something left: a rule takes its share of that, or all of it, of the parts that it is
 * for. A rule without a target in the version leaves its rows to those behind it. A work has one link with a row, and a link one share: of
 * parts that have different amounts left, a share takes those that most of them agree on.
 */
export function applyRules(
  rows: readonly OpenRow[],
  rules: readonly RuleToApply[],
  resolve: (to: RuleBody['to'], text: string) => readonly number[],
): Applied {
  const left = rows.map((row) => row.left);
  const items = rows.map((row) => new Set(row.items));
  const applied: Applied = { links: [], missing: [], taken: new Map(), lacking: new Map() };
  for (const { id, to, take, open } of rules) {
    const lost = new Map<string, number[]>();
    let [taken, lacking] = [0, 0];
    for (const row of rowsIn(open.bits)) {
      if (take.parts && !left[row].some(([place]) => isOf(take.parts, place))) lacking += 1;
      const rest = openParts(left[row], take);
      if (!rest.length) continue;
      const target = open.fill(to.value, row);
      const found = to.kind === 'ignore' ? [null] : resolve(to, target);
      if (!found.length) {
        const list = lost.get(target);
        if (list) list.push(row);
        else lost.set(target, [row]);
        continue;
      }
      const fresh = found.filter((item) => !items[row].has(item));
      const share = shareOf(take.share, rest[0][1], fresh.length);
      if (!fresh.length || share === null) continue;
      if (applied.links.length + fresh.length > MOST_LINKS) fail('compliance_rule.too_many_links', { most: MOST_LINKS });
      const places = new Set(rest.map(([place]) => place));
      const parts = places.size === left[row].length ? take.parts : COST_PARTS.filter((_part, place) => places.has(place));
      for (const itemId of fresh) {
        items[row].add(itemId);
        applied.links.push({
          row,
          itemId,
          ruleId: id,
          share: share.text,
          by: share.text === '' ? take.by : null,
          parts,
          unitFactor: take.unit_factor,
        });
      }
      left[row] = left[row].map(([place, some]) => [place, places.has(place) ? share.left : some]);
      taken += 1;
    }
    applied.taken.set(id, taken);
    applied.lacking.set(id, lacking);
    for (const [target, missed] of lost) applied.missing.push({ ruleId: id, target, rows: missed });
  }
  return applied;
}

/** Whether a part, by its place, is one of some; null: of all. */
const isOf = (parts: readonly CostPart[] | null, place: number): boolean => !parts || parts.includes(COST_PARTS[place]);

/** The parts of a row that a rule takes of. */
function openParts(left: Left, { share, parts }: RuleBody['take']): [place: number, left: Fraction][] {
  const open = left.flatMap(([place, some]): [number, Fraction][] => (some && isOf(parts, place) ? [[place, some]] : []));
  if (share === null || open.length < 2) return open;
  const alike = [...Map.groupBy(open, ([, { over, under }]) => `${over}/${under}`).values()];
  return alike.reduce((most, one) => (one.length > most.length ? one : most));
}

function* rowsIn(bits: Uint32Array): Generator<number> {
  for (let word = 0; word < bits.length; word += 1)
    for (let rest = bits[word]; rest; rest &= rest - 1) yield word * 32 + 31 - Math.clz32(rest & -rest);
}

/** What one of some works gets of what is left of a row, and what is left then; null where the part cannot be written. */
function shareOf(wanted: string | null, left: Fraction, count: number): { text: string; left: Fraction | null } | null {
  const part = wanted === null ? null : fractionOf(wanted);
  if (!part || part.over === part.under) return { text: '', left: null };
  const one = reduced({ over: left.over * part.over, under: left.under * part.under * BigInt(Math.max(1, count)) });
  const rest = reduced({ over: left.over * (part.under - part.over), under: left.under * part.under });
  return one.under > MOST_UNDER || rest.under > MOST_UNDER ? null : { text: `${one.over}/${one.under}`, left: rest };
}

/** What parts leave of the whole; null: nothing. */
export function leftOf(shares: readonly string[]): Fraction | null {
  let left: Fraction = { over: 1n, under: 1n };
  for (const text of shares) {
    const share = fractionOf(text);
    if (!share) return null;
    left = reduced({ over: left.over * share.under - share.over * left.under, under: left.under * share.under });
  }
  return left.over > 0n ? left : null;
}

function reduced({ over, under }: Fraction): Fraction {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { over: over / a, under: under / a } : { over, under };
}
