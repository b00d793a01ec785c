import { MINUTES_PER_DAY, minuteOf, NO_DATE, RELATION_TYPES } from '@gantry/domain';
import type { GanttCalendar, GanttColumn, GanttLinks, GanttRows } from '@gantry/scene';
import {
  endsFromLevels,
  LINK_FLAGS,
  newLinks,
  newRows,
  ROW_FLAGS,
  TYPE_DRAFT,
  TYPE_MILESTONE_FINISH,
  TYPE_MILESTONE_START,
  TYPE_SUM,
  TYPE_TASK,
  TYPE_WORK,
} from '@gantry/scene';
import { shortDate } from '../../../apps/web/src/ui/gantt/labels.ts';

const STAGES = [
  'Подготовительный период',
  'Нулевой цикл',
  'Надземная часть',
  'Фасады и кровля',
  'Инженерные системы',
  'Отделочные работы',
  'Благоустройство и сдача',
];
const TASKS = [
  'Разработка котлована с вывозом грунта',
  'Устройство свайного поля',
  'Бетонирование фундаментной плиты',
  'Монолитные стены подземного этажа',
  'Гидроизоляция',
  'Обратная засыпка пазух',
  'Каркас, захватка',
  'Кладка наружных стен',
  'Монтаж светопрозрачных конструкций',
  'Кровельный ковёр',
];
const WORKS = ['Армирование', 'Установка опалубки', 'Бетонирование', 'Распалубка', 'Сварочные работы', 'Геодезический контроль'];

/** What the demo page shows. */
export type Plan = {
  rows: GanttRows;
  links: GanttLinks;
  calendars: GanttCalendar[];
  columns: GanttColumn[];
  dataDate: number;
  names: string[];
};

/** A building site of a few hundred rows for the eye: every type of row, every mark. */
export function demoPlan(): Plan {
  const names: string[] = [];
  const levels: number[] = [];
  const types: number[] = [];
  const starts: number[] = [];
  const finishes: number[] = [];
  const ties: [number, number, number][] = [];
  const add = (level: number, type: number, name: string, start: number, days: number): number => {
    names.push(name);
    levels.push(level);
    types.push(type);
    starts.push(start);
    finishes.push(start + days);
    return names.length - 1;
  };
  let day = 0;
  add(0, TYPE_SUM, 'Жилой комплекс «Северный берег», корпус 2', 0, 0);
  let last = add(1, TYPE_MILESTONE_START, 'Начало строительства', 0, 0);
  STAGES.forEach((stage, s) => {
    add(1, TYPE_SUM, stage, 0, 0);
    for (let section = 1; section <= 3; section++) {
      add(2, TYPE_SUM, `Секция ${section}`, 0, 0);
      let at = day + section * 6;
      for (let t = 0; t < 5; t++) {
        const name = TASKS[(s * 5 + t + section) % TASKS.length];
        const length = 5 + ((s * 7 + t * 5 + section * 3) % 14);
        const task = add(3, t === 3 && s === 2 ? TYPE_DRAFT : TYPE_TASK, name, at, length);
        ties.push([last, task, 0]);
        if (t === 1) {
          for (let w = 0; w < 3; w++) {
            const work = add(4, TYPE_WORK, WORKS[(s + w + section) % WORKS.length], at + w * 2, length - w * 2);
            if (w > 0) ties.push([work - 1, work, 2]);
          }
        }
        if (t === 2) ties.push([task - 1, task, 1]);
        at += length;
        last = task;
      }
      if (section === 3) add(2, TYPE_MILESTONE_FINISH, `Завершён этап: ${stage.toLowerCase()}`, at, 0);
    }
    day += 38;
  });
  const count = names.length;
  const rows = newRows(count);
  rows.level.set(levels);
  endsFromLevels(rows.level, rows.end);
  rows.type.set(types);
  rows.id.set(names.map((_, row) => row + 1));
  const origin = minuteOf(2026, 3, 2);
  rows.lateFinish = new Int32Array(count);
  rows.freeFinish = new Int32Array(count);
  rows.totalFloat = new Int32Array(count);
  rows.baselineStart = new Int32Array(count);
  rows.baselineFinish = new Int32Array(count);
  rows.deadline = new Int32Array(count).fill(-0x80000000);
  rows.startLimit = new Uint8Array(count);
  rows.startLimitDate = new Int32Array(count);
  rows.finishLimit = new Uint8Array(count);
  rows.finishLimitDate = new Int32Array(count);
  rows.calendar = new Uint16Array(count);
  const dataDate = minuteOf(2026, 5, 18);
  for (let row = count - 1; row >= 0; row--) {
    if (types[row] === TYPE_SUM) {
      let low = Infinity;
      let high = -Infinity;
      for (let at = row + 1; at < rows.end[row]; at++) {
        low = Math.min(low, starts[at]);
        high = Math.max(high, finishes[at]);
      }
      starts[row] = low;
      finishes[row] = high;
    }
  }
  for (let row = 0; row < count; row++) {
    const day = MINUTES_PER_DAY;
    rows.start[row] = origin + starts[row] * day;
    rows.finish[row] = origin + finishes[row] * day;
    const slack = types[row] === TYPE_SUM ? 0 : (row * 7) % 5 === 0 ? 0 : (row * 5) % 17;
    rows.totalFloat[row] = slack * 480;
    rows.lateFinish[row] = rows.finish[row] + slack * day;
    rows.freeFinish[row] = rows.finish[row] + Math.floor(slack / 3) * day;
    if (types[row] !== TYPE_SUM) rows.flags[row] |= slack === 0 ? ROW_FLAGS.critical : slack <= 3 ? ROW_FLAGS.near : 0;
    rows.baselineStart[row] = rows.start[row] - ((row % 4) - 1) * 2 * day;
    rows.baselineFinish[row] = rows.finish[row] - (row % 3) * 2 * day;
    rows.progress[row] = Math.max(0, Math.min(1, (dataDate - rows.start[row]) / Math.max(day, rows.finish[row] - rows.start[row])));
    if (row % 23 === 6) rows.deadline[row] = rows.finish[row] + (row % 2 ? 6 : -3) * day;
    if (row % 17 === 4) {
      rows.startLimit[row] = 1;
      rows.startLimitDate[row] = rows.start[row];
    }
    if (row % 29 === 9) {
      rows.finishLimit[row] = 2;
      rows.finishLimitDate[row] = rows.finish[row] + 4 * day;
    }
    rows.calendar[row] = types[row] === TYPE_WORK ? 1 : 0;
  }
  const links = newLinks(ties.length);
  ties.forEach(([from, to, type], link) => {
    links.predecessor[link] = from;
    links.successor[link] = to;
    links.type[link] = [RELATION_TYPES.indexOf('fs'), RELATION_TYPES.indexOf('ff'), RELATION_TYPES.indexOf('ss')][type];
    const critical = (rows.flags[from] & rows.flags[to] & ROW_FLAGS.critical) !== 0;
    links.flags[link] = (critical ? LINK_FLAGS.critical : 0) | (link % 3 !== 0 ? LINK_FLAGS.driving : 0);
  });
  return { rows, links, calendars: demoCalendars(), columns: demoColumns(rows, names), dataDate, names };
}

/** A five-day week with holidays, and a six-day one. */
export function demoCalendars(): GanttCalendar[] {
  return [
    {
      weekOff: 0b1100000,
      off: Int32Array.from(
        [minuteOf(2026, 3, 9), minuteOf(2026, 5, 1), minuteOf(2026, 5, 11), minuteOf(2026, 6, 12)].map((m) => m / MINUTES_PER_DAY),
      ),
      worked: new Int32Array(0),
    },
    { weekOff: 0b1000000, off: new Int32Array(0), worked: new Int32Array(0) },
  ];
}

const dateText = (minute: number): string => (minute === NO_DATE ? '' : shortDate(minute));

/** Columns over any of the plans. */
export function demoColumns(rows: GanttRows, names: string[]): GanttColumn[] {
  const duration = (row: number): number => Math.round((rows.finish[row] - rows.start[row]) / MINUTES_PER_DAY);
  return [
    { id: 'number', title: '№', width: 44, align: 'right', frozen: true, text: (row) => String(row + 1), tone: () => 'muted' },
    {
      id: 'name',
      title: 'Наименование',
      width: 290,
      frozen: true,
      tree: true,
      text: (row) => names[row],
      editor: 'text',
      value: (row) => names[row],
    },
    {
      id: 'duration',
      title: 'Длит., дн',
      width: 78,
      align: 'right',
      text: (row) => (rows.start[row] === NO_DATE ? '' : String(duration(row))),
      editor: 'duration',
      value: (row) => duration(row) * 480,
    },
    {
      id: 'start',
      title: 'Начало',
      width: 92,
      align: 'right',
      text: (row) => dateText(rows.start[row]),
      editor: 'date',
      value: (row) => rows.start[row],
    },
    {
      id: 'finish',
      title: 'Окончание',
      width: 94,
      align: 'right',
      text: (row) => dateText(rows.finish[row]),
      editor: 'date',
      value: (row) => rows.finish[row],
    },
    {
      id: 'float',
      title: 'Резерв, дн',
      width: 86,
      align: 'right',
      text: (row) => (rows.type[row] === TYPE_SUM ? '' : String((rows.totalFloat as Int32Array)[row] / 480)),
      tone: (row) => (rows.flags[row] & ROW_FLAGS.critical ? 'critical' : 'plain'),
    },
    {
      id: 'progress',
      title: '%',
      width: 56,
      align: 'right',
      text: (row) => `${Math.round(rows.progress[row] * 100)} %`,
      editor: 'percentage',
      value: (row) => rows.progress[row],
    },
    {
      id: 'kind',
      title: 'Тип',
      width: 110,
      text: (row) => (rows.type[row] === TYPE_SUM ? 'Суммарная' : 'Работа'),
      editor: 'select',
      value: (row) => rows.type[row],
      options: () => [
        { value: TYPE_TASK, label: 'Задача' },
        { value: TYPE_WORK, label: 'Работа' },
      ],
    },
  ];
}
