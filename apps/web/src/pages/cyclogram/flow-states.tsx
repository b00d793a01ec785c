import type { Flow } from '@gantry/plan-view';
import classes from './cyclogram-page.module.css';

type Props = {
  segments: Flow['segments'];
  stateOf(id: number): { progress: number; target: { start: number; finish: number } | null };
  x(minute: number): number;
  bottom(place: number): number;
  step: number;
  colourOf(line: number): string;
};

/** Behind the plan: what was promised, thin and grey, and what is done, thick. */
export function FlowStates({ segments, stateOf, x, bottom, step, colourOf }: Props) {
  return segments.map(({ id, line, place, start, finish }) => {
    const { progress, target } = stateOf(id);
    const y = bottom(place);
    return (
      <g key={id}>
        {target && <line x1={x(target.start)} y1={y} x2={x(target.finish)} y2={y - step} className={classes.target} data-state="target" />}
        {progress > 0 && (
          <line
            x1={x(start)}
            y1={y}
            x2={x(start + (finish - start) * Math.min(1, progress))}
            y2={y - step * Math.min(1, progress)}
            stroke={colourOf(line)}
            className={classes.fact}
            data-state="fact"
          />
        )}
      </g>
    );
  });
}
