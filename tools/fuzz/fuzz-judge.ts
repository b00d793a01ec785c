import { Refused } from '../../apps/server/src/platform/fail.ts';

const LONGEST_MS = 10_000;

export type BackupFuzzReport = {
  refused: Record<string, number>;
  whole: number;
  slowestMs: number;
  failures: { input: string; trouble: string }[];
};

export const emptyReport = (): BackupFuzzReport => ({ refused: {}, whole: 0, slowestMs: 0, failures: [] });

/** Notes what came of one input: a refusal by a code of backups, or null for what was taken as it was meant. */
export async function judge(report: BackupFuzzReport, input: string, work: () => Promise<string | null>): Promise<void> {
  const begun = performance.now();
  let trouble: string | null = null;
  try {
    trouble = await work();
    if (trouble === null) report.whole++;
  } catch (error) {
    if (error instanceof Refused && error.code.startsWith('backup.')) report.refused[error.code] = (report.refused[error.code] ?? 0) + 1;
    else trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const took = performance.now() - begun;
  report.slowestMs = Math.max(report.slowestMs, Math.round(took));
  if (took > LONGEST_MS) trouble ??= `no answer within ${LONGEST_MS} ms`;
  if (trouble) report.failures.push({ input, trouble });
}
