/** Method for the estimate at completion. */
export type EstimateMethod =
  /** What is left costs as planned: AC + (BAC − EV). */
  | 'as_planned'
  /** Remaining work costs as done work did: AC + (BAC − EV) / CPI. */
  | 'cpi'
  /** Cost and pace so far both go on: AC + (BAC − EV) / (CPI · SPI). */
  | 'cpi_spi'
  /** Remaining work costs as what was done of late did: AC + (BAC − EV) / CPI of the last status points. */
  | 'cpi_recent'
  /** The remaining cost that was entered: AC + ETC. */
  | 'entered';

/** What earned value is made of; one currency, or hours. */
export type EarnedValueInput = {
  /** Budget at completion. */
  budget: number;
  /** Budget of what should be done by the data date (planned value). */
  planned: number;
  /** Budget of what is done (earned value). */
  earned: number;
  /** What it has cost (actual cost). */
  actual: number;
  /** Estimate to complete as entered; null = none. */
  remaining: number | null;
  /** What is done and what it has cost since an earlier status point; without it since the start. */
  recent?: { earned: number; actual: number };
};

/** The measures of earned value management; an index is null where its divisor is 0. */
export type EarnedValue = {
  bac: number;
  pv: number;
  ev: number;
  ac: number;
  /** Schedule and cost variance: EV − PV, EV − AC. */
  sv: number;
  cv: number;
  spi: number | null;
  cpi: number | null;
  etc: number | null;
  eac: number | null;
  /** Variance at completion: BAC − EAC. */
  vac: number | null;
  /** Efficiency that the rest needs to meet the budget, and to meet the estimate. */
  tcpiBudget: number | null;
  tcpiEstimate: number | null;
  /** Shares of the budget: done, planned to be done, spent. */
  percentEarned: number | null;
  percentPlanned: number | null;
  percentSpent: number | null;
};

function ratio(value: number, divisor: number): number | null {
  return divisor === 0 ? null : value / divisor;
}

function estimateToComplete(input: EarnedValueInput, method: EstimateMethod, cpi: number | null, spi: number | null): number | null {
  const left = input.budget - input.earned;
  if (method === 'entered') return input.remaining;
  if (method === 'as_planned' || left === 0) return left;
  const recent = input.recent ? ratio(input.recent.earned, input.recent.actual) : cpi;
  const efficiency = method === 'cpi_recent' ? recent : method === 'cpi' ? cpi : cpi === null || spi === null ? null : cpi * spi;
  return efficiency === null || efficiency === 0 ? null : left / efficiency;
}

/** The measures of one item, or of many whose inputs are added up before: indexes of sums are not sums of indexes. */
export function earnedValue(input: EarnedValueInput, method: EstimateMethod = 'cpi'): EarnedValue {
  const { budget: bac, planned: pv, earned: ev, actual: ac } = input;
  const spi = ratio(ev, pv);
  const cpi = ratio(ev, ac);
  const etc = estimateToComplete(input, method, cpi, spi);
  const eac = etc === null ? null : ac + etc;
  return {
    bac,
    pv,
    ev,
    ac,
    sv: ev - pv,
    cv: ev - ac,
    spi,
    cpi,
    etc,
    eac,
    vac: eac === null ? null : bac - eac,
    tcpiBudget: ratio(bac - ev, bac - ac),
    tcpiEstimate: eac === null ? null : ratio(bac - ev, eac - ac),
    percentEarned: ratio(ev, bac),
    percentPlanned: ratio(pv, bac),
    percentSpent: ratio(ac, bac),
  };
}

/** Adds inputs of several items; the entered estimate is null as soon as one has none. */
export function sumEarnedValue(inputs: readonly EarnedValueInput[]): EarnedValueInput {
  const sum: EarnedValueInput = { budget: 0, planned: 0, earned: 0, actual: 0, remaining: 0 };
  for (const input of inputs) {
    sum.budget += input.budget;
    sum.planned += input.planned;
    sum.earned += input.earned;
    sum.actual += input.actual;
    sum.remaining = sum.remaining === null || input.remaining === null ? null : sum.remaining + input.remaining;
  }
  return sum;
}
