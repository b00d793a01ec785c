import type { Finding } from './project-file.ts';

/** Collects findings of a reader; many with the same code are only counted. */
export type Findings = { add: (finding: Finding) => void; list: () => Finding[] };

const KEPT_PER_CODE = 100;

/** Starts a collection. Beyond a hundred of one code only their number is reported. */
export function collectFindings(): Findings {
  const kept: Finding[] = [];
  const counts = new Map<string, number>();
  return {
    add(finding) {
      const count = (counts.get(finding.code) ?? 0) + 1;
      counts.set(finding.code, count);
      if (count <= KEPT_PER_CODE) kept.push(shortened(finding));
    },
    list() {
      const more: Finding[] = [];
      for (const [code, count] of counts) {
        if (count > KEPT_PER_CODE)
          more.push({ severity: 'info', code: 'finding.more', parameters: { code, count: count - KEPT_PER_CODE } });
      }
      return [...kept, ...more];
    },
  };
}

const LONGEST_VALUE = 120;

function shortened(finding: Finding): Finding {
  if (finding.value === undefined || finding.value.length <= LONGEST_VALUE) return finding;
  return { ...finding, value: `${finding.value.slice(0, LONGEST_VALUE)}…` };
}
