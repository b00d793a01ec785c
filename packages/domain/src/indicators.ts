/** State of a row by an indicator: good, attention, problem, or information. */
export const INDICATOR_STATES = ['ok', 'warn', 'error', 'info'] as const;
export type IndicatorState = (typeof INDICATOR_STATES)[number];

/** One rule of an indicator: rows that meet its condition get this state, colour and text. The first matching rule applies. */
export type IndicatorRule = {
  /** A formula that answers yes or no. */
  condition: string;
  state: IndicatorState;
  /** 1 to 8, as colours of rows are numbered. */
  tint: number;
  text: string;
};

const INDICATOR = 'indicator:';

export const indicatorColumn = (indicatorId: number): string => INDICATOR + indicatorId;

/** The indicator of a column; null for other columns. */
export function indicatorOfColumn(columnId: string): number | null {
  return columnId.startsWith(INDICATOR) ? Number(columnId.slice(INDICATOR.length)) : null;
}

/** The formula name of a rule's condition, so that conditions are calculated beside attributes. */
export const conditionName = (indicatorId: number, rule: number): string => `${INDICATOR}${indicatorId}:${rule}`;
