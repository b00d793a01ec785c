import type { JsonValue } from '../json.ts';
import type { RowFilter } from '../row-filter/row-filter.ts';

/** What a rule replaces on works. */
export const REPLACEMENT_KINDS = ['resource', 'executor', 'curator', 'attribute', 'directory_row'] as const;
export type ReplacementKind = (typeof REPLACEMENT_KINDS)[number];

/** A resource in every version of a schedule: the one with this code, without a code the one with this name. */
export type ResourceName = { code: string; name: string };

type OfPeople<K extends string> = { kind: K; from: number | null; to: number | null };

/** What is replaced by what; null = nobody, or no value. `productivity`: how much more the new resource does in an hour. */
export type Replaced =
  | { kind: 'resource'; from: ResourceName; to: ResourceName; productivity: number }
  | OfPeople<'executor'>
  | OfPeople<'curator'>
  | { kind: 'attribute'; attribute: string; from: JsonValue; to: JsonValue }
  | { kind: 'directory_row'; directory_id: number; from: number; to: number };

/** On which works: all that pass a filter (null: all), or chosen ones by code, else by id. */
export type ReplacementRows = { filter: RowFilter | null } | { items: { id: number; code: string }[] };

/** A rule of a schedule. `window`: works that take place between two days, null = any; `remaining_only`: what is done stays as it is. */
export type ReplacementRule = {
  name: string;
  rows: ReplacementRows;
  what: Replaced;
  window: { from: string | null; to: string | null };
  remaining_only: boolean;
};

type Edge = { scope: string; from: string; to: string };

/** A replacement as a step from one thing to another of the same sort. */
function edgeOf(what: Replaced): Edge {
  if (what.kind === 'resource') {
    const key = ({ code, name }: ResourceName): string => (code === '' ? `n${name}` : `c${code}`);
    return { scope: what.kind, from: key(what.from), to: key(what.to) };
  }
  const scope = what.kind === 'attribute' ? `a${what.attribute}` : what.kind === 'directory_row' ? `d${what.directory_id}` : what.kind;
  return { scope, from: JSON.stringify(what.from), to: JSON.stringify(what.to) };
}

/** Whether a rule replaces something by itself. */
export function replacesItself(what: Replaced): boolean {
  const { from, to } = edgeOf(what);
  return from === to;
}

type Window = ReplacementRule['window'];
const overlap = (a: Window, b: Window): boolean =>
  (a.from === null || b.to === null || a.from <= b.to) && (b.from === null || a.to === null || b.from <= a.to);

/** The rules that a further one would close into a cycle, in order; null where it closes none. Rules of other days do not meet it. */
export function cycleOf<R extends Pick<ReplacementRule, 'name' | 'what' | 'window'>>(rules: readonly R[], next: R): string[] | null {
  const { scope, from, to } = edgeOf(next.what);
  const others = rules
    .filter(({ window }) => overlap(window, next.window))
    .map(({ name, what }) => ({ name, ...edgeOf(what) }))
    .filter((edge) => edge.scope === scope);
  const paths: { at: string; names: string[] }[] = [{ at: to, names: [next.name] }];
  const seen = new Set<string>();
  for (const { at, names } of paths) {
    if (at === from) return names;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const edge of others) if (edge.from === at) paths.push({ at: edge.to, names: [...names, edge.name] });
  }
  return null;
}
