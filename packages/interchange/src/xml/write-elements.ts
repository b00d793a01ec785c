/** Collects XML line by line. A null value writes a nil element where asked, nothing elsewhere. */
export type XmlWriter = {
  open: (name: string, attributes?: string) => void;
  close: (name: string) => void;
  /** One element with a text. */
  put: (name: string, value: string | number | boolean | null) => void;
  bytes: () => Uint8Array;
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no way to write these, not even escaped.
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as it stands between tags. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/** Starts an XML document; flags are written as 1 and 0. */
export function startXml(): XmlWriter {
  const parts: Buffer[] = [];
  let lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  let depth = 0;
  const add = (line: string): void => {
    lines.push('  '.repeat(depth) + line);
    if (lines.length > 5000) flush();
  };
  const flush = (): void => {
    parts.push(Buffer.from(`${lines.join('\n')}\n`, 'utf8'));
    lines = [];
  };
  return {
    open(name, attributes = '') {
      add(`<${name}${attributes === '' ? '' : ` ${attributes}`}>`);
      depth++;
    },
    close(name) {
      depth--;
      add(`</${name}>`);
    },
    put(name, value) {
      if (value === null) return;
      const text = typeof value === 'boolean' ? (value ? '1' : '0') : escapeXml(String(value));
      add(text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`);
    },
    bytes() {
      flush();
      return Buffer.concat(parts);
    },
  };
}
