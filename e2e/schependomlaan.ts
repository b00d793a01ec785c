/** A building that was built, of GANTRY_TEST_DATA: its models, its plan, and what its planner had linked by hand. */

import type { LinkRule } from '@gantry/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const data = process.env['GANTRY_TEST_DATA'];
const folder = join(data ?? '', 'models/schependomlaan');
export const HAS_BUILDING = data !== undefined;

type Row = Record<string, string>;
/** How many elements of a group have which set of tasks. */
export type Counts = Map<string, number>;
/** An element of the models as rules see it. */
export type Known = { guid: string; name: string; layer: string; storey: string };

/** The models as files. */
export const modelFiles = (): { name: string; bytes: Buffer }[] =>
  readdirSync(join(folder, 'ifc')).map((name) => ({ name, bytes: readFileSync(join(folder, 'ifc', name)) }));

/** Tasks by code with their days, and the elements of each, as a planner knew them. */
export function knownLinks(): { tasks: Map<string, { name: string; start: string; finish: string }>; elements: Map<string, string[]> } {
  const { links, tasks }: { links: { g: string; t: string[] }[]; tasks: Record<string, { n: string; s: string; f: string }> } = JSON.parse(
    readFileSync(join(folder, 'links4d.json'), 'utf8'),
  );
  const elements = new Map<string, string[]>();
  for (const { g, t } of links) for (const task of t) elements.set(task, [...(elements.get(task) ?? []), g]);
  return { tasks: new Map(Object.entries(tasks).map(([code, { n, s, f }]) => [code, { name: n, start: s, finish: f }])), elements };
}

function log(file: string): Row[] {
  const [head, ...rows] = readFileSync(join(folder, file), 'latin1').trim().split(/\r?\n/);
  const cells = (row: string): string[] => [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);
  const names = cells(head);
  return rows.map((row) => Object.fromEntries(cells(row).map((value, index) => [names[index], value])));
}

/** By layer and name, how many elements the log has under which set of tasks. Names of the log end in a number: `merk A2_(#128666)`. */
export function loggedGroups(): Map<string, Counts> {
  const tasks = new Map<string, { key: string; set: Set<string> }>();
  for (const row of log('eventlog_planned.csv')) {
    const key = `${row['Nl-sfb']}|${row['Resource'].replace(/_\(#\d+\)$/, '')}`;
    const known = tasks.get(row['GUID']) ?? { key, set: new Set() };
    known.set.add(row['Task']);
    tasks.set(row['GUID'], known);
  }
  const groups = new Map<string, Counts>();
  for (const { key, set } of tasks.values()) {
    const counts = groups.get(key) ?? new Map<string, number>();
    const text = [...set].sort().join(' ');
    groups.set(key, counts.set(text, (counts.get(text) ?? 0) + 1));
  }
  return groups;
}

export type Built = { task: string; start: string; finish: string; isLate: boolean };
/** What was built when: one row for each element and task. */
export function builtRows(): Built[] {
  const day = (text: string): string =>
    text
      .split('-')
      .toReversed()
      .map((part) => part.padStart(2, '0'))
      .join('-');
  return log('eventlog_asbuilt.csv')
    .filter((row) => row['TaskID'] !== '')
    .map((row) => ({
      task: row['TaskID'],
      start: day(row['TaskStart']),
      finish: day(row['TaskFinish']),
      isLate: row['Element on time or not'] === 'Too late',
    }));
}

const field = (name: string) => ({ set: '', name });
const equal = (name: string, value: string) => ({ field: field(name), test: 'equal' as const, values: [value] });

/** Rules of layer, name and, where the log has several sets of tasks in a group, storey. */
export function rulesFor(elements: readonly Known[], logged: ReadonlyMap<string, Counts>): LinkRule[] {
  const rules: LinkRule[] = [];
  const add = (name: string, more: LinkRule['elements'], set: string): void => {
    const items = [{ field: field('code'), test: 'one_of' as const, values: set.split(' ') }];
    rules.push({ name, active: true, elements: [...more, equal('geometry', 'yes')], items, joins: [], share: 1, again: false });
  };
  for (const [key, members] of Map.groupBy(elements, ({ layer, name }) => `${layer}|${name}`)) {
    const counts = logged.get(key);
    if (!counts) continue;
    const own = [equal('layer', members[0].layer), equal('name', members[0].name)];
    const [only] = counts.keys();
    if (counts.size === 1) add(key, own, only);
    else for (const [storey, set] of byStorey(members, counts)) add(`${key} ${storey}`, [...own, equal('storey', storey)], set);
  }
  return rules;
}

/** Which storey has which set of tasks, so that the counts of the log come out; none where no split by storeys does that. */
function byStorey(own: readonly Known[], counts: Counts): Map<string, string> {
  const storeys = [...Map.groupBy(own, ({ storey }) => storey)].map(([name, members]) => ({ name, count: members.length }));
  const attempt = (index: number, left: Counts): Map<string, string> | null => {
    if (index === storeys.length) return [...left.values()].every((count) => count === 0) ? new Map() : null;
    const { name, count } = storeys[index];
    for (const [set, room] of left) {
      const rest = room < count ? null : attempt(index + 1, new Map(left).set(set, room - count));
      if (rest) return rest.set(name, set);
    }
    return null;
  };
  return attempt(0, new Map(counts)) ?? new Map();
}

/** How many groups the links have as the log has them. */
export function agreeing(elements: readonly Known[], tasksOf: (guid: string) => string[], logged: ReadonlyMap<string, Counts>): number {
  const groups = [...Map.groupBy(elements, ({ layer, name }) => `${layer}|${name}`)];
  return groups.filter(([key, members]) => {
    const counted: Counts = new Map();
    for (const { guid } of members) {
      const set = tasksOf(guid).sort().join(' ');
      counted.set(set, (counted.get(set) ?? 0) + 1);
    }
    const expected = logged.get(key);
    return expected?.size === counted.size && [...expected].every(([set, count]) => counted.get(set) === count);
  }).length;
}
