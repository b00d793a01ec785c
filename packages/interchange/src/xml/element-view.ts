import { parseMinute } from '@gantry/domain';
import type { Minute } from '@gantry/domain';
import type { Findings } from '../findings.ts';
import type { RawElements } from '../raw.ts';
import { NIL } from './tape.ts';

/** An element with its children at hand. Values that are absent, empty or nil are null; broken ones leave a finding. */
export type ElementView = {
  name: string;
  /** Position on the tape. */
  node: number;
  /** Own text. */
  value: string;
  has: (name: string) => boolean;
  text: (name: string) => string;
  number: (name: string) => number | null;
  date: (name: string) => Minute | null;
  flag: (name: string) => boolean;
  child: (name: string) => ElementView | undefined;
  children: (name?: string) => ElementView[];
  report: (severity: 'info' | 'warning' | 'error', code: string, field: string, parameters?: Record<string, string | number>) => void;
};

/** Opens the root element of a tape; undefined for an empty one. */
export function openElements(elements: RawElements, findings: Findings): ElementView | undefined {
  return elements.depths.length === 0 ? undefined : viewOf(elements, 0, findings);
}

function viewOf(elements: RawElements, node: number, findings: Findings): ElementView {
  const { names, nameCodes, depths, texts } = elements;
  const depth = depths[node];
  let positions: Map<string, number> | null = null;
  const textAt = (at: number): string => {
    const text = texts.values[texts.codes[at]];
    return text === NIL ? '' : text;
  };
  const position = (name: string): number => {
    if (!positions) {
      positions = new Map();
      for (let at = node + 1; at < depths.length && depths[at] > depth; at++) {
        if (depths[at] === depth + 1 && !positions.has(names[nameCodes[at]])) positions.set(names[nameCodes[at]], at);
      }
    }
    return positions.get(name) ?? -1;
  };
  const text = (name: string): string => {
    const at = position(name);
    return at < 0 ? '' : textAt(at).trim();
  };
  const report: ElementView['report'] = (severity, code, field, parameters) => {
    const value = text(field);
    const key = text('UID') || text('ObjectId');
    const known = { ...(key === '' ? {} : { key }), ...parameters };
    findings.add({ severity, code, table: names[nameCodes[node]], field, ...(value === '' ? {} : { value }), parameters: known });
  };
  return {
    name: names[nameCodes[node]],
    node,
    value: textAt(node),
    has: (name) => position(name) >= 0,
    text,
    number(name) {
      const value = text(name);
      if (value === '') return null;
      // P6 writes decimals by the settings of the machine.
      const number = Number(value.replace(',', '.'));
      if (Number.isFinite(number)) return number;
      report('warning', 'value.bad_number', name);
      return null;
    },
    date(name) {
      const value = text(name);
      if (value === '' || value === 'NA') return null;
      const date = parseMinute(value.replace(/(Z|[+-]\d\d:\d\d)$/, ''));
      if (date === null) report('warning', 'value.bad_date', name);
      return date;
    },
    flag: (name) => /^(1|true|y)$/i.test(text(name)),
    child(name) {
      const at = position(name);
      return at < 0 ? undefined : viewOf(elements, at, findings);
    },
    children(name) {
      const found: ElementView[] = [];
      for (let at = node + 1; at < depths.length && depths[at] > depth; at++) {
        if (depths[at] === depth + 1 && (name === undefined || names[nameCodes[at]] === name)) found.push(viewOf(elements, at, findings));
      }
      return found;
    },
    report,
  };
}
