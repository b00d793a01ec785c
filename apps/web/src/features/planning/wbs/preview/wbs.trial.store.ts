import type { FlowChange } from '@gantry/plan-view';
import type { PreviewPlan } from './wbs.preview.worker.ts';
import type { TrialAnswer, TrialRequest } from './wbs.trial.worker.ts';

/** What a change would do to the dates of a plan, worked out beside the page. */
export type Trial = {
  /** The plan has changed: it is read again with the next question. */
  forget(): void;
  /** The dates after a change; null where a newer question has overtaken this one, or there is no plan. */
  ask(change: FlowChange): Promise<TrialAnswer | null>;
  close(): void;
};

type Question = { change: FlowChange; done(answer: TrialAnswer | null): void };

/** Opens a trial; `read` gives the plan as it stands. One question is under way at a time, of those behind it the newest alone is asked. */
export function openTrial(read: () => PreviewPlan | null): Trial {
  let worker: Worker | null = null;
  let stale = true;
  let current: Question | null = null;
  let next: Question | null = null;

  const post = (request: TrialRequest) => worker?.postMessage(request);
  function answered(answer: TrialAnswer | null): void {
    const asked = current;
    current = null;
    asked?.done(answer);
    const waiting = next;
    next = null;
    if (waiting) send(waiting);
  }
  function start(): Worker {
    const made = new Worker(new URL('./wbs.trial.worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<TrialAnswer>) => answered(data);
    // A network that cannot be calculated answers nothing: the gesture goes on without its preview.
    made.onerror = () => answered(null);
    return made;
  }
  function send(question: Question): void {
    worker ??= start();
    const plan = stale ? read() : null;
    if (stale && !plan) return question.done(null);
    if (plan) post({ open: plan });
    stale = false;
    current = question;
    post({ change: question.change });
  }

  return {
    forget() {
      stale = true;
    },
    ask: (change) =>
      new Promise((done) => {
        next?.done(null);
        next = null;
        if (current) next = { change, done };
        else send({ change, done });
      }),
    close() {
      worker?.terminate();
      worker = null;
      current?.done(null);
      next?.done(null);
      current = next = null;
    },
  };
}
