import { parseDate } from '../text/dates.ts';
import type { Minute } from '@gantry/domain';
import type { Findings } from '../findings.ts';
import type { RawElements } from '../raw.ts';
import { NIL, nameAt, textAt } from './tape.ts';

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
  children: (name: string) => ElementView[];
  report: (severity: 'info' | 'warning' | 'error', code: string, field: string, parameters?: Record<string, string | number>) => void;
};

/** Opens the root element of a tape; undefined for an empty one. */
export function openElements(elements: RawElements, findings: Findings): ElementView | undefined {
  return elements.depths.length === 0 ? undefined : new TapeView(elements, 0, findings);
}

/** A class, because closures for millions of elements would take more memory than the file. */
class TapeView implements ElementView {
  readonly #elements: RawElements;
  readonly #findings: Findings;
  readonly node: number;
  #positions: Map<string, number> | null = null;

  constructor(elements: RawElements, node: number, findings: Findings) {
    this.#elements = elements;
    this.#findings = findings;
    this.node = node;
  }

  get name(): string {
    return nameAt(this.#elements, this.node);
  }

  get value(): string {
    return this.#textAt(this.node);
  }

  has(name: string): boolean {
    return this.#position(name) >= 0;
  }

  text(name: string): string {
    const at = this.#position(name);
    return at < 0 ? '' : this.#textAt(at).trim();
  }

  number(name: string): number | null {
    const value = this.text(name);
    if (value === '') return null;
    // P6 writes decimals by the settings of the machine.
    const number = Number(value.replace(',', '.'));
    if (Number.isFinite(number)) return number;
    this.report('warning', 'value.bad_number', name);
    return null;
  }

  date(name: string): Minute | null {
    const value = this.text(name);
    if (value === '' || value === 'NA') return null;
    const date = parseDate(value.replace(/(Z|[+-]\d\d:\d\d)$/, ''));
    if (date === null) this.report('warning', 'value.bad_date', name);
    return date;
  }

  flag(name: string): boolean {
    return /^(1|true|y)$/i.test(this.text(name));
  }

  child(name: string): ElementView | undefined {
    const at = this.#position(name);
    return at < 0 ? undefined : new TapeView(this.#elements, at, this.#findings);
  }

  children(name: string): ElementView[] {
    const { depths } = this.#elements;
    const depth = depths[this.node];
    const found: ElementView[] = [];
    for (let at = this.node + 1; at < depths.length && depths[at] > depth; at++) {
      if (depths[at] === depth + 1 && nameAt(this.#elements, at) === name) found.push(new TapeView(this.#elements, at, this.#findings));
    }
    return found;
  }

  report(severity: 'info' | 'warning' | 'error', code: string, field: string, parameters?: Record<string, string | number>): void {
    const value = this.text(field);
    const key = this.text('UID') || this.text('ObjectId');
    const known = { ...(key === '' ? {} : { key }), ...parameters };
    this.#findings.add({ severity, code, table: this.name, field, ...(value === '' ? {} : { value }), parameters: known });
  }

  #textAt(at: number): string {
    const text = textAt(this.#elements, at);
    return text === NIL ? '' : text;
  }

  #position(name: string): number {
    if (!this.#positions) {
      this.#positions = new Map();
      const { depths } = this.#elements;
      const depth = depths[this.node];
      for (let at = this.node + 1; at < depths.length && depths[at] > depth; at++) {
        if (depths[at] !== depth + 1) continue;
        const own = nameAt(this.#elements, at);
        if (!this.#positions.has(own)) this.#positions.set(own, at);
      }
    }
    return this.#positions.get(name) ?? -1;
  }
}
