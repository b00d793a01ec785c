import { COST_PARTS, type CostPart } from '@gantry/domain';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Findings } from '../findings.ts';

/** Resources of a row beyond this many are left out. */
export const MOST_RESOURCES = 200;
/** Resources of a file beyond this many, or beyond so many characters when packed, are left out. */
const MOST_OF_FILE = 2_000_000;
const MOST_PACKED = 128 << 20;
const LONGEST = 512;
const LONGEST_FORMULA = 4096;

/**
 * What a row takes of labour, a machine, a material and so on. Quantity, price and amounts are plain decimals as the file writes them, empty
 * where it has none; `basePrice` and `baseAmount` are at the level of base prices.
 */
export type EstimateResource = {
  part: CostPart;
  code: string;
  name: string;
  unit: string;
  quantity: string;
  price: string;
  amount: string;
  basePrice: string;
  baseAmount: string;
};

/** What a file says of a row beside its amounts; texts are empty where it says nothing. */
export type RowDetails = {
  /** Labour of the whole quantity. */
  hours: string;
  /** How the quantity was counted. */
  formula: string;
  /** The resources, packed. */
  resources: string;
};

const FIELDS = ['code', 'name', 'unit', 'quantity', 'price', 'amount', 'basePrice', 'baseAmount'] as const;
/** Little memory for each of many short texts; more finds nothing more in them. */
const PACKING = { level: 4, memLevel: 5, windowBits: 13 };

/** Packs the resources of the rows of one file, and counts those that it leaves out. */
export function startPacking() {
  let count = 0;
  let characters = 0;
  let leftOut = 0;
  return {
    /** The resources of a row as base64 of a few hundred bytes; an empty text where there are none. `more` are left out already. */
    pack(resources: readonly EstimateResource[], more = 0): string {
      const list = characters < MOST_PACKED ? resources.slice(0, Math.min(MOST_RESOURCES, MOST_OF_FILE - count)) : [];
      leftOut += more + resources.length - list.length;
      if (!list.length) return '';
      const cells = list.map((resource) => [
        COST_PARTS.indexOf(resource.part),
        ...FIELDS.map((field) => resource[field].slice(0, LONGEST).toWellFormed()),
      ]);
      const packed = deflateRawSync(JSON.stringify(cells), PACKING).toString('base64');
      count += list.length;
      characters += packed.length;
      return packed;
    },
    report(findings: Findings): void {
      if (!leftOut) return;
      findings.add({ severity: 'warning', code: 'estimate.too_many_resources', parameters: { most: MOST_RESOURCES, count: leftOut } });
    },
  };
}
export type Packing = ReturnType<typeof startPacking>;

export function unpackResources(packed: Uint8Array): EstimateResource[] {
  const cells = JSON.parse(inflateRawSync(packed).toString('utf8')) as [number, ...string[]][];
  return cells.map(([part, ...texts]) => ({
    part: COST_PARTS[part],
    ...(Object.fromEntries(FIELDS.map((field, at) => [field, texts[at] ?? ''])) as Omit<EstimateResource, 'part'>),
  }));
}

/** What a row is kept with; null where the file says nothing of it. */
export function detailsOf(details: Partial<RowDetails>): RowDetails | null {
  const { hours = '', formula = '', resources = '' } = details;
  const plain = {
    hours: plainNumber(hours),
    formula: formula.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_FORMULA).toWellFormed(),
    resources,
  };
  return Object.values(plain).some((text) => text !== '') ? plain : null;
}

const NUMBER = /^[+-]?\d{1,18}(?:[.,]\d{1,15})?$/;

/** A decimal with a point as its text; an empty text for anything else. */
export function plainNumber(text: string): string {
  const own = text.trim();
  return NUMBER.test(own) ? own.replace(',', '.').replace('+', '') : '';
}
