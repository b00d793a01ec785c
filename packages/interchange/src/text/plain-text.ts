import { wordTable } from './word-table.ts';

const ENTITIES = wordTable<string>({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' });

/** Text of a notebook entry without its HTML: paragraphs and breaks become line ends. */
export function plainText(html: string): string {
  if (!/<[a-z!/][^<>]*>/i.test(html)) return html.trim();
  const text = withoutHidden(html)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<!?\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,6});/gi, (whole, name: string) => entity(name) ?? whole);
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}

/** Removes what browsers do not show in a single pass; patterns over both ends would take quadratic time. */
function withoutHidden(html: string): string {
  const lower = html.toLowerCase();
  // Some letters grow when they become small, and then places no longer match.
  const small = lower.length === html.length ? lower : html;
  const hidden = /<(script|style|head)\b[^<>]*>/g;
  let shown = '';
  let at = 0;
  for (let match = hidden.exec(small); match; match = hidden.exec(small)) {
    const end = small.indexOf(`</${match[1]}`, hidden.lastIndex);
    if (end < 0) break;
    shown += html.slice(at, match.index);
    const close = small.indexOf('>', end);
    at = close < 0 ? html.length : close + 1;
    hidden.lastIndex = at;
  }
  return shown + html.slice(at);
}
