import { MINUTES_PER_DAY } from '@gantry/domain';
import type { TimetablePreview } from '../../../apps/web/src/features/planning/wbs/preview/wbs.preview.store.ts';
import { openPreview } from '../../../apps/web/src/features/planning/wbs/preview/wbs.preview.store.ts';
import type { GanttPorts } from '../../../apps/web/src/ui/gantt/chart.ts';
import type { Gantt } from '../../../apps/web/src/ui/gantt/create-gantt.ts';
import type { BenchPlan } from './plan-columns.ts';
import { benchPlanColumns } from './plan-columns.ts';

const MORNING = 480;

/** The product's own way of a held bar: its worker, its engine, its queue of one question. */
export function engineHand(plan: BenchPlan, epoch: number, gantt: () => Gantt) {
  let preview: TimetablePreview | null = null;
  let asked = 0;
  let wanted = 0;
  let shown: { minutes: number; start: Int32Array }[] = [];
  let before = new Int32Array(0);

  const ports: GanttPorts = {
    snap: (_row, minute) => Math.round((minute - MORNING) / MINUTES_PER_DAY) * MINUTES_PER_DAY + MORNING,
    preview(rows, minutes, kind, changed) {
      asked++;
      wanted = minutes;
      const answer = preview?.ask({ rows, minutes, kind }, changed) ?? null;
      if (answer && shown.at(-1)?.start !== answer.start) shown.push({ minutes, start: answer.start });
      return answer;
    },
  };
  const answerTo = async (minutes: number, hub: number): Promise<{ start: Int32Array; finish: Int32Array }> => {
    const question = { rows: [hub], minutes, kind: 'move' as const };
    for (;;) {
      const answer = preview?.ask(question, () => undefined);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    ports,
    /** Opens the plan in the worker and shows the dates that the engine gives it. */
    async open(hub: number): Promise<{ ms: number }> {
      const begun = performance.now();
      const columns = benchPlanColumns(plan, epoch, hub);
      preview = openPreview(() => ({ columns, dataDate: epoch + MORNING, limits: [] }));
      const { start, finish } = await answerTo(0, hub);
      const ms = Math.round(performance.now() - begun);
      const { rows } = gantt().chart.model;
      rows.start.set(start);
      rows.finish.set(finish);
      gantt().patch();
      gantt().paint();
      before = start.slice();
      shown = [];
      asked = 0;
      return { ms };
    },
    /** Waits for the answer to the hand's last place; says how many answers were drawn on the way and how many rows they moved. */
    async settled(leaves: readonly number[]): Promise<Record<string, number>> {
      const begun = performance.now();
      const { rows } = gantt().chart.model;
      const shift = (): number => leaves.reduce((sum, row) => sum + (rows.start[row] > before[row] ? 1 : 0), 0);
      let moved = -1;
      // The same count in five frames running, and no question under way.
      for (let same = 0; same < 5 && performance.now() - begun < 10_000;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = shift();
        same = now === moved ? same + 1 : 0;
        moved = now;
      }
      return { asked, answersDrawn: shown.length, days: wanted / MINUTES_PER_DAY, successors: leaves.length, moved };
    },
  };
}
