type Host = { process?: { env: Record<string, string | undefined>; stdout: { write(text: string): unknown } } };

/** Number of cases of a property test: few by default, PROPERTY_CASES for more. */
export const PROPERTY_CASES = casesOf(globalThis);

/** The same cases in every run, so that a red check is about the change; any other number looks elsewhere. */
const USUAL_SEED = 14;

/**
 * What a property test hands to fast-check: the number of its cases and a seed that is printed before the first of them, so that a
 * run that hangs or dies can be repeated as well (PROPERTY_SEED).
 */
export function propertyRun(name: string, cases = PROPERTY_CASES): { numRuns: number; seed: number } {
  const { process } = globalThis as Host;
  const seed = Number(process?.env.PROPERTY_SEED ?? USUAL_SEED);
  process?.stdout.write(`seed ${seed}, ${cases} cases: ${name}\n`);
  return { numRuns: cases, seed };
}

function casesOf(host: object): number {
  return Number((host as Host).process?.env.PROPERTY_CASES ?? 200);
}
