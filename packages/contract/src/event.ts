import { z } from 'zod';

/**
 * An event of the push channel: what pages hear, and what travels between the servers where that is less, because the whole is read
 * when it is delivered.
 */
export type PushEvent<Data extends z.ZodType = z.ZodType, Sent extends z.ZodType = z.ZodType> = { data: Data; sent: Sent };

/** Declares an event that says the same to pages and between servers. */
export function event<Data extends z.ZodRawShape>(data: Data): PushEvent<z.ZodObject<Data>, z.ZodObject<Data>>;
/** Declares an event that is filled in when it is delivered. */
export function event<Data extends z.ZodRawShape, Sent extends z.ZodRawShape>(
  data: Data,
  sent: Sent,
): PushEvent<z.ZodObject<Data>, z.ZodObject<Sent>>;
export function event(data: z.ZodRawShape, sent: z.ZodRawShape = data): PushEvent {
  return { data: z.object(data), sent: z.object(sent) };
}
