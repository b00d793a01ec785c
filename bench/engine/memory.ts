/** Prints what a process that keeps a calculated plan open is resident in, in megabytes: node --expose-gc bench/engine/memory.ts 100000 */
import { openTimetable, timetableResult } from '@gantry/engine';
import { syntheticColumns } from './network.ts';

const timetable = openTimetable(syntheticColumns(Number(process.argv[2])));
timetableResult(timetable);
(globalThis as { gc?: () => void }).gc?.();
console.log(Math.round(process.memoryUsage().rss / 1e6));
