import { errorCode } from './errors.ts';

/** Log lines are JSON, one event a line, on standard output. */
export type Log = {
  /** For those who look for a fault; not written unless asked for. */
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  child(fields: Record<string, unknown>): Log;
};

type Sink = (line: string) => void;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** A level for all events, levels for areas of them, or both: `info,import=debug`. An area is the part of an event before its point. */
export const LOG_LEVELS = /^(([a-z_]+=)?(debug|info|warn|error))(,([a-z_]+=)?(debug|info|warn|error))*$/;

/** The level from which on events of an area are written. */
function thresholds(levels: string): (area: string) => Level {
  const parts = levels.split(',').map((part) => part.split('=').toReversed() as [Level, string?]);
  const ofAreas = new Map(parts.map(([level, area]) => [area ?? '', level]));
  return (area) => ofAreas.get(area) ?? ofAreas.get('') ?? 'info';
}

/** A log that adds `fields` to every line; secrets are never passed to it. `levels` is a text of the form of `LOG_LEVELS`. */
export function createLog(fields: Record<string, unknown> = {}, sink: Sink = (line) => process.stdout.write(line), levels = 'info'): Log {
  const threshold = thresholds(levels);
  const write =
    (level: Level) =>
    (event: string, more: Record<string, unknown> = {}): void => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold(event.split('.')[0]))) return;
      sink(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields, ...more })}\n`);
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (more) => createLog({ ...fields, ...more }, sink, levels),
  };
}

/** The fields of an error for the log: name, message, code and stack. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, code: errorCode(error), stack: error.stack };
}
