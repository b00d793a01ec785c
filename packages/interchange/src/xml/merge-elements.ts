import type { RawElements } from '../raw.ts';
import { NIL, childrenOf, endOf, nameAt, startTape, textAt } from './tape.ts';
import type { Tape } from './tape.ts';

/** Merge rules of a format. */
export type MergeRules = {
  /** Container elements: their children are found by key wherever the container is. */
  isHolder: (name: string) => boolean;
  /** Names of the fields that tell elements of a name apart. */
  keyFields: (name: string) => readonly string[];
  /** Elements whose key counts only within their holder. */
  local: ReadonlySet<string>;
  /** Fields of known elements that are never written over. */
  kept: ReadonlySet<string>;
  /** Elements that are written anew as a whole when anything in them differs, less what would contradict that. */
  whole: Readonly<Record<string, readonly string[]>>;
  /** Fields whose numbers count siblings: when one differs, all are written. */
  counters: ReadonlySet<string>;
  /** Children that become invalid when the surrounding element changes. */
  stale: Readonly<Record<string, readonly string[]>>;
  /** How a value that is gone is written. */
  gone: 'nil' | 'removed';
  /** Elements whose order in the file carries meaning. */
  ordered: ReadonlySet<string>;
};

type Keyed = Map<string, number>;

/**
 * Applies to a file's elements the changes between the imported model (`before`) and the present one (`after`), both written by the same
 * writer; everything else stays.
 */
export function mergeElements(source: RawElements, before: RawElements, after: RawElements, rules: MergeRules): RawElements {
  const unnumbered = holdersWithoutKeys(source, rules);
  const sourceKeys = entitiesOf(source, rules, unnumbered);
  const beforeKeys = entitiesOf(before, rules, unnumbered);
  const afterKeys = entitiesOf(after, rules, unnumbered);
  const deleted = new Set<number>();
  const merged = new Map<number, { before: number | undefined; after: number }>();
  /** New elements by the one of the source that they follow; by the holder's complement where they come first. */
  const followers = new Map<number, number[]>();
  const counted = countersThatDiffer();
  for (const [key, node] of beforeKeys.byKey) {
    const known = sourceKeys.byKey.get(key);
    if (known !== undefined && !afterKeys.byKey.has(key)) deleted.add(known);
    else if (known !== undefined) merged.set(known, { before: node, after: afterKeys.byKey.get(key)! });
  }
  placeNew();
  const moved = movedPlaces();
  const tape = startTape();
  tape.elements.namespace = source.namespace;
  const prefix = source.fullNames[source.nameCodes[0]].slice(0, -nameAt(source, 0).length);
  emit(0);
  return tape.finish();

  function placeNew(): void {
    const lasts = new Map<string, number>();
    for (const [key, node] of afterKeys.byKey) {
      const holderKey = afterKeys.holderOf.get(key) ?? '';
      const name = nameAt(after, node);
      const known = sourceKeys.byKey.get(key);
      const old = beforeKeys.byKey.get(key);
      if (known !== undefined) {
        merged.set(known, { before: old, after: node });
        lasts.set(`${holderKey} ${name}`, known);
      } else if (old === undefined || !sameTree(before, old, after, node)) {
        const holder = sourceKeys.byKey.get(holderKey);
        // Children of a new element come with it.
        if (holder === undefined) continue;
        const last = rules.ordered.has(name)
          ? lasts.get(`${holderKey} ${name}`)
          : childrenOf(source, holder).findLast((child) => nameAt(source, child) === name);
        const anchor = last ?? (rules.ordered.has(name) ? ~holder : (childrenOf(source, holder).at(-1) ?? ~holder));
        const list = followers.get(anchor);
        if (list) list.push(node);
        else followers.set(anchor, [node]);
      }
    }
  }

  function countersThatDiffer(): Set<string> {
    const differing = new Set<string>();
    for (const [key, node] of afterKeys.byKey) {
      const old = beforeKeys.byKey.get(key);
      if (old === undefined) continue;
      for (const at of childrenOf(after, node)) {
        const name = nameAt(after, at);
        if (!rules.counters.has(name) || differing.has(`${nameAt(after, node)} ${name}`)) continue;
        const was = childrenOf(before, old).find((other) => nameAt(before, other) === name);
        if (was === undefined || textAt(before, was) !== textAt(after, at)) differing.add(`${nameAt(after, node)} ${name}`);
      }
    }
    return differing;
  }

  /** Elements at another's place, when the order has changed. */
  function movedPlaces(): Map<number, number> {
    const places = new Map<number, number>();
    for (const name of rules.ordered) {
      const inOrder = [...afterKeys.byKey].flatMap(([key, node]) => {
        const known = sourceKeys.byKey.get(key);
        return known !== undefined && nameAt(after, node) === name ? [known] : [];
      });
      const slots = inOrder.toSorted((a, b) => a - b);
      slots.forEach((slot, i) => places.set(slot, inOrder[i]));
    }
    return places;
  }

  function emit(node: number): void {
    if (deleted.has(node)) return;
    const depth = source.depths[node];
    const change = merged.get(node);
    const isHolder = depth === 1 || rules.isHolder(nameAt(source, node));
    if (change && !isHolder) return emitMerged(node, change.before, change.after, depth);
    if (!isHolder) return copy(tape, source, node, endOf(source, node), 0, '');
    tape.setText(openAs(node, depth), textAt(source, node));
    const fields = change ? fieldsOf(after, change.after, afterKeys) : new Map<string, number>();
    const olds = change?.before === undefined ? new Map<string, number>() : fieldsOf(before, change.before, beforeKeys);
    follow(~node, depth);
    for (const child of childrenOf(source, node)) {
      const name = nameAt(source, child);
      const next = fields.get(name);
      if (sourceKeys.isEntity.has(child)) emit(moved.get(child) ?? child);
      else if (next === undefined && !olds.has(name)) copy(tape, source, child, endOf(source, child), 0, '');
      else emitMerged(child, olds.get(name), next, depth + 1);
      if (!sourceKeys.isEntity.has(child)) {
        fields.delete(name);
        olds.delete(name);
      }
      follow(moved.get(child) ?? child, depth);
    }
    for (const [name, at] of fields) {
      const old = olds.get(name);
      if (old === undefined || !sameTree(before, old, after, at)) add(at, depth);
    }
  }

  function follow(anchor: number, depth: number): void {
    for (const at of followers.get(anchor) ?? []) add(at, depth);
  }

  function add(at: number, depth: number): void {
    copy(tape, after, at, endOf(after, at), depth + 1 - after.depths[at], prefix);
  }

  function openAs(node: number, depth: number): number {
    return tape.open(source.fullNames[source.nameCodes[node]], depth);
  }

  function emitMerged(node: number, old: number | undefined, next: number | undefined, depth: number): void {
    const name = nameAt(source, node);
    if (next === undefined) {
      const isField = childrenOf(source, node).length === 0;
      if (rules.gone === 'nil' && isField) tape.setText(openAs(node, depth), NIL);
      return;
    }
    const isSame = old !== undefined && sameTree(before, old, after, next);
    if (isSame && !hasCounter(name)) return copy(tape, source, node, endOf(source, node), 0, '');
    const children = childrenOf(source, node);
    const isField = childrenOf(after, next).length === 0 && children.every((child) => nameAt(source, child).startsWith('@'));
    tape.setText(openAs(node, depth), isField && !isSame && !rules.kept.has(name) ? textAt(after, next) : textAt(source, node));
    if (isField) {
      for (const child of children) copy(tape, source, child, endOf(source, child), 0, '');
      return;
    }
    const nexts = keyedChildren(after, next, rules);
    if (rules.whole[name]) {
      const names = new Set([...nexts.values()].map((at) => nameAt(after, at)));
      for (const at of nexts.values()) add(at, depth);
      for (const child of children)
        if (!names.has(nameAt(source, child)) && !rules.whole[name].includes(nameAt(source, child)))
          copy(tape, source, child, endOf(source, child), 0, '');
      return;
    }
    emitChildren(node, old, nexts, depth, isSame ? [] : (rules.stale[name] ?? []));
  }

  function emitChildren(node: number, old: number | undefined, nexts: Keyed, depth: number, stale: readonly string[]): void {
    const olds = old === undefined ? new Map<string, number>() : keyedChildren(before, old, rules);
    const known = keyedChildren(source, node, rules);
    const parent = nameAt(source, node);
    // New elements follow the one that they follow in the model.
    const following = new Map<string, number[]>();
    let last = '';
    for (const [key, at] of nexts) {
      if (known.has(key)) last = key;
      else if (!olds.has(key) || !sameTree(before, olds.get(key)!, after, at)) {
        const list = following.get(last);
        if (list) list.push(at);
        else following.set(last, [at]);
      }
    }
    for (const at of following.get('') ?? []) add(at, depth);
    for (const [key, child] of known) {
      const name = nameAt(source, child);
      const next = nexts.get(key);
      if (counted.has(`${parent} ${name}`) && next !== undefined) {
        tape.setText(openAs(child, depth + 1), textAt(after, next));
      } else if (next !== undefined || olds.has(key)) emitMerged(child, olds.get(key), next, depth + 1);
      else if (!stale.includes(name)) copy(tape, source, child, endOf(source, child), 0, '');
      for (const at of following.get(key) ?? []) add(at, depth);
    }
  }

  function hasCounter(name: string): boolean {
    for (const counter of counted) if (counter.startsWith(`${name} `)) return true;
    return false;
  }
}

type Entities = { byKey: Keyed; holderOf: Map<string, string>; isEntity: Set<number> };

/** Names of holders that a file leaves without their keys, as some writers do: they are told apart by their place. */
function holdersWithoutKeys(elements: RawElements, rules: MergeRules): Set<string> {
  const found = new Set<string>();
  for (const child of childrenOf(elements, 0)) {
    const name = nameAt(elements, child);
    if (rules.isHolder(name) && keyValues(elements, child, rules) === null) found.add(name);
  }
  return found;
}

/** Everything that stands in holders by its key. The key of a holder is that of its own fields, or its name. */
function entitiesOf(elements: RawElements, rules: MergeRules, unnumbered: ReadonlySet<string>): Entities {
  const found: Entities = { byKey: new Map([['', 0]]), holderOf: new Map(), isEntity: new Set() };
  const walk = (holder: number, holderKey: string): void => {
    const counts = new Map<string, number>();
    for (const child of childrenOf(elements, holder)) {
      const name = nameAt(elements, child);
      const isHolder = rules.isHolder(name);
      const values = unnumbered.has(name) ? null : keyValues(elements, child, rules);
      if (!isHolder && (values === null || childrenOf(elements, child).length === 0)) continue;
      const plain = values === null || rules.local.has(name) ? `${holderKey}/${name} ${values ?? ''}` : `${name} ${values}`;
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      const key = `${plain}#${count}`;
      if (found.byKey.has(key)) continue;
      found.byKey.set(key, child);
      found.holderOf.set(key, holderKey);
      found.isEntity.add(child);
      if (isHolder) walk(child, key);
    }
  };
  walk(0, '');
  return found;
}

/** Fields of a holder itself by name. */
function fieldsOf(elements: RawElements, holder: number, { isEntity }: Entities): Map<string, number> {
  const fields = new Map<string, number>();
  for (const at of childrenOf(elements, holder)) if (!isEntity.has(at)) fields.set(nameAt(elements, at), at);
  return fields;
}

/** Children by name and key; duplicates of a key by number. */
function keyedChildren(elements: RawElements, node: number, rules: MergeRules): Keyed {
  const found: Keyed = new Map();
  const counts = new Map<string, number>();
  for (const child of childrenOf(elements, node)) {
    const plain = `${nameAt(elements, child)} ${keyValues(elements, child, rules) ?? ''}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    found.set(`${plain}#${count}`, child);
  }
  return found;
}

function keyValues(elements: RawElements, node: number, rules: MergeRules): string | null {
  const fields = rules.keyFields(nameAt(elements, node));
  if (fields.length === 0) return null;
  const values = fields.map(() => '');
  for (const child of childrenOf(elements, node)) {
    const at = fields.indexOf(nameAt(elements, child));
    if (at >= 0) values[at] = textAt(elements, child).trim();
  }
  return values.every((value) => value === '') ? null : values.join(' ');
}

function sameTree(a: RawElements, first: number, b: RawElements, second: number): boolean {
  const length = endOf(a, first) - first;
  if (endOf(b, second) - second !== length) return false;
  for (let i = 0; i < length; i++) {
    if (a.depths[first + i] - a.depths[first] !== b.depths[second + i] - b.depths[second]) return false;
    if (nameAt(a, first + i) !== nameAt(b, second + i) || textAt(a, first + i) !== textAt(b, second + i)) return false;
  }
  return true;
}

function copy(tape: Tape, from: RawElements, start: number, end: number, shift: number, prefix: string): void {
  for (let at = start; at < end; at++) {
    const name = from.fullNames[from.nameCodes[at]];
    tape.setText(tape.open(name.startsWith('@') ? name : prefix + name, from.depths[at] + shift), textAt(from, at));
  }
}
