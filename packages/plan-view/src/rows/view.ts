import type { ExternalRelation } from '@gantry/contract';
import type { GanttLinks } from '@gantry/scene';
import type { ScheduleDocument } from '../document/document.ts';
import type { ScheduleRows, WorkingTimes } from './rows.ts';

export type LoadState = { state: 'loading'; rows: number; of: number } | { state: 'ready' } | { state: 'failed'; reason: string };

/** What the screen draws; every field is replaced when it changes, rows are also changed in place (`patched`). */
export type ScheduleView = ScheduleRows & {
  document: ScheduleDocument;
  links: GanttLinks;
  times: WorkingTimes;
  load: LoadState;
  /** Ids of the rows that the person has ticked; changed in place. */
  ticked: Set<number>;
  /** Relations to other schedules by the id of the row; changed in place. */
  outside?: ReadonlyMap<number, ExternalRelation[]>;
};
