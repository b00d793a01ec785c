import { MINUTES_PER_DAY, minuteOf } from '@gantry/domain';
import { timeWords } from '@gantry/plan-view';
import { CELL_LOOKS } from '@gantry/scene';
import type { GanttColumn } from '@gantry/scene';
import type { CellEdit, GanttEvents, GanttLabels, GanttPorts } from '../../../apps/web/src/ui/gantt/chart.ts';
import { createGantt } from '../../../apps/web/src/ui/gantt/create-gantt.ts';
import { monthForms, shortDate } from '../../../apps/web/src/ui/gantt/labels.ts';
import '../../../apps/web/src/ui/gantt/gantt.css';
import { demoPlan } from './plan.ts';
import { typesPlan } from './every-row.ts';

const labels: GanttLabels = {
  time: timeWords('ru', { quarter: (quarter) => `${quarter} кв.`, week: (week) => `Неделя ${week}` }),
  cells: {
    months: monthForms('ru'),
    units: { minute: ['мин'], hour: ['ч'], day: ['д', 'дн'], week: ['н', 'нед'], month: ['мес'] },
    decimalComma: true,
    refusal: {
      number: 'Введите число',
      date: 'Введите дату в виде ДД.ММ.ГГГГ',
      duration: 'Введите длительность, например 5д или 4ч',
      percentage: 'Введите число от 0 до 100',
      choice: 'Выберите из списка',
    },
  },
  name: 'График',
  moved: (text, days) => `${text}: ${days} дн`,
  shifted: (minutes) => `${Math.round(minutes / 1440)} дн`,
  selected: (count) => `Выбрано: ${count}`,
  linkHint: (type, circle) => (circle ? 'Образует кольцо' : `Связь ${{ fs: 'ОН', ss: 'НН', ff: 'ОО', sf: 'НО' }[type]}`),
  rowOf: (row, count) => `${row} из ${count}`,
  folded: (text) => `${text}: свёрнуто`,
  unfolded: (text) => `${text}: развёрнуто`,
  date: shortDate,
  percent: (share) => `${Math.round(share * 100)} %`,
};

const log: unknown[] = [];
const plan = new URLSearchParams(location.search).has('types') ? typesPlan() : demoPlan();
const { rows, links, calendars, columns, dataDate, names } = plan;
const note =
  (name: string) =>
  (...values: unknown[]): void => {
    log.push([name, ...values]);
  };
const events: GanttEvents = {
  edit: (edits: readonly CellEdit[]) => {
    log.push(['edit', edits]);
    for (const { row, columnId, value } of edits) {
      if (columnId === 'name') {
        if (String(value).length > 60) return 'Не больше 60 знаков';
        names[row] = String(value);
      }
      if (columnId === 'progress') rows.progress[row] = Number(value);
      if (columnId === 'start') rows.start[row] = Number(value);
      if (columnId === 'duration') rows.finish[row] = rows.start[row] + (Number(value) / 480) * MINUTES_PER_DAY;
    }
    gantt.patch(edits.map(({ row }) => row));
    return null;
  },
  moveBars: (list, minutes) => {
    log.push(['moveBars', [...list], minutes]);
    for (const row of list) {
      rows.start[row] += minutes;
      rows.finish[row] += minutes;
    }
    gantt.patch(list);
  },
  stretchBar: (row, edge, minute) => {
    log.push(['stretchBar', row, edge, minute]);
    rows[edge][row] = minute;
    gantt.patch([row]);
  },
  setProgress: (row, progress) => {
    log.push(['setProgress', row, progress]);
    rows.progress[row] = progress;
    gantt.patch([row]);
  },
  createLink: note('createLink'),
  moveRows: note('moveRows'),
  contextMenu: note('contextMenu'),
  select: note('select'),
  insert: note('insert'),
  remove: note('remove'),
  indent: note('indent'),
  outdent: note('outdent'),
  undo: note('undo'),
  redo: note('redo'),
  open: note('open'),
  headerClick: note('headerClick'),
  copy: note('copy'),
  toggle: note('toggle'),
  removeLink: note('removeLink'),
  selectLink: note('selectLink'),
  splitterMove: note('splitterMove'),
  columnResize: note('columnResize'),
  scaleChange: note('scaleChange'),
};
/** A stand-in for the product's engine in a worker: every later row moves along, and the answer comes some time after the question. */
let answered: { minutes: number; start: Int32Array; finish: Int32Array } | null = null;
let asking = false;
const preview: NonNullable<GanttPorts['preview']> = (held, minutes, kind, changed) => {
  log.push(['preview', [...held], minutes, kind]);
  if (answered?.minutes === minutes) return answered;
  if (!asking) {
    asking = true;
    const [start, finish] = [rows.start.slice(), rows.finish.slice()];
    setTimeout(() => {
      asking = false;
      for (let row = held[0]; row < rows.count; row++) {
        start[row] += minutes;
        finish[row] += minutes;
      }
      answered = { minutes, start, finish };
      changed();
    }, 20);
  }
  return answered;
};

/** The looks of cells on the columns of the plan. */
function dressed(column: GanttColumn): GanttColumn {
  if (column.id === 'name') return { ...column, width: 190, look: CELL_LOOKS.wrapped };
  if (column.id === 'progress') return { ...column, width: 72, look: CELL_LOOKS.share };
  if (column.id === 'kind') return { ...column, look: CELL_LOOKS.tinted, tint: (row) => 1 + (row % 5) };
  if (column.id === 'float')
    return { ...column, title: 'Крит.', width: 60, look: CELL_LOOKS.tick, value: (row) => rows.totalFloat?.[row] === 0 };
  return column;
}

const weeks = 46;
const histogram = {
  title: 'Бетонщики, чел.',
  starts: Int32Array.from({ length: weeks }, (_, week) => minuteOf(2026, 3, 2) + week * 7 * MINUTES_PER_DAY),
  values: Float32Array.from({ length: weeks }, (_, week) => Math.round(8 + 7 * Math.sin(week / 3) + (week % 4) * 2)),
  limits: new Float32Array(weeks).fill(16),
  format: (value: number) => String(Math.round(value)),
};
const parameters = new URLSearchParams(location.search);
document.documentElement.dataset.mantineColorScheme = parameters.get('theme') ?? 'light';
const gantt = createGantt(document.getElementById('host') as HTMLElement, {
  rows,
  links,
  calendars,
  columns: parameters.has('looks') ? columns.map(dressed) : columns,
  labels,
  events,
  histogram: parameters.has('histogram') ? histogram : null,
  gridWidth: Number(parameters.get('grid') ?? 560),
  decorations: parameters.has('plain')
    ? ['bar', 'summary', 'milestone', 'label']
    : ['baseline', 'float', 'bar', 'summary', 'milestone', 'pause', 'limits', 'deadline', 'label'],
  barLabels: [{ side: (parameters.get('label') ?? 'right') as 'right', text: (row) => (rows.end[row] > row + 1 ? '' : names[row]) }],
  marks: [
    { minute: dataDate, label: 'Дата данных', kind: 'data-date' },
    { minute: dataDate + 9 * MINUTES_PER_DAY, label: 'Сегодня', kind: 'today' },
  ],
  pixelsPerDay: Number(parameters.get('zoom') ?? 9),
  rowHeight: Number(parameters.get('row') ?? 28),
  ports: { wouldCircle: (from, to) => from > to, ...(parameters.has('preview') ? { preview } : {}) },
});
Object.assign(window, { gantt, log, plan });
