import type { RuleBody } from '@gantry/contract';
import type { JsonValue, VersionRow } from '@gantry/domain';
import { normalForm } from '@gantry/engine';

/** What targets of rules are looked up in. */
export type Targets = {
  items: readonly VersionRow<'wbs'>[];
  attributes: readonly VersionRow<'attribute'>[];
  attributeValues: readonly VersionRow<'attributeValue'>[];
  directoryValues: readonly VersionRow<'directoryValue'>[];
  /** Directories of types of work. */
  workTypes: ReadonlySet<number>;
};

type Index = Map<string, Set<number>>;

const put = (index: Index, text: string, id: number): void => {
  const key = normalForm(text);
  if (key === '') return;
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
};

/** Finds the works of a version that a target means; a phase means the works below it. */
export function targetFinder(targets: Targets): (to: RuleBody['to'], text: string) => readonly number[] {
  const works = worksBelow(targets.items);
  const indexes = new Map<string, Index>();
  const indexOf = ({ kind, attribute }: RuleBody['to']): Index => {
    const key = `${kind}\n${attribute}`;
    const known = indexes.get(key) ?? INDEXES[kind](targets, attribute);
    indexes.set(key, known);
    return known;
  };
  const found = new Map<string, readonly number[]>();
  // Many rows have the same target, as it is written.
  const written = new Map<string, Map<string, readonly number[]>>();
  return (to, text) => {
    const place = `${to.kind}\n${to.attribute}`;
    const seen = written.get(place) ?? new Map<string, readonly number[]>();
    written.set(place, seen);
    const known = seen.get(text) ?? find(to, text);
    seen.set(text, known);
    return known;
  };

  function find(to: RuleBody['to'], text: string): readonly number[] {
    const wanted = to.kind === 'path' ? pathForm(text) : normalForm(text);
    const key = `${to.kind}\n${to.attribute}\n${wanted}`;
    const known = found.get(key);
    if (known) return known;
    const ids = [...new Set([...(indexOf(to).get(wanted) ?? [])].flatMap((id) => works.get(id) ?? []))].sort((a, b) => a - b);
    found.set(key, ids);
    return ids;
  }
}

const pathForm = (text: string): string =>
  normalForm(
    text
      .split('/')
      .map((part) => part.trim())
      .join('/'),
  );

const INDEXES: Record<RuleBody['to']['kind'], (targets: Targets, attribute: string) => Index> = {
  work: ({ items }) => indexed((index) => items.forEach(({ id, code }) => put(index, code, id))),
  attribute: ({ attributes, attributeValues }, name) =>
    indexed((index) => {
      const ids = new Set(attributes.filter((one) => normalForm(one.name) === normalForm(name)).map(({ id }) => id));
      for (const { attributeId, itemId, value } of attributeValues) if (ids.has(attributeId)) put(index, textOf(value), itemId);
    }),
  work_type: ({ directoryValues, workTypes }) =>
    indexed((index) => {
      for (const { itemId, directoryId, code } of directoryValues)
        if (itemId !== null && workTypes.has(directoryId)) put(index, code, itemId);
    }),
  directory_row: ({ directoryValues }) =>
    indexed((index) => {
      for (const { itemId, code } of directoryValues) if (itemId !== null) put(index, code, itemId);
    }),
  /** Each end of the path of a row: `Walls` and `Building/Walls`. */
  path: ({ items }) =>
    indexed((index) => {
      const byId = new Map(items.map((item) => [item.id, item]));
      for (const item of items) {
        let path = '';
        for (let at: VersionRow<'wbs'> | undefined = item; at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
          path = path === '' ? at.name.trim() : `${at.name.trim()}/${path}`;
          put(index, path, item.id);
        }
      }
    }),
  ignore: () => new Map(),
};

function indexed(fill: (index: Index) => void): Index {
  const index: Index = new Map();
  fill(index);
  return index;
}

const textOf = (value: JsonValue): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The works that a row stands for: itself, or those below it where it is a phase. */
function worksBelow(items: readonly VersionRow<'wbs'>[]): Map<number, number[]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const works = new Map<number, number[]>();
  for (const item of items) {
    if (item.type === 'sum') continue;
    for (let at: VersionRow<'wbs'> | undefined = item; at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
      const list = works.get(at.id);
      if (list) list.push(item.id);
      else works.set(at.id, [item.id]);
    }
  }
  return works;
}
