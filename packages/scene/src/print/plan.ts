import type { Minute, TitleField } from '@gantry/domain';
import type { GanttModel } from '../gantt/frame.ts';
import type { TitleWord } from './title-blocks/title-block.ts';

/** What a sign of the chart means. */
export const LEGEND_ITEMS = [
  'summary',
  'task',
  'work',
  'critical',
  'near',
  'done',
  'milestone',
  'float',
  'baseline',
  'link',
  'driving',
  'data_date',
] as const;
export type LegendItem = (typeof LEGEND_ITEMS)[number];

/** A plan as it is printed: rows, columns and links as a chart has them, and the time that it covers. */
export type PrintedPlan = {
  model: GanttModel;
  /** Days of the chart; null where no row has dates. */
  span: { start: Minute; finish: Minute } | null;
  /** What colours of bars mean that rules give them: the number of a tint and its words. */
  tints?: readonly { tint: number; text: string }[];
  words: {
    legend(item: LegendItem): string;
    continued(path: string): string;
    titleWord(word: TitleWord): string;
    titleField(field: TitleField): string;
    approval(word: 'role' | 'person' | 'decision' | 'date' | 'signature'): string;
    /** The other end of a relation that goes on on another page. */
    onPage(page: number, code: string): string;
  };
};
