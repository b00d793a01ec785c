/** Elements of models by their numbers in the files. */
export type Elements = ReadonlyMap<number, ReadonlySet<number>>;

/** How an element is drawn: null is as its model has it. */
export type Style = { visible: boolean; colour: string | null; opacity: number };
/** Styles of the elements of a model that are drawn otherwise than the model has them. */
export type Styles = ReadonlyMap<number, Style>;

export const PLAIN: Style = { visible: true, colour: null, opacity: 1 };

/** A colour and how solid it is, for all elements that look so. */
export type Paint = { colour: string; opacity: number; elements: number[] };
/** What to do to come from one set of styles to another: elements by each act, so that a step of a player is a few calls. */
export type Acts = {
  show: number[];
  hide: number[];
  /** Elements that look as the model has them again. */
  plain: number[];
  /** One for each look: the library draws what looks alike in one go. */
  paints: Paint[];
};

/** What is faint has no colour of its own: a colour kept for each element would be a drawing for each. */
const FAINT = '#9aa2ab';

/** The difference of two sets of styles. */
export function actsBetween(before: Styles, after: Styles): Acts {
  const acts: Acts = { show: [], hide: [], plain: [], paints: [] };
  const paints = new Map<string, Paint>();
  const change = (element: number, from: Style, to: Style): void => {
    if (from.visible !== to.visible) (to.visible ? acts.show : acts.hide).push(element);
    if (from.colour === to.colour && from.opacity === to.opacity) return;
    if (to.colour === null && to.opacity === 1) return void acts.plain.push(element);
    const colour = to.colour ?? FAINT;
    const key = `${colour} ${to.opacity}`;
    const known = paints.get(key);
    if (known) known.elements.push(element);
    else paints.set(key, { colour, opacity: to.opacity, elements: [element] });
  };
  for (const [element, style] of after) {
    const known = before.get(element) ?? PLAIN;
    if (known !== style) change(element, known, style);
  }
  for (const [element, style] of before) if (!after.has(element)) change(element, style, PLAIN);
  acts.paints = [...paints.values()];
  return acts;
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
