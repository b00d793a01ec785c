/** What a caught value says of itself: anything can be thrown. */

/** The code of an error of the system or of a program, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** SQLSTATE of a database error, or null. Codes of the system, such as `EPIPE`, begin with an E as no SQLSTATE does. */
export function sqlState(error: unknown): string | null {
  const code = errorCode(error);
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}
