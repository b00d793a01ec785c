import { COST_PARTS, type CostPart } from '@gantry/domain';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Findings } from '../findings.ts';

/** Resources of a row beyond this many are left out. */
export const MOST_RESOURCES = 200;
/** Resources of a file beyond this many, or beyond so many characters when packed, are left out. */
const MOST_OF_FILE = 2_000_000;
const MOST_PACKED = 128 << 20;
const LONGEST = 512;
/** Bytes of the resources of one row: beyond them the packed bytes are not ours. */
const MOST_UNPACKED = 4 << 20;
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

/** Little memory for each of many short texts: most of the time goes into making room. */
const PACKING = { level: 2, memLevel: 4, windowBits: 12, chunkSize: 2048 };

/** A text on one line and not too long; most are so already. */
function tidy(text: string): string {
  const line = text.includes('\n') || text.includes('\t') ? text.replaceAll(/\s+/g, ' ').trim() : text.trim();
  return line.length > LONGEST ? line.slice(0, LONGEST) : line;
}

/** A resource as a line of cells: its part, and the others in the order of their type. What is no number among numbers is found out as it is read. */
export const lineOf = (part: CostPart, cells: readonly string[]): string => {
  let line = String(COST_PARTS.indexOf(part));
  for (const cell of cells) line += cell === '' ? '\t' : `\t${tidy(cell)}`;
  return line;
};

/** Packs the resources of the rows of one file, and counts those that it leaves out. */
export function startPacking() {
  let count = 0;
  let characters = 0;
  let leftOut = 0;
  return {
    /** The lines of a row's resources as base64 of a few hundred bytes; an empty text where there are none. `more` are left out already. */
    pack(lines: readonly string[], more = 0): string {
      const kept = characters < MOST_PACKED ? lines.slice(0, Math.min(MOST_RESOURCES, MOST_OF_FILE - count)) : [];
      leftOut += more + lines.length - kept.length;
      if (!kept.length) return '';
      const packed = deflateRawSync(kept.join('\n'), PACKING).toString('base64');
      count += kept.length;
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
  const lines = inflateRawSync(packed, { maxOutputLength: MOST_UNPACKED }).toString('utf8').split('\n');
  return lines.map((line) => {
    const [part, code = '', name = '', unit = '', ...numbers] = line.split('\t');
    const [quantity = '', price = '', amount = '', basePrice = '', baseAmount = ''] = numbers.map(plainNumber);
    return { part: COST_PARTS[Number(part)], code, name, unit, quantity, price, amount, basePrice, baseAmount };
  });
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
  if (text === '') return '';
  const own = text.trim();
  if (!NUMBER.test(own)) return '';
  return own.includes(',') || own.startsWith('+') ? own.replace(',', '.').replace('+', '') : own;
}
