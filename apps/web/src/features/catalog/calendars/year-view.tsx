import { dayOf, MINUTES_PER_DAY, minuteOf, partsOf, writeDay } from '@gantry/domain';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarContent } from '@gantry/contract';
import { formatLocal, monthNames } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type DayLook, writeHours, yearOf } from './calendars.model.ts';
import classes from './year-view.module.css';

type Props = {
  content: Pick<CalendarContent, 'week' | 'series'>;
  readOnly: boolean;
  year: number;
  onYear(year: number): void;
  /** A span of days was dragged over, or chosen by keyboard. */
  onPaint(from: number, to: number): void;
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, PageUp: -28, PageDown: 28 };

/** A year of a calendar, painted by dragging over its days or by Shift and the arrow keys. */
export function YearView({ content, readOnly, year, onYear, onPaint }: Props) {
  const { t, i18n } = useTranslation();
  const [span, setSpan] = useState<{ anchor: number; head: number } | null>(null);
  const [focus, setFocus] = useState<number | null>(null);
  const dragging = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  const months = useMemo(() => yearOf(content, year), [content, year]);
  const names = monthNames(i18n.language).long;
  const weekdays = useMemo(() => weekdayNames(i18n.language), [i18n.language]);
  const usual = useMemo(
    () => Math.max(...content.week.map((shifts) => shifts.reduce((sum, { start, finish }) => sum + finish - start, 0))),
    [content.week],
  );
  const worked = months.reduce((sum, month) => sum + month.worked, 0);
  const minutes = months.reduce((sum, month) => sum + month.minutes, 0);
  const [low, high] = span ? [Math.min(span.anchor, span.head), Math.max(span.anchor, span.head)] : [1, 0];
  const first = dayOf(minuteOf(year, 1, 1));
  const focused = focus ?? first;

  useEffect(() => {
    const end = (): void => {
      dragging.current = false;
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, []);

  const dayAt = (event: PointerEvent): number | null => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-day]');
    return cell && grid.current?.contains(cell) ? Number(cell.dataset['day']) : null;
  };
  const down = (event: PointerEvent): void => {
    const day = dayAt(event);
    if (readOnly || day === null || event.button !== 0) return;
    dragging.current = true;
    setSpan({ anchor: day, head: day });
    setFocus(day);
  };
  const move = (event: PointerEvent): void => {
    const day = dragging.current ? dayAt(event) : null;
    if (day !== null) setSpan((before) => before && { ...before, head: day });
  };
  const up = (): void => {
    if (dragging.current && span) onPaint(low, high);
    dragging.current = false;
    setSpan(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const next = focused + step;
      setFocus(next);
      setSpan(event.shiftKey && !readOnly ? { anchor: span?.anchor ?? focused, head: next } : null);
      const wanted = partsOf(next * MINUTES_PER_DAY).year;
      if (wanted !== year) onYear(wanted);
      requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
    } else if ((event.key === ' ' || event.key === 'Enter') && !readOnly) {
      onPaint(span ? low : focused, span ? high : focused);
      setSpan(null);
    } else if (event.key === 'Escape' && span) setSpan(null);
    else return;
    event.preventDefault();
  };
  const turn = (by: number): void => {
    onYear(year + by);
    setFocus(null);
  };

  return (
    <div className={classes.year}>
      <div className={classes.head}>
        <IconButton icon={IconChevronLeft} label={t('calendars.year_before')} variant="subtle" onClick={() => turn(-1)} />
        <b className={classes.number}>{year}</b>
        <IconButton icon={IconChevronRight} label={t('calendars.year_after')} variant="subtle" onClick={() => turn(1)} />
        <span className={classes.sum}>
          {t('calendars.year_sum', { days: formatCount(worked), hours: formatNumber(minutes / 60, { decimals: minutes % 60 ? 1 : 0 }) })}
        </span>
        <span className={classes.legend}>
          <i data-look="usual" /> {t('calendars.look_usual')} <i data-look="off" /> {t('calendars.look_off')} <i data-look="other" />{' '}
          {t('calendars.look_special')}
        </span>
      </div>
      <div
        ref={grid}
        role="group"
        tabIndex={-1}
        aria-label={t('calendars.year', { year })}
        className={classes.months}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onKeyDown={onKeyDown}
      >
        {months.map(({ month, blanks, days, worked: count }) => (
          <section key={month} className={classes.month} aria-label={names[month - 1]}>
            <h3 className={classes.title}>
              {names[month - 1]} <span>{count}</span>
            </h3>
            <div className={classes.days} role="grid" aria-label={`${names[month - 1]} ${year}`} aria-readonly={readOnly}>
              <div role="row" className={classes.week}>
                {weekdays.map((name) => (
                  <span key={name} role="columnheader" className={classes.weekday}>
                    {name}
                  </span>
                ))}
              </div>
              {weeksOf(days, blanks).map((week, index) => (
                <div key={week[0].day} role="row" className={classes.week}>
                  {index === 0 && blanks > 0 && <span aria-hidden style={{ gridColumn: `span ${blanks}` }} />}
                  {week.map((day) => (
                    <Cell
                      key={day.day}
                      look={day}
                      usual={usual}
                      chosen={day.day >= low && day.day <= high}
                      reachable={day.day === focused}
                    />
                  ))}
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

function Cell({ look, usual, chosen, reachable }: { look: DayLook; usual: number; chosen: boolean; reachable: boolean }) {
  const { t } = useTranslation();
  const date = formatLocal(`${writeDay(look.day)}T00:00`);
  const hours = writeHours(look.shifts) || t('calendars.look_off');
  const title = [date, hours, look.name].filter(Boolean).join(' · ');
  const kind = look.minutes === 0 ? 'off' : look.other || look.minutes !== usual ? 'other' : 'usual';
  return (
    <span
      role="gridcell"
      data-day={look.day}
      data-look={kind}
      data-differs={look.other || undefined}
      aria-selected={chosen}
      aria-label={title}
      title={title}
      tabIndex={reachable ? 0 : -1}
      data-date={look.date}
      className={classes.day}
    />
  );
}

/** The days of a month by weeks, the first of which lacks its `blanks`. */
function weeksOf<T>(days: readonly T[], blanks: number): T[][] {
  const weeks: T[][] = [];
  for (let from = -blanks; from < days.length; from += 7) weeks.push(days.slice(Math.max(0, from), from + 7));
  return weeks;
}

/** Two letters a day, Monday first. */
function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_unused, index) => format.format(new Date(Date.UTC(2024, 0, 1 + index))).slice(0, 2));
}
