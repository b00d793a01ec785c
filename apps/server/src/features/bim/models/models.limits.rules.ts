const MEGABYTE = 1024 * 1024;

/** How long the converter may be silent: the library has endless loops, in which it calls back no more. */
export const STALL_MS = 60_000;
export const longestMs = (bytes: number): number => 10 * 60_000 + (bytes / MEGABYTE) * 2000;
/** Measured: 6.5 to 9 MB of memory for each MB of a file. */
export const mostMemory = (bytes: number): number => 1024 * MEGABYTE + bytes * 12;

/** The release of what makes geometry of files: a version that another one made can be made again. */
export const CONVERTER = 'fragments 3.4.7, web-ifc 0.0.78, circles 48';

/** Of the whole work, how much is done at the end of each stage. */
const ENDS = { waiting: 0, reading: 0.1, geometry: 0.7, quantities: 0.8, storing: 1 } as const;
export type Stage = keyof typeof ENDS;
const STAGES = Object.keys(ENDS) as Stage[];

/** How far the whole work is when so much of a stage is done. */
export function shareOf(stage: Stage, part: number): number {
  const from = ENDS[STAGES[Math.max(0, STAGES.indexOf(stage) - 1)]];
  return from + (ENDS[stage] - from) * Math.min(1, Math.max(0, part));
}
