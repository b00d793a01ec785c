import { formatMinute, LIMITS, type Minute, minuteOf, parseMinute, PROHIBITED_CHARACTERS } from '@gantry/domain';
import { z } from 'zod';

/** Messages are keys of `locales`, shown at the field. */
export const FIELD_MESSAGES = {
  prohibited: 'validation.prohibited_characters',
  /** The limit of names, then longer ones: a text says the limit that was passed. */
  tooLong: 'validation.too_long',
  /** Of a text whose limit stands beside its field. */
  tooLongText: 'validation.too_long_text',
  tooLong128: 'validation.too_long_128',
  tooLong254: 'validation.too_long_254',
  tooLong512: 'validation.too_long_512',
  email: 'validation.email',
  passwordShort: 'validation.password_short',
  date: 'validation.date',
} as const;

/** A one-line name: required, at most 32 characters, without prohibited ones. */
export function nameField(message: string) {
  return z
    .string()
    .trim()
    .min(1, message)
    .max(LIMITS.nameLength, FIELD_MESSAGES.tooLong)
    .refine((text) => text.isWellFormed() && !PROHIBITED_CHARACTERS.test(text), FIELD_MESSAGES.prohibited);
}

/** Whether a text is one line of whole letters. Marks that turn the direction of writing make a text look like another one. */
// oxlint-disable-next-line no-control-regex
export const isPlainLine = (text: string): boolean => text.isWellFormed() && !/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text);

/** A longer line of text: titles of rows, codes, names of hierarchy nodes. */
export const lineField = z.string().trim().max(LIMITS.textLength, FIELD_MESSAGES.tooLong512).refine(isPlainLine, FIELD_MESSAGES.prohibited);

/**
 * Text of several lines as a person writes it to others. Marks that turn the direction of writing make a text look like another one:
 * they are left out. What no database can hold is refused.
 */
export const messageField = (length: number) =>
  z
    .string()
    .max(length, FIELD_MESSAGES.tooLongText)
    // oxlint-disable-next-line no-control-regex
    .refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), FIELD_MESSAGES.prohibited)
    .transform((text) =>
      text
        .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
        .replaceAll('\r\n', '\n')
        .trim(),
    )
    .refine((text) => text.length > 0, 'validation.enter_text');

/** A required longer line. */
export function titleField(message: string) {
  return lineField.refine((text) => text.length > 0, message);
}

/** An email address. */
export const emailField = z
  .string()
  .trim()
  .min(1, 'validation.enter_email')
  .max(254, FIELD_MESSAGES.tooLong254)
  .pipe(z.email(FIELD_MESSAGES.email));

/** A new password: 12 to 128 characters of any kind. */
export const passwordField = z
  .string()
  .min(LIMITS.passwordMin, FIELD_MESSAGES.passwordShort)
  .max(LIMITS.passwordMax, FIELD_MESSAGES.tooLong128);

/** Schedule moments that can be stored lie in these years; columns of dates are 32-bit. */
const EARLIEST = minuteOf(1900, 1, 1);
const LATEST = minuteOf(3000, 1, 1);
const isStorable = (minute: Minute | null): boolean => minute !== null && minute >= EARLIEST && minute < LATEST;
const CANONICAL = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d$/;

/** A schedule moment, `2025-03-03T09:00`; other spellings of one become this one. */
export const dateTimeField = z
  .string()
  .refine((text) => isStorable(parseMinute(text)), FIELD_MESSAGES.date)
  .overwrite((text) => (CANONICAL.test(text) ? text : formatMinute(parseMinute(text) ?? 0)));

/** A decimal number, or its text with a dot or a comma, as people of different countries type it. */
export const decimalField = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^[+-]?\d+(?:[.,]\d+)?$/, 'validation.decimal'),
  ])
  .transform((value) => (typeof value === 'number' ? value : Number(value.replace(',', '.'))))
  .pipe(z.number());

/** By which column siblings are sorted: 1 upwards, -1 downwards. */
export const orderOfRows = z.object({
  sort: z.string().max(64).optional().describe('Column; siblings are sorted'),
  direction: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(-1)]))
    .default(1),
});

/** Which rows an answer holds: from where, and how many at most. */
export const pageOfRows = z.object({
  offset: z.coerce.number<number>().int().min(0).default(0),
  limit: z.coerce.number<number>().int().min(1).max(LIMITS.rowsAnAnswer).default(LIMITS.rowsAnAnswer),
});
export type PageOfRows = z.output<typeof pageOfRows>;
/** Where the rows behind an answer begin; null: it holds the last ones. */
export const nextRow = z.number().int().nullable();

/** Where the page after one begins, of so many rows in all; null after the last. */
export const nextOffset = ({ offset, limit }: PageOfRows, total: number): number | null => (offset + limit < total ? offset + limit : null);

/** Rows of a page, and where the next one begins. */
export function pageOf<T>(rows: readonly T[], { offset, limit }: PageOfRows): { rows: T[]; next: number | null } {
  return { rows: rows.slice(offset, offset + limit), next: nextOffset({ offset, limit }, rows.length) };
}
