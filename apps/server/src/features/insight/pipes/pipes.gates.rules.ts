import type { GateCriterion, GateFigure, PipelineCell, PipelineGate } from '@gantry/contract';
import type { PackageWork, StageWorks } from './pipes.works.rules.ts';

/** What a figure of some works is, null where nothing measures it, and the works that make it too large. */
export type MeasureWorks = (
  figure: GateFigure,
  works: readonly PackageWork[],
  stage: StageWorks,
  most: number,
) => { value: number | null; behind: readonly PackageWork[] };

type Judged = { isMet: boolean; value: number | null; behind: readonly PackageWork[] };

function judge(criterion: GateCriterion, place: number, works: readonly PackageWork[], stage: StageWorks, measure: MeasureWorks): Judged {
  if (criterion.kind === 'rows') {
    const behind = works.filter(({ id }) => !stage.passing[place]?.has(id));
    return { isMet: !behind.length, value: null, behind };
  }
  const { value, behind } = measure(criterion.figure, works, stage, criterion.most);
  // What nothing measures is not known to be met.
  return { isMet: value !== null && value <= criterion.most, value, behind };
}

const ALMOST = 1e-9;

/** Whether a package may leave a stage, and what keeps it there. */
export function gateStateOf(
  gate: PipelineGate,
  package_: { works: readonly PackageWork[]; progress: number; last: PackageWork },
  stage: StageWorks,
  who: { approver: string | null; userId: number },
  measure: MeasureWorks,
): NonNullable<PipelineCell['gate']> {
  const { works, progress, last } = package_;
  const isDone = progress >= gate.progress - ALMOST;
  const judged = gate.criteria.map((criterion, place) => judge(criterion, place, works, stage, measure));
  const isThrough = isDone && judged.every(({ isMet }) => isMet);
  const behind = new Set([
    ...(isDone ? [] : works.filter(({ completed }) => !completed)),
    ...judged.flatMap((one) => (one.isMet ? [] : one.behind)),
  ]);
  if (!isThrough && !behind.size) behind.add(last);
  const first = works.find((work) => behind.has(work));
  return {
    state: !isThrough ? 'blocked' : gate.approval && who.approver === null ? 'waiting' : 'passed',
    open_works: behind.size,
    open_row_id: first?.id ?? null,
    approved_by: who.approver,
    may_approve: gate.approval && (!gate.approvers.length || gate.approvers.includes(who.userId)),
    unmet: judged.flatMap(({ isMet, value, behind: rows }, place) => {
      const criterion = gate.criteria[place];
      const limit = criterion.kind === 'figure' ? { figure: criterion.figure, most: criterion.most } : { figure: null, most: null };
      return isMet ? [] : [{ ...limit, value, works: rows.length }];
    }),
  };
}

/** Marks the cells that stand behind a gate that holds: what has begun there all the same is to be acted upon. */
export function heldBack(cells: readonly PipelineCell[], gates: readonly PipelineGate[], hasBegun: (scheduleId: number) => boolean) {
  const holds = new Set(gates.filter(({ hold }) => hold).map(({ schedule_id }) => schedule_id));
  let held_by: number | null = null;
  return cells.map((cell): PipelineCell => {
    // What is done waits for nothing.
    const holder = cell.light === 'done' ? null : held_by;
    const isEarly = holder !== null && hasBegun(cell.schedule_id);
    const marked = { ...cell, held_by: holder, light: isEarly ? ('act' as const) : cell.light };
    if (held_by === null && holds.has(cell.schedule_id) && cell.gate?.state !== 'passed') held_by = cell.schedule_id;
    return marked;
  });
}
