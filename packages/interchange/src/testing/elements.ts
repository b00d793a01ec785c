import type { RawElements } from '../raw.ts';

/** Elements as lines of depth, name and text, so that two files can be compared. */
export function linesOf({ depths, fullNames, nameCodes, texts }: RawElements): string[] {
  return Array.from(depths, (depth, i) => `${'  '.repeat(depth)}${fullNames[nameCodes[i]]} ${texts.values[texts.codes[i]]}`);
}

/** Lines of one list that the other lacks, and the other way round, in their order. */
export function differingLines(before: readonly string[], after: readonly string[]): { gone: string[]; come: string[] } {
  const count = (lines: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const minus = (lines: readonly string[], others: readonly string[]): string[] => {
    const left = count(others);
    return lines.flatMap((line) => {
      const rest = left.get(line) ?? 0;
      left.set(line, rest - 1);
      return rest > 0 ? [] : [line.trim()];
    });
  };
  return { gone: minus(before, after), come: minus(after, before) };
}
