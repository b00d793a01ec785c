import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculate, columnsOf } from '@gantry/engine';
import { readXer, writeXer } from '@gantry/interchange';
import { objectsOf, scheduleObjects } from './objects.ts';
import { timed, timedAsync } from './timing.ts';

/** Figures of one real file, milliseconds of processor time. */
export type FileFigures = { file: string; activities: number; read: number; calculate: number; objects: number; write: number };

/** Reads, calculates and writes the real files of the test data; empty where there are none. Plain objects see the network alone. */
export async function measureFiles(): Promise<FileFigures[]> {
  const root = process.env.GANTRY_TEST_DATA;
  const folder = root ? [join(root, 'schedules', 'xer'), join(root, 'xer')].find((path) => existsSync(path)) : undefined;
  if (!folder) {
    console.log('GANTRY_TEST_DATA is not set: real files are not measured.');
    return [];
  }
  const figures: FileFigures[] = [];
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file));
    const { project } = await readXer(bytes);
    if (!project) continue;
    const plans = project.projects.map(({ plan }) => plan).filter((plan) => plan.items.length > 0);
    const networks = plans.map((plan) => plainNetwork(columnsOf(plan)));
    const batch = Math.ceil(3000 / Math.max(1, ...plans.map((plan) => plan.items.length)));
    figures.push({
      file,
      activities: plans.reduce((sum, plan) => sum + plan.items.filter((item) => item.type !== 'sum').length, 0),
      read: (await timedAsync(1, 5, () => readXer(bytes))).processor,
      calculate: timed(3, 7, () => plans.map((plan) => calculate(plan)), batch).processor,
      objects: timed(3, 7, () => networks.map(({ columns, dataDate }) => scheduleObjects(objectsOf(columns), dataDate)), batch).processor,
      write: (await timedAsync(1, 5, async () => writeXer(project))).processor,
    });
  }
  console.table(figures.map((row) => ({ ...row, 'objects / calculate': Number((row.objects / row.calculate).toFixed(1)) })));
  return figures;
}

/** The network of a plan as plain objects can take it: in an order in which relations lead forward, each item with a calendar. */
function plainNetwork(columns: ReturnType<typeof columnsOf>) {
  const count = columns.itemCount;
  const relations = Array.from({ length: columns.relationCount }, (_, at) => at).filter(
    (at) => columns.predecessor[at] >= 0 && columns.successor[at] >= 0,
  );
  const open = new Int32Array(count);
  const after: number[][] = Array.from({ length: count }, () => []);
  for (const at of relations) {
    open[columns.successor[at]]++;
    after[columns.predecessor[at]].push(columns.successor[at]);
  }
  const order = Array.from(open.keys()).filter((item) => open[item] === 0);
  for (let next = 0; next < order.length; next++) for (const to of after[order[next]]) if (--open[to] === 0) order.push(to);
  const place = new Int32Array(count).fill(-1);
  order.forEach((item, at) => (place[item] = at));
  const kept = relations.filter((at) => place[columns.predecessor[at]] >= 0 && place[columns.successor[at]] >= 0);
  return {
    dataDate: columns.options.dataDate,
    columns: {
      calendars: columns.calendars,
      id: Float64Array.from(order, (item) => columns.id[item]),
      calendar: Int32Array.from(order, (item) => Math.max(0, columns.calendar[item])),
      remaining: Int32Array.from(order, (item) => columns.remaining[item]),
      relationCount: kept.length,
      predecessor: Int32Array.from(kept, (at) => place[columns.predecessor[at]]),
      successor: Int32Array.from(kept, (at) => place[columns.successor[at]]),
      relationType: Uint8Array.from(kept, (at) => columns.relationType[at]),
      lag: Int32Array.from(kept, (at) => columns.lag[at]),
    },
  };
}
