import type { RelationType } from '@gantry/domain';

/** A row of the sample schedule: key, name, duration in days, and what it waits for (`key`, `key:ss`, `key+2d`). */
export type DemoRow = {
  key: string;
  name: string;
  level: number;
  days: number | null;
  milestone?: 'milestone_start' | 'milestone_finish';
  after?: string[];
};

export type DemoRelation = { from: string; to: string; type: RelationType; days: number };

const FLOORS = 8;

/** A residential block of eight floors, made for this product: earthworks to handover, trades following each other floor by floor. */
export function demoRows(): DemoRow[] {
  const rows: DemoRow[] = [
    { key: 'block', name: 'Residential block A', level: 0, days: null },
    { key: 'start', name: 'Contract signed', level: 1, days: 0, milestone: 'milestone_start' },
    { key: 'design', name: 'Design and permits', level: 1, days: null },
    { key: 'd1', name: 'Detailed design', level: 2, days: 30, after: ['start'] },
    { key: 'd2', name: 'Expert review', level: 2, days: 20, after: ['d1'] },
    { key: 'd3', name: 'Building permit', level: 2, days: 10, after: ['d2'] },
    { key: 'procure', name: 'Procurement', level: 1, days: null },
    { key: 'p1', name: 'Tower crane: order and delivery', level: 2, days: 35, after: ['d1:ss+10d'] },
    { key: 'p2', name: 'Façade panels: order and delivery', level: 2, days: 60, after: ['d2'] },
    { key: 'p3', name: 'Lifts: order and delivery', level: 2, days: 75, after: ['d2'] },
    { key: 'sub', name: 'Substructure', level: 1, days: null },
    { key: 's1', name: 'Site set-up', level: 2, days: 8, after: ['d3'] },
    { key: 's2', name: 'Excavation', level: 2, days: 15, after: ['s1'] },
    { key: 's3', name: 'Piling', level: 2, days: 18, after: ['s2:ss+5d'] },
    { key: 's4', name: 'Raft foundation', level: 2, days: 14, after: ['s2', 's3'] },
    { key: 's5', name: 'Basement walls and slab', level: 2, days: 16, after: ['s4+3d'] },
    { key: 's6', name: 'Waterproofing and backfill', level: 2, days: 9, after: ['s5'] },
    { key: 'crane', name: 'Tower crane erected', level: 2, days: 3, after: ['s4', 'p1'] },
    { key: 'frame', name: 'Frame', level: 1, days: null },
  ];
  for (let floor = 1; floor <= FLOORS; floor += 1)
    rows.push({
      key: `f${floor}`,
      name: `Frame, floor ${floor}`,
      level: 2,
      days: 9,
      after: floor === 1 ? ['s5', 'crane'] : [`f${floor - 1}`],
    });
  rows.push({ key: 'top', name: 'Topping out', level: 2, days: 0, milestone: 'milestone_finish', after: [`f${FLOORS}`] });
  rows.push({ key: 'envelope', name: 'Envelope', level: 1, days: null });
  for (let floor = 1; floor <= FLOORS; floor += 1)
    rows.push({
      key: `e${floor}`,
      name: `Façade, floor ${floor}`,
      level: 2,
      days: 6,
      after: [...(floor === 1 ? ['p2'] : [`e${floor - 1}`]), `f${Math.min(FLOORS, floor + 2)}`],
    });
  rows.push({ key: 'roof', name: 'Roof', level: 2, days: 14, after: ['top'] });
  rows.push({ key: 'fit', name: 'Services and fit-out', level: 1, days: null });
  for (let floor = 1; floor <= FLOORS; floor += 1) {
    const before = (trade: string) => (floor === 1 ? [] : [`${trade}${floor - 1}`]);
    rows.push({ key: `fit${floor}`, name: `Floor ${floor}`, level: 2, days: null });
    rows.push({
      key: `m${floor}`,
      name: `Partitions, floor ${floor}`,
      level: 3,
      days: 7,
      after: [...before('m'), `f${Math.min(FLOORS, floor + 1)}`],
    });
    rows.push({
      key: `v${floor}`,
      name: `Electrical and plumbing, floor ${floor}`,
      level: 3,
      days: 10,
      after: [...before('v'), `m${floor}:ss+3d`],
    });
    rows.push({
      key: `t${floor}`,
      name: `Finishes, floor ${floor}`,
      level: 3,
      days: 12,
      after: [...before('t'), `v${floor}`, `e${floor}`],
    });
  }
  rows.push({ key: 'close', name: 'Commissioning and handover', level: 1, days: null });
  rows.push({ key: 'c1', name: 'Lifts installed', level: 2, days: 25, after: ['roof', 'p3'] });
  rows.push({ key: 'c2', name: 'Systems commissioned', level: 2, days: 15, after: ['c1', `v${FLOORS}`] });
  rows.push({ key: 'c3', name: 'Landscaping', level: 2, days: 20, after: ['roof+5d'] });
  rows.push({ key: 'c4', name: 'Snagging', level: 2, days: 10, after: [`t${FLOORS}`, 'c2'] });
  rows.push({ key: 'end', name: 'Handover', level: 2, days: 0, milestone: 'milestone_finish', after: ['c3', 'c4'] });
  return rows;
}

const REFERENCE = /^(\w+?)(?::(fs|ss|ff|sf))?(?:\+(\d+)d)?$/;

/** The relations that the rows name. */
export function demoRelations(rows: DemoRow[]): DemoRelation[] {
  return rows.flatMap((row) =>
    (row.after ?? []).map((text) => {
      const [, from, type, days] = REFERENCE.exec(text) as RegExpExecArray;
      return { from, to: row.key, type: (type ?? 'fs') as RelationType, days: Number(days ?? 0) };
    }),
  );
}
