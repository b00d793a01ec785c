import { formatNumber } from '../../../lib/numbers.ts';

/** A share of runs in whole percent. */
export const percent = (share: number): string => `${formatNumber(share * 100, { decimals: 0 })} %`;
