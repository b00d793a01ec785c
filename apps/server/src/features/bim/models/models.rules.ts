import type { ModelAttribute } from '@gantry/contract';

type Counted = { set_name: string; name: string; kind: ModelAttribute['kind']; elements: number; samples: string[] };

const SAMPLES = 5;

/** Properties of several models as one list: those of one name count together. */
export function joinAttributes(rows: readonly Counted[]): ModelAttribute[] {
  const joined = new Map<string, ModelAttribute>();
  for (const { set_name: set, name, kind, elements, samples } of rows) {
    const key = JSON.stringify([set, name]);
    const known = joined.get(key);
    if (!known) joined.set(key, { set, name, kind, elements, samples });
    else {
      known.elements += elements;
      if (known.kind !== kind) known.kind = 'text';
      known.samples = [...new Set([...known.samples, ...samples])].slice(0, SAMPLES);
    }
  }
  return [...joined.values()];
}

type Value = string | number | boolean | null;
type PropertySet = { name: string; content: readonly { name: string; value: Value }[] };
type WithSets = { sets: readonly PropertySet[] };

/** Properties that all elements have: their value, or that they differ. Elements may share a set, which is read once. */
export function sharedValues(elements: readonly WithSets[]): { set: string; name: string; value: Value; differs: boolean }[] {
  const found = new Map<string, { set: string; name: string; value: Value; differs: boolean; elements: number }>();
  const propertiesOf = onceEach(({ name: set, content }: PropertySet) =>
    content.map(({ name, value }) => ({ key: JSON.stringify([set, name]), set, name, value })),
  );
  for (const { sets } of elements) {
    const seen = new Set<string>();
    for (const one of sets)
      for (const { key, set, name, value } of propertiesOf(one)) {
        if (seen.has(key)) continue;
        seen.add(key);
        const known = found.get(key);
        if (!known) found.set(key, { set, name, value, differs: false, elements: 1 });
        else {
          known.elements++;
          if (known.value !== value) Object.assign(known, { value: null, differs: true });
        }
      }
  }
  return [...found.values()]
    .filter((one) => one.elements === elements.length)
    .map(({ set, name, value, differs }) => ({ set, name, value, differs }));
}

function onceEach<T, R>(make: (of: T) => R): (of: T) => R {
  const made = new Map<T, R>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const fresh = make(of);
    made.set(of, fresh);
    return fresh;
  };
}
