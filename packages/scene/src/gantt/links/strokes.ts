import { COLOUR, LAYER } from '../colours.ts';
import type { GanttModel } from '../frame.ts';
import { LINK_FLAGS } from './links.ts';

/** How strong a relation is drawn; links of one `kind` cover each other. */
export type Stroke = { colour: number; thick: number; layer: number; kind: number };

/** Strokes by what the link is. */
type Strokes = { plain: Stroke; driving: Stroke; critical: Stroke };

const LINK: Stroke = { colour: COLOUR.link, thick: 1, layer: LAYER.link, kind: 0 };
const CRITICAL: Stroke = { colour: COLOUR['link-critical'], thick: 1, layer: LAYER.link, kind: 2 };
const OWN: Stroke = { colour: COLOUR['link-selected'], thick: 1, layer: LAYER.link, kind: 3 };

/** The selected, hovered or held one. */
export const HELD: Stroke = { colour: COLOUR['link-selected'], thick: 2, layer: LAYER.top, kind: 4 };

/** Where relations are few. */
export const PLAIN: Strokes = {
  plain: LINK,
  driving: { colour: COLOUR['link-driving'], thick: 1, layer: LAYER.link, kind: 1 },
  critical: CRITICAL,
};

/** Where many meet: those that do not drive fade, the driving ones are quieter. */
export const CROWDED: Strokes = {
  plain: { colour: COLOUR['link-faded'], thick: 1, layer: LAYER.link, kind: 5 },
  driving: LINK,
  critical: CRITICAL,
};

/** The stroke of a link: by its strength, but in the accent where it belongs to a selected row. */
export function strokeOf(model: GanttModel, link: number, strokes: Strokes): Stroke {
  if (link === model.selectedLink) return HELD;
  const { links, selected } = model;
  const flags = links.flags[link];
  if (flags & LINK_FLAGS.critical) return strokes.critical;
  if (selected[links.predecessor[link]] === 1 || selected[links.successor[link]] === 1) return OWN;
  return flags & LINK_FLAGS.driving ? strokes.driving : strokes.plain;
}
