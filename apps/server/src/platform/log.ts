import { errorCode } from './errors.ts';

/** Log lines are JSON, one event a line, on standard output. */
export type Log = {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  child(fields: Record<string, unknown>): Log;
};

type Sink = (line: string) => void;

/** A log that adds `fields` to every line; secrets are never passed to it. */
export function createLog(fields: Record<string, unknown> = {}, sink: Sink = (line) => process.stdout.write(line)): Log {
  const write =
    (level: string) =>
    (event: string, more: Record<string, unknown> = {}) =>
      sink(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields, ...more })}\n`);
  return { info: write('info'), warn: write('warn'), error: write('error'), child: (more) => createLog({ ...fields, ...more }, sink) };
}

/** The fields of an error for the log: name, message, code and stack. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, code: errorCode(error), stack: error.stack };
}
