/** How many cases a property test draws: few on a desk, many where PROPERTY_CASES says so. */
export const PROPERTY_CASES = casesOf(globalThis);

function casesOf(host: object): number {
  const { process } = host as { process?: { env: Record<string, string | undefined> } };
  return Number(process?.env.PROPERTY_CASES ?? 200);
}
