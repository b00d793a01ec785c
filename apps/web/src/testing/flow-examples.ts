import { MINUTES_PER_DAY } from '@gantry/domain';
import type { FlowSegment } from '@gantry/plan-view';

/** A work of a flow without a clash; its start and its length in days. */
export const segmentAt = (id: number, line: number, place: number, start: number, days: number): FlowSegment => ({
  id,
  line,
  place,
  start: start * MINUTES_PER_DAY,
  finish: (start + days) * MINUTES_PER_DAY,
  clash: null,
});
