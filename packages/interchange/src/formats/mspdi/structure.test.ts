import { describe, expect, it } from 'vitest';
import type { ProjectFile } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { hasTestData, realBytes, realFiles } from '../../testing/data.ts';
import { type Element, misfitsOf } from '../../testing/mspdi-structure.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import { readAny } from '../../read-any.ts';
import { readMspdi } from './read.ts';
import { writeMspdi } from './write.ts';

async function treeOf(file: ProjectFile): Promise<Element> {
  const { project } = await readMspdi(writeMspdi({ ...file, source: null }).bytes);
  const { depths, names, nameCodes, texts } = project!.source as RawElements;
  const open: Element[] = [];
  depths.forEach((depth, i) => {
    const name = names[nameCodes[i]];
    if (name.startsWith('@')) return;
    const element: Element = { name, text: texts.values[texts.codes[i]], children: [] };
    open[depth] = element;
    open[depth - 1]?.children.push(element);
  });
  return open[depths[0]];
}

const unique = (misfits: string[]): string[] => [...new Set(misfits.map((misfit) => misfit.replace(/:.*/, '')))];

// Not a validation by the schema, which nobody may pass on: by our own table of what its documentation says.
describe('the structure of written MSPDI is that of its documentation', () => {
  it('for a house', async () => {
    const { project } = await readAny(Buffer.from(xerText(sampleTables())));
    expect(unique(misfitsOf(await treeOf(project!)))).toEqual([]);
  });

  it('and what is not so is found', () => {
    const leaf = (name: string, text = ''): Element => ({ name, text, children: [] });
    const task = { ...leaf('Task'), children: [leaf('Name'), leaf('ID', 'x'), leaf('Color'), leaf('Name')] };
    expect(misfitsOf(task)).toEqual([
      'Task/ID stands behind Name',
      'Task/ID is no integer: x',
      'Task/Color is unknown',
      'Task/Name is repeated',
      'Task lacks UID',
    ]);
  });

  it.skipIf(!hasTestData).each(realFiles('.xer').concat(realFiles('.xml')))('for %s (needs GANTRY_TEST_DATA)', async (name) => {
    const { project } = await readAny(realBytes(name));
    expect(unique(misfitsOf(await treeOf(project!)))).toEqual([]);
  });
});
