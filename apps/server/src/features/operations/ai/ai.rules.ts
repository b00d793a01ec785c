import type { AiChange, AiCheck, AiDates, AiPart, AiProposedNorm, AiProposedPart, AiProposedRelation, AiRelation } from '@gantry/contract';
import { AI_ROW_TYPES } from '@gantry/contract';
import type { Proposal } from './ai.propose.rules.ts';

/** The parts that no other part leads to, and those that lead to no other. */
export function endsOf(parts: readonly Pick<AiPart, 'key'>[], relations: readonly AiRelation[]): { first: string[]; last: string[] } {
  const led = new Set(relations.map(({ to }) => to));
  const leading = new Set(relations.map(({ from }) => from));
  const keys = parts.map(({ key }) => key);
  return { first: keys.filter((key) => !led.has(key)), last: keys.filter((key) => !leading.has(key)) };
}

/** The names along a cycle of relations; null where there is none. */
export function cycleIn(parts: readonly Pick<AiPart, 'key' | 'name'>[], relations: readonly AiRelation[]): string[] | null {
  const nameOf = new Map(parts.map(({ key, name }) => [key, name]));
  const after = new Map<string, string[]>();
  for (const { from, to } of relations) after.set(from, [...(after.get(from) ?? []), to]);
  const done = new Set<string>();
  const search = (key: string, above: readonly string[]): string[] | null => {
    const met = above.indexOf(key);
    if (met >= 0) return [...above.slice(met), key];
    if (done.has(key)) return null;
    for (const next of after.get(key) ?? []) {
      const cycle = search(next, [...above, key]);
      if (cycle) return cycle;
    }
    done.add(key);
    return null;
  };
  for (const { key } of parts) {
    const cycle = search(key, []);
    if (cycle) return cycle.map((one) => nameOf.get(one) ?? one);
  }
  return null;
}

const keyOf = (at: number): string => `R${at + 1}`;

/** A proposal of the engine as it travels. `placeOf`: where an example stands among those that are told. */
export function proposalRows(
  { parts, relations }: Proposal,
  placeOf: ReadonlyMap<number, number>,
  norms: readonly (AiProposedNorm | null)[],
) {
  const rows = parts.map(({ name, type, minutes, volume, unit, share, support, sources }, at): AiProposedPart => ({
    key: keyOf(at),
    name: name.trim() || keyOf(at),
    type: AI_ROW_TYPES.find((one) => one === type) ?? 'task',
    minutes: Math.round(minutes),
    volume,
    unit: unit.slice(0, 32),
    norm: norms[at],
    share,
    support,
    sources: sources.flatMap((source) => placeOf.get(source) ?? []),
  }));
  const ties = relations.map(({ from, to, type, lagMinutes, support }): AiProposedRelation => ({
    from: keyOf(from),
    to: keyOf(to),
    type,
    lag_minutes: Math.round(lagMinutes),
    support,
  }));
  return { rows, relations: ties };
}

type Known = {
  row: { volume: number | null; volumeUnit: string };
  rows: readonly Pick<AiPart, 'volume' | 'unit'>[];
  examples: number;
  assignments: number;
  links: number;
  dates: AiDates | null;
};

/** What somebody should look at before they accept the parts. */
export function checksOf({ row, rows, examples, assignments, links, dates }: Known): AiCheck[] {
  const checks: AiCheck[] = [];
  if (assignments) checks.push({ code: 'assignments_stay', params: { count: assignments } });
  if (links) checks.push({ code: 'links_stay', params: { count: links } });
  const same = rows.filter(({ volume, unit }) => volume !== null && unit === row.volumeUnit);
  const sum = same.reduce((total, { volume }) => total + (volume ?? 0), 0);
  if (row.volume !== null && same.length && Math.abs(sum - row.volume) > Math.abs(row.volume) * 0.001)
    checks.push({ code: 'volume_differs', params: { sum: Number(sum.toPrecision(6)), volume: row.volume, unit: row.volumeUnit } });
  if (examples === 1) checks.push({ code: 'one_example', params: {} });
  // Hours of one day are nothing to look at: people see days.
  const [before, after] = [dates?.row_finish_before?.slice(0, 10), dates?.row_finish_after?.slice(0, 10)];
  if (before && after && after !== before)
    checks.push({ code: after > before ? 'finish_later' : 'finish_earlier', params: { before, after } });
  return checks;
}

type Seen = Pick<AiPart, 'key' | 'name' | 'minutes' | 'volume' | 'unit'>;
const seenOf = ({ name, minutes, volume, unit }: Seen) => ({ name, minutes, volume, unit });

/** What was made of each proposed part; where nothing was accepted, all are as they were proposed. */
export function changesOf(proposed: readonly Seen[], applied: readonly Seen[] | null): AiChange[] {
  const taken = new Map((applied ?? proposed).map((part) => [part.key, part]));
  const known = new Set(proposed.map(({ key }) => key));
  const changes = proposed.map((part): AiChange => {
    const after = taken.get(part.key);
    const same = after && JSON.stringify(seenOf(after)) === JSON.stringify(seenOf(part));
    const state = !after ? 'left_out' : same ? 'same' : 'changed';
    return {
      key: part.key,
      name: after?.name ?? part.name,
      state,
      proposed: seenOf(part),
      applied: (applied && after && seenOf(after)) ?? null,
    };
  });
  const added = (applied ?? []).filter(({ key }) => !known.has(key));
  return [
    ...changes,
    ...added.map((part): AiChange => ({ key: part.key, name: part.name, state: 'added', proposed: null, applied: seenOf(part) })),
  ];
}
