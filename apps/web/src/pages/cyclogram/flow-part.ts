import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow, FlowSegment } from '@gantry/plan-view';
import { flowSpan } from '@gantry/scene';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/** The part of a picture over distance that is shown: from when to when, from where to where. */
export type FlowPart = { from: number; to: number; low: number; high: number };
/** A point of the picture, as shares of its width from the left and of its height from below. */
type Share = { along: number; up: number };

const MIDDLE: Share = { along: 0.5, up: 0.5 };
/** The nearest that people come: a week, and a thousandth of the axis. */
const [LEAST_MINUTES, LEAST_SHARE] = [7 * MINUTES_PER_DAY, 1000];
const STEP = 2;
/** How far a key moves the part. */
const PAN = 0.25;

export const wholeOf = ({ from, to, axis }: Flow): FlowPart => ({ from, to, low: axis?.low ?? 0, high: axis?.high ?? 0 });

/** A range of a length as near to where it is asked for as the whole allows. */
function within(start: number, length: number, low: number, high: number): [number, number] {
  const kept = Math.min(length, high - low);
  const from = Math.min(Math.max(low, start), high - kept);
  return [from, from + kept];
}

/** A part that is so many times smaller or larger, where the point keeps its place. */
export function zoomedPart(part: FlowPart, whole: FlowPart, factor: number, { along, up }: Share = MIDDLE): FlowPart {
  const minutes = Math.max(Math.min(LEAST_MINUTES, whole.to - whole.from), (part.to - part.from) / factor);
  const length = Math.max((whole.high - whole.low) / LEAST_SHARE, (part.high - part.low) / factor);
  const [from, to] = within(part.from + along * (part.to - part.from - minutes), minutes, whole.from, whole.to);
  const [low, high] = within(part.low + up * (part.high - part.low - length), length, whole.low, whole.high);
  return { from, to, low, high };
}

/** A part moved by shares of its own size. */
export function pannedPart(part: FlowPart, whole: FlowPart, { along, up }: Share): FlowPart {
  const [minutes, length] = [part.to - part.from, part.high - part.low];
  const [from, to] = within(part.from + along * minutes, minutes, whole.from, whole.to);
  const [low, high] = within(part.low + up * length, length, whole.low, whole.high);
  return { from, to, low, high };
}

const isAll = (part: FlowPart, whole: FlowPart): boolean =>
  part.from <= whole.from && part.to >= whole.to && part.low <= whole.low && part.high >= whole.high;

/** Which part of a flow over distance is shown, and how hands and keys change it; equal places are always shown whole. */
export function useFlowPart(flow: Flow, area: RefObject<Element | null>, shareAt: (event: MouseEvent) => Share) {
  const whole = useMemo(() => wholeOf(flow), [flow]);
  const [part, setPart] = useState<FlowPart | null>(null);
  const isZoomed = flow.axis !== null && part !== null;
  const shown = useMemo(() => {
    if (!flow.axis || !part) return flow;
    // The plan may have changed under the part.
    const { from, to, low, high } = pannedPart(part, whole, { along: 0, up: 0 });
    return { ...flow, from, to, axis: { ...flow.axis, low, high } };
  }, [flow, part, whole]);
  const change = (make: (now: FlowPart) => FlowPart): void =>
    setPart((now) => {
      const next = make(now ?? whole);
      return isAll(next, whole) ? null : next;
    });
  const acts = {
    zoom: (closer: boolean, at?: Share): void => change((now) => zoomedPart(now, whole, closer ? STEP : 1 / STEP, at)),
    pan: (along: number, up: number): void => change((now) => pannedPart(now, whole, { along: along * PAN, up: up * PAN })),
    all: (): void => setPart(null),
    /** Brings a work into sight. */
    show({ place, start, finish }: Pick<FlowSegment, 'place' | 'start' | 'finish'>): void {
      if (!isZoomed) return;
      const { from, to } = flowSpan(flow.axis, place);
      change((now) => {
        const seen = start < now.to && finish > now.from && Math.min(from, to) <= now.high && Math.max(from, to) >= now.low;
        if (seen) return now;
        const along = ((start + finish) / 2 - (now.from + now.to) / 2) / (now.to - now.from);
        return pannedPart(now, whole, { along, up: ((from + to) / 2 - (now.low + now.high) / 2) / (now.high - now.low) });
      });
    },
  };
  const onWheel = useRef<(event: WheelEvent) => void>(undefined);
  onWheel.current = (event) => {
    if (!flow.axis) return;
    const mod = event.ctrlKey || event.metaKey;
    if (!mod && !isZoomed) return;
    event.preventDefault();
    if (mod) change((now) => zoomedPart(now, whole, 2 ** (-event.deltaY / 240), shareAt(event)));
    else {
      const [right, down] = [event.deltaX / 800, event.deltaY / 800];
      change((now) => pannedPart(now, whole, flow.axis?.down ? { along: down, up: right } : { along: right, up: -down }));
    }
  };
  useEffect(() => {
    const stop = new AbortController();
    // React listens passively, so that it could not keep the page from being zoomed.
    const listen = (event: Event): void => onWheel.current?.(event as WheelEvent);
    area.current?.addEventListener('wheel', listen, { passive: false, signal: stop.signal });
    return () => stop.abort();
  }, [area]);
  return { shown, isZoomed, ...acts };
}
