/** What an indicator says of a row: fine, to be looked at, wrong, or worth knowing. */
export const INDICATOR_STATES = ['ok', 'warn', 'error', 'info'] as const;
export type IndicatorState = (typeof INDICATOR_STATES)[number];

/** One rule of an indicator: where its condition holds for a row, the row gets this state, colour and text. The first that holds counts. */
export type IndicatorRule = {
  /** A formula that answers yes or no. */
  condition: string;
  state: IndicatorState;
  /** 1 to 8, as colours of rows are numbered. */
  tint: number;
  text: string;
};

const INDICATOR = 'indicator:';

/** The column of an indicator. */
export const indicatorColumn = (indicatorId: number): string => INDICATOR + indicatorId;

/** The indicator that a column shows, null where it shows something else. */
export function indicatorOfColumn(columnId: string): number | null {
  return columnId.startsWith(INDICATOR) ? Number(columnId.slice(INDICATOR.length)) : null;
}

/** What formulas call the condition of a rule, so that conditions are calculated beside attributes. */
export const conditionName = (indicatorId: number, rule: number): string => `${INDICATOR}${indicatorId}:${rule}`;
