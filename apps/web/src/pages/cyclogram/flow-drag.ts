import { MINUTES_PER_DAY } from '@gantry/domain';
import { type Flow, type FlowStroke, slopeFactor } from '@gantry/plan-view';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** What a hand does to the works of a cyclogram: `days` is by how many days they move, their line's end does, or the buffer before it grows. */
export type FlowEdit = { kind: 'work' | 'line' | 'slope' | 'buffer'; id: number; line: number; days: number };

/** The works that a hand moves, where they would come to lie. */
export function ghostsOf(segments: Flow['segments'], { kind, id, line, days }: FlowEdit): Flow['segments'] {
  const own = segments.filter((segment) => (kind === 'work' ? segment.id === id : segment.line === line));
  const by = days * MINUTES_PER_DAY;
  if (kind !== 'slope') return own.map((segment) => ({ ...segment, start: segment.start + by, finish: segment.finish + by }));
  const first = own[0]?.start ?? 0;
  const factor = slopeFactor({ segments: own }, line, Math.max(...own.map(({ finish }) => finish)) + by);
  const moved = (minute: number): number => first + (minute - first) * factor;
  return own.map((segment) => ({ ...segment, start: moved(segment.start), finish: moved(segment.finish) }));
}

const CLICK_PX = 3;

/** Follows a pointer that has taken a work or the end of a line along the axis of time, day by day; Escape leaves all as it was. */
export function useFlowDrag(
  { minutesPerPx, down }: { minutesPerPx: number; down: boolean },
  onEdit: (edit: FlowEdit) => void,
  onDrag?: (edit: FlowEdit | null) => void,
) {
  const [drag, setDrag] = useState<FlowEdit | null>(null);
  const [dragged, setDragged] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const take = (event: ReactPointerEvent, kind: 'work' | 'slope' | 'buffer', id: number, line: number): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): number => (down ? clientY : clientX);
    const from = placeOf(event);
    let edit: FlowEdit = { kind: kind === 'work' && event.shiftKey ? 'line' : kind, id, line, days: 0 };
    setDragged(false);
    const move = (now: PointerEvent): void => {
      const px = placeOf(now) - from;
      if (Math.abs(px) <= CLICK_PX && edit.days === 0) return;
      setDragged(true);
      edit = { ...edit, days: Math.round((px * minutesPerPx) / MINUTES_PER_DAY) };
      setDrag(edit);
      onDrag?.(edit);
    };
    const end = (): void => {
      stop.current?.();
      if (edit.days !== 0) onEdit(edit);
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key === 'Escape') stop.current?.();
    };
    stop.current?.();
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey);
    function onCancel(): void {
      stop.current?.();
    }
    stop.current = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('keydown', onKey);
      stop.current = undefined;
      setDrag(null);
      onDrag?.(null);
    };
  };
  return { drag, take, dragged };
}

/** Follows a pointer that has taken the name of a place, and answers over how many places it was dragged upwards. */
export function takePlace(event: ReactPointerEvent, step: number, onMove: (by: number) => void): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const from = event.clientY;
  const stop = new AbortController();
  const { signal } = stop;
  const end = (now: PointerEvent): void => {
    stop.abort();
    const by = Math.round((from - now.clientY) / step);
    if (by !== 0) onMove(by);
  };
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', () => stop.abort(), { signal });
  window.addEventListener('keydown', (key) => key.key === 'Escape' && stop.abort(), { signal });
}

/** Where a point of the screen lies among places and time. */
export type FlowPoint = FlowStroke['from'];

/** Follows a pointer that draws a stroke over places and time; Escape leaves nothing drawn. */
export function useFlowStroke(pointAt: (event: { clientX: number; clientY: number }) => FlowPoint, onDraw: (stroke: FlowStroke) => void) {
  const [stroke, setStroke] = useState<FlowStroke | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = (event: ReactPointerEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    stop.current?.abort();
    const going = new AbortController();
    stop.current = going;
    const { signal } = going;
    const [from, down] = [pointAt(event), { x: event.clientX, y: event.clientY }];
    const strokeTo = (now: PointerEvent): FlowStroke | null =>
      Math.hypot(now.clientX - down.x, now.clientY - down.y) > CLICK_PX ? { from, to: pointAt(now) } : null;
    const leave = (): void => {
      going.abort();
      setStroke(null);
    };
    window.addEventListener('pointermove', (now) => setStroke(strokeTo(now)), { signal });
    window.addEventListener(
      'pointerup',
      (now) => {
        const drawn = strokeTo(now);
        leave();
        if (drawn) onDraw(drawn);
      },
      { signal },
    );
    window.addEventListener('pointercancel', leave, { signal });
    window.addEventListener('keydown', (key) => key.key === 'Escape' && leave(), { signal });
  };
  return { stroke, begin };
}
