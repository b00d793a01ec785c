import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';

/** A text as a tree. */
type MessageRoot = ReturnType<typeof fromMarkdown>;
/** A part of that tree. */
export type MessageNode = MessageRoot | MessageRoot['children'][number];

/** Deeper than this a text shows its source. */
const DEPTH = 12;
/** Quotes and lists one within another, or brackets, that a parser takes long over. */
const NESTED = /(?:^|\n)(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}|[[\]]{200}|(?:!?\[){100}/;
/** More marks of emphasis than this belong to no text that people write; each is tried with each. */
const MOST_MARKS = 400;

const isHardToRead = (text: string): boolean => NESTED.test(text) || (text.match(/[*_~[\]`]/g)?.length ?? 0) > MOST_MARKS;

/** A text as a tree; one that is made to be hard to read is one piece of plain text. */
export function parseMessage(text: string): MessageRoot {
  if (isHardToRead(text)) return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  return fromMarkdown(text, {
    // Four spaces before a line are no code, and HTML is text.
    extensions: [gfmStrikethrough(), gfmAutolinkLiteral(), { disable: { null: ['codeIndented', 'htmlFlow', 'htmlText'] } }],
    mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmAutolinkLiteralFromMarkdown()],
  });
}

/** The address of a link that may be opened; null for every other scheme. */
export function safeAddress(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

/** The part of the text that a node stands for. */
export const sourceOf = (text: string, { position }: MessageNode): string =>
  text.slice(position?.start.offset ?? 0, position?.end.offset ?? text.length);

export const isTooDeep = (depth: number): boolean => depth > DEPTH;

/** A text cut at its mentions: plain pieces and ids. */
export function cutMentions(text: string): (string | number)[] {
  return text
    .split(/@\{([1-9]\d{0,14})\}/)
    .map((part, index) => (index % 2 ? Number(part) : part))
    .filter((part) => part !== '');
}
