import type { Minute } from '@gantry/domain';
import type { Explanation, PreviewAnswer, PreviewPlan, PreviewRequest } from './wbs.preview.worker.ts';

type Question = { rows: readonly number[]; minutes: Minute; kind: 'move' | 'start' | 'finish' };

/** What a held bar would do to the whole network, worked out beside the page. */
export type TimetablePreview = {
  /** The plan has changed: it is read again with the next question. */
  forget(): void;
  /** The latest answer, the question sent along; `changed` is called when a newer one has come. */
  ask(question: Question, changed: () => void): { start: Int32Array; finish: Int32Array } | null;
  close(): void;
};

const newWorker = (): Worker => new Worker(new URL('./wbs.preview.worker.ts', import.meta.url), { type: 'module' });

/** Why a row starts when it starts: the chain of what sets each start, from the row back to the data date. Worked out beside the page. */
export function explainRow(plan: PreviewPlan, itemId: number, signal: AbortSignal): Promise<Explanation> {
  const worker = newWorker();
  return new Promise<Explanation>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Explanation>) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
    signal.addEventListener('abort', () => fail(signal.reason as Error));
    const ask = (request: PreviewRequest) => worker.postMessage(request);
    ask({ open: plan });
    ask({ explain: itemId });
  }).finally(() => worker.terminate());
}

const same = (left: Question | null, right: Question): boolean =>
  left !== null &&
  left.minutes === right.minutes &&
  left.kind === right.kind &&
  left.rows.length === right.rows.length &&
  left.rows.every((row, index) => row === right.rows[index]);

/** Opens a preview; `read` gives the plan as it stands. One question is under way at a time, the newest waits. */
export function openPreview(read: () => PreviewPlan | null): TimetablePreview {
  let worker: Worker | null = null;
  let stale = true;
  let asked = 0;
  let busy = false;
  let current: Question | null = null;
  let next: { question: Question; changed: () => void } | null = null;
  let answer: { question: Question; columns: { start: Int32Array; finish: Int32Array } } | null = null;
  let changed: () => void = () => undefined;

  const post = (request: PreviewRequest) => worker?.postMessage(request);
  function start(): Worker {
    const made = newWorker();
    made.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      busy = false;
      if (data.ask === asked && current) answer = { question: current, columns: { start: data.start, finish: data.finish } };
      changed();
      if (next) send(next.question, next.changed);
    };
    return made;
  }

  function send(question: Question, notify: () => void): void {
    next = null;
    worker ??= start();
    if (stale) {
      const plan = read();
      if (!plan) return;
      post({ open: plan });
      stale = false;
      answer = null;
    }
    busy = true;
    current = question;
    changed = notify;
    post({ ask: ++asked, rows: [...question.rows], minutes: question.minutes, kind: question.kind });
  }

  return {
    forget() {
      stale = true;
      answer = null;
      current = null;
      next = null;
    },
    ask(question, notify) {
      if (answer && same(answer.question, question)) return answer.columns;
      if (busy) next = { question, changed: notify };
      else if (!same(current, question)) send(question, notify);
      return answer?.columns ?? null;
    },
    close() {
      worker?.terminate();
      worker = null;
    },
  };
}
