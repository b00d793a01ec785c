/** What a caught value says of itself: anything can be thrown. */

/** The code of an error of the system or of a program, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
