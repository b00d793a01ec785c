const MINUTE = 60;
const PAUSES = [10, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE, 120 * MINUTE, 240 * MINUTE];

/** Seconds until a letter that did not leave is tried again; null where it is given up, after eight hours. */
export function pauseBefore(tries: number): number | null {
  return PAUSES[tries] ?? null;
}

/** A text with its blanks filled. A value is never read for blanks of its own. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands in HTML. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

/** Converts a letter of plain text to HTML with a link as a button, and a further one below. It loads nothing remote, so that opening it is not tracked. */
export function asHtml(text: string, link: string | null, further?: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph === link
        ? asButton(link)
        : paragraph === further
          ? asLink(further)
          : `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`,
    );
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;background:#ffffff;color:#1c2024;font:16px/1.5 system-ui,Segoe UI,Arial,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    ...paragraphs,
    '</div></body></html>',
  ].join('\n');
}

const asLink = (link: string): string =>
  `<p style="font-size:13px;word-break:break-all"><a href="${escaped(link)}">${escaped(link)}</a></p>`;

function asButton(link: string): string {
  const style =
    'display:inline-block;padding:10px 20px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none;word-break:break-all';
  const address = escaped(link);
  return `<p><a href="${address}" style="${style}">${address.replace(/#.*$/, '')}</a></p>\n<p style="font-size:13px;word-break:break-all">${address}</p>`;
}
