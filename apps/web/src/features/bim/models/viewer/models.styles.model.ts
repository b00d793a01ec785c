/** Elements of models by their numbers in the files. */
export type Elements = ReadonlyMap<number, ReadonlySet<number>>;

/** How an element is drawn: null is as its model has it. */
export type Style = { visible: boolean; colour: string | null; opacity: number };
/** Styles of the elements of a model that are drawn otherwise than the model has them. */
export type Styles = ReadonlyMap<number, Style>;

export const PLAIN: Style = { visible: true, colour: null, opacity: 1 };

/** What to do to come from one set of styles to another: elements by each act, so that a step of a player is a few calls. */
export type Acts = {
  show: number[];
  hide: number[];
  colours: Map<string, number[]>;
  plain: number[];
  opacities: Map<number, number[]>;
  opaque: number[];
};

/** The difference of two sets of styles. */
export function actsBetween(before: Styles, after: Styles): Acts {
  const acts: Acts = { show: [], hide: [], colours: new Map(), plain: [], opacities: new Map(), opaque: [] };
  const change = (element: number, from: Style, to: Style): void => {
    if (from.visible !== to.visible) (to.visible ? acts.show : acts.hide).push(element);
    if (from.colour !== to.colour) {
      if (to.colour === null) acts.plain.push(element);
      else put(acts.colours, to.colour, element);
    }
    if (from.opacity !== to.opacity) {
      if (to.opacity === 1) acts.opaque.push(element);
      else put(acts.opacities, to.opacity, element);
    }
  };
  for (const [element, style] of after) change(element, before.get(element) ?? PLAIN, style);
  for (const [element, style] of before) if (!after.has(element)) change(element, style, PLAIN);
  return acts;
}

function put<K>(into: Map<K, number[]>, key: K, element: number): void {
  const list = into.get(key);
  if (list) list.push(element);
  else into.set(key, [element]);
}

/** The styles of a model: those of the date that is shown, what a person has hidden or singled out, and the selection above all. */
export function stylesOf(
  all: readonly number[],
  {
    dated,
    hidden,
    only,
    selected,
    accent,
  }: {
    dated: Styles | null;
    hidden: ReadonlySet<number> | undefined;
    /** Elements that are shown alone; null: nothing is singled out. */
    only: ReadonlySet<number> | null;
    selected: ReadonlySet<number> | undefined;
    accent: string;
  },
): Styles {
  const styles = new Map<number, Style>(dated ?? []);
  const set = (element: number, more: Partial<Style>): void => void styles.set(element, { ...(styles.get(element) ?? PLAIN), ...more });
  if (only) for (const element of all) if (!only.has(element)) set(element, { visible: false });
  for (const element of hidden ?? []) set(element, { visible: false });
  for (const element of selected ?? []) set(element, { colour: accent, opacity: 1 });
  return styles;
}

/** Adds elements to a selection, or takes them out where all of them are in it. */
export function toggled(selection: Elements, model: number, elements: readonly number[]): Elements {
  const now = new Set(selection.get(model));
  const all = elements.every((element) => now.has(element));
  for (const element of elements)
    if (all) now.delete(element);
    else now.add(element);
  const next = new Map(selection);
  if (now.size) next.set(model, now);
  else next.delete(model);
  return next;
}

/** Two sets of elements as one. */
export function joined(a: Elements, b: Elements): Elements {
  const next = new Map(a);
  for (const [model, elements] of b) next.set(model, new Set([...(a.get(model) ?? []), ...elements]));
  return next;
}
