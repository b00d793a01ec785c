import { describe, expect, it } from 'vitest';
import type { ProjectFile } from '../project-file.ts';
import type { RawElements } from '../raw.ts';
import { hasTestData, realBytes, realFiles } from '../testing/data.ts';
import { readMspdi } from './mspdi/read.ts';
import { writeMspdi } from './mspdi/write.ts';
import { readPmxml } from './pmxml/read.ts';
import { writePmxml } from './pmxml/write.ts';
import { readXer } from './xer/read.ts';

/** Which elements stand before which in a parent: `Parent First<Second`. */
function ordersOf({ depths, names, nameCodes }: RawElements): Set<string> {
  const orders = new Set<string>();
  const open: { name: string; seen: Set<string> }[] = [];
  depths.forEach((depth, i) => {
    const name = names[nameCodes[i]].replace('BaselineProject', 'Project');
    if (name.startsWith('@')) return;
    open.length = depth;
    open[depth] = { name, seen: new Set() };
    const parent = open[depth - 1];
    if (!parent) return;
    for (const before of parent.seen) if (before !== name) orders.add(`${parent.name} ${before}<${name}`);
    parent.seen.add(name);
  });
  return orders;
}

const turned = (order: string): string => order.replace(/ (\w+)<(\w+)$/, ' $2<$1');

// No schema of Primavera's XML is public; what P6 and MS Project wrote themselves says in which order they expect it.
describe.skipIf(!hasTestData)('the order of elements (needs GANTRY_TEST_DATA)', () => {
  it.each([
    ['pmxml', /p6-.*\.xml$/, readPmxml, writePmxml],
    ['mspdi', /\.mspdi\.xml$/, readMspdi, writeMspdi],
  ] as const)('%s is that of the program itself', async (_format, real, read, write) => {
    const theirs = new Set<string>();
    const models: ProjectFile[] = [];
    for (const name of realFiles('.xml').filter((file) => real.test(file))) {
      const { project } = await read(realBytes(name));
      for (const order of ordersOf(project!.source as RawElements)) theirs.add(order);
      models.push({ ...project!, source: null });
    }
    for (const name of realFiles('.xer').filter((file) => /series|wk2|loe|resource-rates/.test(file)))
      models.push((await readXer(realBytes(name))).project!);
    expect(theirs.size).toBeGreaterThan(100);
    for (const model of models) {
      const { project } = await read(write(model).bytes);
      const ours = ordersOf(project!.source as RawElements);
      expect([...ours].filter((order) => theirs.has(turned(order)) && !theirs.has(order))).toEqual([]);
    }
  });
});
