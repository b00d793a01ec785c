/** Shares so near to 0 or 1 that the normal quantile would run away; beyond six standard deviations nothing is drawn. */
const LEAST_SHARE = 1e-9;

const A = [-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1, 2.506628277459239];
const B = [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1];
const C = [-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783];
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;
const SHARE = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153, 0];

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let at = 0; at < coefficients.length; at++) sum = sum * x + coefficients[at];
  return sum;
}

/** The value below which a share of the standard normal distribution lies. Source: P. J. Acklam, relative error 1.15e-9. */
export function normalQuantile(share: number): number {
  const p = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share));
  if (p < TAIL) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, q) / polynomial(D, q);
  }
  if (p > 1 - TAIL) return -normalQuantile(1 - p);
  const q = p - 0.5;
  return (polynomial(A, q * q) * q) / polynomial(B, q * q);
}

/** The share of the standard normal distribution below a value. Source: Abramowitz and Stegun 26.2.17, absolute error 7.5e-8. */
export function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail = (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * polynomial(SHARE, t);
  return value >= 0 ? 1 - tail : tail;
}
