import type { FastifyReply } from 'fastify';

const NAME_LENGTH = 255;

/** The name of a file that somebody sent, as a label: no folder, nothing that cannot be read or turns the direction of writing. */
export function fileLabel(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const unreadable = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
  return name
    .replace(/^.*[\\/]/, '')
    .replace(unreadable, '')
    .trim()
    .slice(-NAME_LENGTH);
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
