import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { CellCalendar } from './cell-calendar.tsx';
import type { CalendarAsked } from './cell-editors/date-hand.ts';
import type { GanttOptions } from './chart.ts';
import type { Gantt, GanttSetup } from './create-gantt.ts';
import { createGantt } from './create-gantt.ts';
import './gantt.css';

/** The tree grid and chart as a component: options as props, everything else through the handle. */
export function GanttChart({ handle, ...options }: GanttSetup & { handle?: Ref<Gantt> }) {
  const host = useRef<HTMLDivElement>(null);
  const gantt = useRef<Gantt | null>(null);
  const latest = useRef<GanttSetup>(options);
  const [asked, setAsked] = useState<CalendarAsked | null>(null);
  const given = useRef<Partial<GanttOptions>>({});

  useLayoutEffect(() => {
    const made = createGantt(host.current as HTMLDivElement, { ...latest.current, calendar: setAsked });
    gantt.current = made;
    given.current = latest.current;
    return () => {
      made.destroy();
      gantt.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    latest.current = options;
    const before = given.current as Record<string, unknown>;
    const changed = Object.fromEntries(Object.entries(options).filter(([key, value]) => before[key] !== value && value !== undefined));
    given.current = options;
    if (Object.keys(changed).length > 0) gantt.current?.set(changed);
  });

  useImperativeHandle(handle, () => gantt.current as Gantt, []);
  useEffect(() => gantt.current?.resize(), []);
  return (
    <>
      <div ref={host} style={{ width: '100%', height: '100%', minHeight: 0 }} />
      {asked && <CellCalendar key={asked.byKey ? 'key' : 'mouse'} asked={asked} />}
    </>
  );
}
