import { LOG_LEVELS, type LogLevel } from '@gantry/domain';
import { errorCode } from './errors.ts';

/** Log lines are JSON, one event a line, on standard output. */
export type Log = {
  /** For those who look for a fault; not written unless asked for. */
  debug(event: string, fields?: Record<string, unknown>): void;
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  child(fields: Record<string, unknown>): Log;
  /** What is written, as the log was opened and as it was changed since; null: it was not. */
  levels(): { given: string; set: string | null };
  /** Changes what is written, by this log and its children; null: as it was opened. */
  setLevels(levels: string | null): void;
};

type Sink = (line: string) => void;

/** The level from which on events of an area are written, by a text of the form of `LOG_LEVELS_FORM`. */
function thresholds(levels: string): (area: string) => LogLevel {
  const parts = levels.split(',').map((part) => part.split('=').toReversed() as [LogLevel, string?]);
  const ofAreas = new Map(parts.map(([level, area]) => [area ?? '', level]));
  return (area) => ofAreas.get(area) ?? ofAreas.get('') ?? 'info';
}

function openLevels(given: string) {
  let [set, threshold] = [null as string | null, thresholds(given)];
  return {
    current: () => ({ given, set }),
    change(levels: string | null) {
      [set, threshold] = [levels, thresholds(levels ?? given)];
    },
    isWritten: (level: LogLevel, event: string) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold(event.split('.')[0])),
  };
}

/** A log that adds `fields` to every line; secrets are never passed to it. `levels` is a text of the form of `LOG_LEVELS_FORM`. */
export const createLog = (fields: Record<string, unknown> = {}, sink: Sink = (line) => process.stdout.write(line), levels = 'info'): Log =>
  openLog(fields, sink, openLevels(levels));

function openLog(fields: Record<string, unknown>, sink: Sink, levels: ReturnType<typeof openLevels>): Log {
  const write =
    (level: LogLevel) =>
    (event: string, more: Record<string, unknown> = {}): void => {
      if (levels.isWritten(level, event)) sink(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields, ...more })}\n`);
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (more) => openLog({ ...fields, ...more }, sink, levels),
    levels: levels.current,
    setLevels: levels.change,
  };
}

/** The fields of an error for the log: name, message, code and stack. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, code: errorCode(error), stack: error.stack };
}
