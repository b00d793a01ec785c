import type { CostPart } from '@gantry/domain';
import type { XmlWatch } from '../xml/read-elements.ts';
import { type EstimateResource, MOST_RESOURCES, plainNumber, startPacking } from './row-details.ts';

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
const FIELDS = new Set([
  'Prefix', 'Code', 'Name', 'Unit', 'ConsumptionTotal', 'QuantityTotal', 'Quantity', 'PricePerUnitCur', 'PricePerUnit', 'PriceTotalCur',
  'PricePerUnitBase', 'PriceTotalBase',
]); // prettier-ignore

type Open = { depth: number; part: CostPart; texts: Map<string, string> };

/**
 * Collects the resources of each item while a file is read, and packs them as the item ends: as objects those of a large file would not fit
 * into memory.
 */
export function collectResources() {
  const packing = startPacking();
  /** By the place of the item on the tape. */
  const packed = new Map<number, string>();
  const names: string[] = [];
  let item: { depth: number; node: number } | null = null;
  let list: Open[] = [];
  const open: Open[] = [];
  let more = 0;
  const watch: XmlWatch = {
    opened(name, depth, node) {
      names[depth] = name;
      if (!item) {
        if (name === 'Item') item = { depth, node };
        return;
      }
      const part = PARTS.get(name);
      if (!part || depth < item.depth + 2 || !HOLDERS.has(names[depth - 1])) return;
      const resource = { depth, part, texts: new Map<string, string>() };
      open.push(resource);
      if (list.length < MOST_RESOURCES) list.push(resource);
      else more += 1;
    },
    closed(name, depth, text) {
      if (!item) return;
      const last = open.at(-1);
      if (last?.depth === depth) open.pop();
      else if (last?.depth === depth - 1 && FIELDS.has(name)) last.texts.set(name, text);
      if (depth !== item.depth) return;
      if (list.length) packed.set(item.node, packing.pack(list.map(resourceOf), more));
      item = null;
      list = [];
      more = 0;
    },
  };
  return { watch, packed, report: packing.report };
}

function resourceOf({ part, texts }: Open): EstimateResource {
  const text = (name: string): string => texts.get(name)?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const number = (...fields: string[]): string => fields.reduce((found, name) => found || plainNumber(text(name)), '');
  return {
    part,
    code: `${text('Prefix')}${text('Code')}`,
    name: text('Name'),
    unit: text('Unit'),
    quantity: number('ConsumptionTotal', 'QuantityTotal', 'Quantity'),
    price: number('PricePerUnitCur', 'PricePerUnit'),
    amount: number('PriceTotalCur'),
    basePrice: number('PricePerUnitBase'),
    baseAmount: number('PriceTotalBase'),
  };
}
