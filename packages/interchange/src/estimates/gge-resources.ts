import type { CostPart } from '@gantry/domain';
import type { XmlWatch } from '../xml/read-elements.ts';
import { lineOf, MOST_RESOURCES, startPacking } from './row-details.ts';

const PARTS = new Map<string, CostPart>([
  ['Worker', 'labour'],
  ['Machine', 'machines'],
  ['Machinist', 'machinist'],
  ['Material', 'materials'],
  ['Equipment', 'equipment'],
  ['Transport', 'transport'],
]);
/** Resources stand in lists; machinists stand with their machine, transport with what is carried. */
const HOLDERS = new Set(['Resources', 'ResourcesInternal', ...PARTS.keys()]);
const NAMES = [
  'Prefix', 'Code', 'Name', 'Unit', 'ConsumptionTotal', 'QuantityTotal', 'Quantity', 'PricePerUnitCur', 'PricePerUnit', 'PriceTotalCur',
  'PricePerUnitBase', 'PriceTotalBase',
] as const; // prettier-ignore
const FIELDS = new Map<string, number>(NAMES.map((name, at) => [name, at]));

/** A resource that is read: its place in the list, and its texts by the places of their names. */
type Open = { depth: number; part: CostPart; at: number; texts: string[] };
const openAt = (): Open => ({ depth: 0, part: 'other', at: 0, texts: NAMES.map(() => '') });

/**
 * Collects the resources of each item while a file is read, and packs them as the item ends: as objects those of a large file would not fit
 * into memory. What is asked for each element is little, because resources are by far the most of a file.
 */
export function collectResources() {
  const packing = startPacking();
  /** By the place of the item on the tape. */
  const packed = new Map<number, string>();
  const names: string[] = [];
  let itemDepth = 0;
  let itemNode = 0;
  let lines: string[] = [];
  let more = 0;
  // Those that are open, the outermost first, and behind them what waits to be used again.
  const stack: Open[] = [];
  let open = 0;
  let last: Open | null = null;
  let field: number | undefined;
  const watch: XmlWatch = {
    opened(name, depth, node) {
      names[depth] = name;
      if (itemDepth === 0) {
        if (name === 'Item') [itemDepth, itemNode] = [depth, node];
        return false;
      }
      if (last && depth > last.depth + 1) return false;
      field = last ? FIELDS.get(name) : undefined;
      if (field !== undefined) return true;
      if (depth < itemDepth + 2 || !HOLDERS.has(names[depth - 1])) return false;
      const part = PARTS.get(name);
      if (!part) return false;
      last = stack[open] ??= openAt();
      open += 1;
      // A machine stands before its machinist, whose line is made first.
      last.depth = depth;
      last.part = part;
      last.at = lines.length;
      last.texts.fill('');
      if (lines.length < MOST_RESOURCES) lines.push('');
      else more += 1;
      return false;
    },
    closed(depth, text) {
      if (itemDepth === 0) return;
      if (last) {
        if (depth === last.depth) {
          if (last.at < MOST_RESOURCES) lines[last.at] = lineOf(last.part, cellsOf(last.texts));
          open -= 1;
          last = open ? stack[open - 1] : null;
        } else if (depth === last.depth + 1 && field !== undefined) last.texts[field] = text;
      } else if (depth === itemDepth) {
        if (lines.length) packed.set(itemNode, packing.pack(lines, more));
        itemDepth = 0;
        lines = [];
        more = 0;
      }
    },
  };
  return { watch, packed, report: packing.report };
}

function cellsOf(texts: readonly string[]): string[] {
  const [prefix, code, name, unit, consumption, total, quantity, price, anyPrice, amount, basePrice, baseAmount] = texts;
  return [prefix + code, name, unit, consumption || total || quantity, price || anyPrice, amount, basePrice, baseAmount];
}
