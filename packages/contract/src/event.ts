import type { SpaceRight } from '@gantry/domain';
import { z } from 'zod';

/**
 * What an event is about: a version, a node, a node with all that stands below it (a branch), or a chat, which a field names. Only who
 * holds one of the rights there hears of it.
 */
export type About = { kind: 'version' | 'node' | 'branch' | 'chat'; field: string; rights: readonly SpaceRight[] };

/**
 * An event of the push channel: what pages hear, and what travels between the servers where that is less, because the whole is read
 * when it is delivered.
 */
export type PushEvent<Data extends z.ZodType = z.ZodType, Sent extends z.ZodType = z.ZodType> = {
  data: Data;
  sent: Sent;
  about: About | null;
};

/** Declares an event that says the same to pages and between servers. */
export function event<Data extends z.ZodRawShape>(data: Data): PushEvent<z.ZodObject<Data>, z.ZodObject<Data>>;
/** Declares an event that is filled in when it is delivered. */
export function event<Data extends z.ZodRawShape, Sent extends z.ZodRawShape>(
  data: Data,
  sent: Sent,
): PushEvent<z.ZodObject<Data>, z.ZodObject<Sent>>;
export function event(data: z.ZodRawShape, sent: z.ZodRawShape = data): PushEvent {
  return { data: z.object(data), sent: z.object(sent), about: null };
}

/** An event that only readers of what it is about hear. */
export function heardBy<Data extends z.ZodType, Sent extends z.ZodObject>(
  rights: SpaceRight | readonly SpaceRight[],
  kind: About['kind'],
  field: keyof z.output<Sent> & string,
  declared: PushEvent<Data, Sent>,
): PushEvent<Data, Sent> {
  return { ...declared, about: { kind, field, rights: [rights].flat() } };
}
