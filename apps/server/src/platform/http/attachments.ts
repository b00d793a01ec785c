import type { FastifyReply } from 'fastify';

const NAME_LENGTH = 255;

/** Signs of control, of no width (but for the joiners that scripts and emoji need) and of the direction of writing. */
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;
const CUT_SIGN = /^[\udc00-\udfff]/;

/**
 * The name of a file that somebody sent, as a label: no folder, nothing that cannot be read or turns the direction of writing; empty
 * where nothing is left. What cannot be read goes first: behind a line end a folder would pass for a name.
 */
export function fileLabel(name: string): string {
  const label = name
    .replace(UNREADABLE, '')
    .replace(/^.*[\\/]/s, '')
    .trim()
    .slice(-NAME_LENGTH)
    .replace(CUT_SIGN, '')
    .toWellFormed();
  return /^[. ]*$/.test(label) ? '' : label;
}

/** Heads of a file that the browser saves and never shows as a page. */
export function asAttachment(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
}

/** The part of a content of `size` bytes that a Range header asks for; null: all of it. 'none': no such part. One part at most is sent. */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'none' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!asked || (!asked[1] && !asked[2])) return null;
  const from = asked[1] ? Number(asked[1]) : Math.max(0, size - Number(asked[2]));
  const to = asked[1] && asked[2] ? Math.min(Number(asked[2]), size - 1) : size - 1;
  if (from > to || from >= size) return 'none';
  return { from, to };
}
