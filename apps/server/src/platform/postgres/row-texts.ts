/** How a value that the database wrote as text is read; null stays null. */
export type TextReader = (text: string) => unknown;

const [OPENS, CLOSES, COMMA, QUOTE] = ['(', ')', ',', '"'].map((sign) => sign.charCodeAt(0));

/**
 * Rows that the database wrote one behind another as `row(…)::text`, each made of its values by name. Such a text costs the thread that
 * talks to the database nothing to read: whoever needs the rows reads them where that holds nobody up.
 */
export function rowsOfText(text: string, fields: readonly { name: string; read: TextReader }[]): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  let at = 0;
  const quoted = (): string => {
    let end = text.indexOf('"', at + 1);
    while (text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
    const inner = text.slice(at + 1, end);
    at = end + 1;
    // Quotes and backslashes stand twice.
    return inner.includes('"') || inner.includes('\\') ? inner.replaceAll(/(["\\])\1/g, '$1') : inner;
  };
  const plain = (): string => {
    const from = at;
    for (let code = text.charCodeAt(at); code !== COMMA && code !== CLOSES; code = text.charCodeAt(at)) at += 1;
    return text.slice(from, at);
  };
  while (text.charCodeAt(at) === OPENS) {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index += 1) {
      at += 1;
      const code = text.charCodeAt(at);
      const { name, read } = fields[index];
      row[name] = code === COMMA || code === CLOSES ? null : read(code === QUOTE ? quoted() : plain());
    }
    at += 1;
    rows.push(row);
  }
  return rows;
}
