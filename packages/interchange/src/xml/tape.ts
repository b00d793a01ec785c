import type { RawElements } from '../raw.ts';

/** Marks a nil element in a text column. */
export const NIL = '\u0000nil';

/** Collects elements in document order. */
export type Tape = {
  elements: RawElements;
  readonly count: number;
  /** Adds an element by its name with prefix; answers with its place. */
  open: (name: string, depth: number) => number;
  setText: (node: number, text: string) => void;
  /** Ends the element that is open at a depth, with the text that stood in it. */
  close: (depth: number, text: string) => void;
  finish: () => RawElements;
};

/** Name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** V8 makes texts of thirteen letters and more as views of the text that they are cut from: such a view keeps all of the file's piece. */
const ownText = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));

/** Starts an empty tape. */
export function startTape(): Tape {
  const elements: RawElements = {
    kind: 'elements',
    namespace: '',
    names: [],
    fullNames: [],
    nameCodes: new Uint32Array(1024),
    depths: new Uint8Array(1024),
    texts: { values: [''], codes: new Uint32Array(1024) },
  };
  const names = new Map<string, number>();
  const texts = new Map<string, number>([['', 0]]);
  const openNodes: number[] = [];
  let count = 0;
  const setText = (node: number, text: string): void => {
    if (text === '') return;
    // Long texts rarely repeat; dates, flags and numbers do.
    let code = text.length < 40 ? texts.get(text) : undefined;
    if (code === undefined) {
      const own = ownText(text);
      code = elements.texts.values.push(own) - 1;
      if (text.length < 40) texts.set(own, code);
    }
    elements.texts.codes[node] = code;
  };
  return {
    elements,
    get count() {
      return count;
    },
    open(name, depth) {
      if (count === elements.depths.length) {
        elements.nameCodes = doubled(elements.nameCodes, Uint32Array);
        elements.depths = doubled(elements.depths, Uint8Array);
        elements.texts.codes = doubled(elements.texts.codes, Uint32Array);
      }
      let code = names.get(name);
      if (code === undefined) {
        names.set(name, (code = elements.names.push(name.startsWith('@') ? name : localName(name)) - 1));
        elements.fullNames.push(name);
      }
      elements.nameCodes[count] = code;
      elements.depths[count] = depth;
      openNodes[depth] = count;
      return count++;
    },
    setText,
    close(depth, text) {
      const node = openNodes[depth];
      // Blanks between child elements are layout, not text.
      const isParent = node + 1 < count && elements.depths[node + 1] > depth && text.trim() === '';
      if (!isParent) setText(node, text);
    },
    finish() {
      elements.nameCodes = elements.nameCodes.slice(0, count);
      elements.depths = elements.depths.slice(0, count);
      elements.texts.codes = elements.texts.codes.slice(0, count);
      return elements;
    },
  };
}

function doubled<T extends Uint32Array | Uint8Array>(array: T, make: { new (length: number): T }): T {
  const larger = new make(array.length * 2);
  larger.set(array);
  return larger;
}

/** Name of an element without prefix; attributes start with `@`. */
export function nameAt({ names, nameCodes }: RawElements, node: number): string {
  return names[nameCodes[node]];
}

/** Text of an element as it stands on the tape. */
export function textAt({ texts }: RawElements, node: number): string {
  return texts.values[texts.codes[node]];
}

/** The place after an element and all that is in it. */
export function endOf({ depths }: RawElements, node: number): number {
  let at = node + 1;
  while (at < depths.length && depths[at] > depths[node]) at++;
  return at;
}

/** Places of the elements right below one, its attributes among them. */
export function childrenOf(elements: RawElements, node: number): number[] {
  const found: number[] = [];
  const end = endOf(elements, node);
  for (let at = node + 1; at < end; at++) if (elements.depths[at] === elements.depths[node] + 1) found.push(at);
  return found;
}
