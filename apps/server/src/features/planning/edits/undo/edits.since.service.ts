import type { Diff } from '@gantry/domain';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { findCalculatedAt, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { versionLog } from './edits.history.repository.ts';
import { CALCULATION, changedSince, isFullCalculation, leavesResults } from '../edits.rules.ts';

/** Diffs read to find out what happened since: the newest are the likely ones. */
const LOOKED_AT = 100;

/** Who made the newest edit since a revision that a test finds; empty where it is older than those looked at, null where there is none. */
export async function whoSince(tx: Tx, key: VersionKey, since: number, test: (diff: Diff) => boolean): Promise<string | null> {
  const edits = (await versionLog.listSince(tx, key, since, LOOKED_AT + 1)).reverse();
  for (const edit of edits.slice(0, LOOKED_AT)) if (test((await versionLog.readDiff(tx, key, edit.revision)) ?? {})) return edit.author;
  return edits.length > LOOKED_AT ? '' : null;
}

/** Whether a calculation stands that was made after an action, not only restored after it. */
export async function isCalculatedSince(tx: Tx, key: VersionKey, revision: number): Promise<boolean> {
  const calculations = await versionLog.listInEffectSince(tx, key, revision, CALCULATION, LOOKED_AT);
  if (!calculations.length) return false;
  if (calculations.some(({ redoes }) => redoes === null)) return true;
  const action = await versionLog.findRoot(tx, key, revision);
  for (const restored of calculations) if ((await versionLog.findRoot(tx, key, restored.revision)) > action) return true;
  return false;
}

/** Whether the rows are as the last calculation left them: all that could move dates since then has been taken back. */
export async function isAsCalculated(tx: Tx, key: VersionKey, head: Pick<VersionHead, 'revision'>): Promise<boolean> {
  const calculatedAt = await findCalculatedAt(tx, key);
  if (calculatedAt === null || head.revision - calculatedAt > LOOKED_AT) return false;
  const history = await versionLog.listSince(tx, key, calculatedAt, LOOKED_AT);
  // A history that was cleared since does not say what happened.
  if (history.length !== head.revision - calculatedAt) return false;
  const changed = changedSince(history);
  const [calculation] = history;
  if (calculation && isFullCalculation(calculation.name) && calculation.undoes === null && calculation.redoes === null)
    if (!changed.delete(calculation.revision)) return false;
  for (const revision of changed) if (!leavesResults((await versionLog.readDiff(tx, key, revision)) ?? {})) return false;
  return true;
}
