import { type FlowChange, openFlowTrial, recordsOfColumns, type TriedDates } from '@gantry/plan-view';
import type { PreviewPlan } from './wbs.preview.worker.ts';

/** What the page asks: open a plan (rows in the order of the grid), or what a change would do to its dates. */
export type TrialRequest = { open: PreviewPlan } | { change: FlowChange };

/** Start and finish of every row as they would be, in the order of the grid; the second part of a split work comes last. */
export type TrialAnswer = TriedDates;

let trial: ReturnType<typeof openFlowTrial> | null = null;

self.onmessage = ({ data }: MessageEvent<TrialRequest>) => {
  if ('open' in data) {
    const { columns, dataDate, limits } = data.open;
    trial = openFlowTrial(recordsOfColumns(columns), dataDate, limits);
    return;
  }
  if (!trial) return;
  const { start, finish } = trial(data.change);
  const answer: TrialAnswer = { start: start.slice(), finish: finish.slice() };
  self.postMessage(answer, { transfer: [answer.start.buffer, answer.finish.buffer] });
};
