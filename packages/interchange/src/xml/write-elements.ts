import type { RawElements } from '../raw.ts';
import { startTape } from './tape.ts';

/** Collects elements one by one. A null value writes nothing. */
export type XmlWriter = {
  open: (name: string) => void;
  close: () => void;
  /** One element with a text; flags are written as 1 and 0. */
  put: (name: string, value: string | number | boolean | null) => void;
  finish: () => RawElements;
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no way to write these, not even escaped.
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as it stands between tags. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/** Starts a document with its root element. */
export function startXml(root: string, namespace: string): XmlWriter {
  const tape = startTape();
  tape.elements.namespace = namespace;
  tape.open(root, 1);
  let depth = 1;
  return {
    open(name) {
      tape.open(name, ++depth);
    },
    close() {
      depth--;
    },
    put(name, value) {
      if (value === null) return;
      tape.setText(tape.open(name, depth + 1), typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
    },
    finish: tape.finish,
  };
}
