import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SMALL_IFC } from '../testing/small-ifc.ts';
import { writeZip } from '../zip/write-zip.ts';
import { readIfc } from './read-ifc.ts';
import { summaryOfModel } from './summary.ts';

const read = (text: string): ReturnType<typeof readIfc> => readIfc(Buffer.from(text, 'latin1'));
const codesOf = async (text: string): Promise<string[]> => (await read(text)).findings.map(({ code }) => code);

describe('a model', () => {
  it('is read with places, elements and what belongs to them', async () => {
    const { model, findings } = await read(SMALL_IFC);
    expect(findings.map(({ code }) => code)).toEqual(['ifc.without_shape']);
    expect(model).toMatchObject({ schema: 'IFC4', units: { length: 0.001, volume: 1 } });
    expect(model!.nodes).toMatchObject([
      { category: 'IFCPROJECT', name: 'House', parent: null },
      { category: 'IFCBUILDINGSTOREY', name: 'Этаж 1', elevation: 3, parent: 0 },
    ]);
    const [wall, door, part] = model!.elements;
    expect(wall).toMatchObject({ name: "Wall; 'A'", objectType: 'Basic', tag: 'T-1', storey: 1, layers: ['A-WALL'], materials: ['Brick'] });
    expect(wall.classes).toEqual([{ system: 'NL-SfB', code: '21.1', name: 'Walls' }]);
    expect(wall.sets.flatMap(({ values }) => values.map(({ name, value }) => [name, value]))).toEqual([
      ['IsExternal', true],
      ['Status', 'new, kept'],
      ['Length', 5],
      ['NetVolume', 2.5],
    ]);
    expect(door.sets).toMatchObject([{ name: 'Pset_DoorCommon', values: [{ name: 'FireRating', value: 'EI30' }] }]);
    expect(part).toMatchObject({ parent: 0, storey: 1 });
  });

  it('comes out of a zip too', async () => {
    const zip = await writeZip([{ name: 'a.ifc', bytes: Buffer.from(SMALL_IFC) }]);
    expect((await readIfc(zip)).model?.elements).toHaveLength(3);
  });

  it.each([
    ['nothing', '', 'ifc.empty'],
    ['a page', '<html></html>', 'ifc.not_step'],
    ['an archive that is none', 'PK\u0003\u0004rubbish', 'zip.malformed'],
    ['an unknown schema', SMALL_IFC.replace("'IFC4'", "'AP214'"), 'ifc.schema_unknown'],
    ['an old schema', SMALL_IFC.replace("'IFC4'", "'IFC2X_FINAL'"), 'ifc.schema_unknown'],
    ['a file cut off', SMALL_IFC.slice(0, 1500), 'ifc.truncated'],
    ['a comment without end', SMALL_IFC.replace('#20=', '/* #20='), 'ifc.unterminated'],
  ])('is refused with a reason: %s', async (_, text, code) => {
    const { model, findings } = await read(text);
    expect([model, findings.map((finding) => finding.code)]).toEqual([null, [code]]);
    expect(summaryOfModel({ model, findings })).toMatchObject({ warnings: [{ message: expect.stringMatching(/^[A-Z].*\./) }] });
  });

  it('is read with warnings where it is only careless', async () => {
    expect(await codesOf(SMALL_IFC.replace('IFCLOCALPLACEMENT($,$)', 'IFCLOCALPLACEMENT(#21,$)'))).toContain('ifc.cyclic_placement');
    expect(await codesOf(SMALL_IFC.replace('000005', '000004'))).toContain('ifc.duplicate_guids');
    expect(await codesOf(SMALL_IFC.replace('(#7,#8),#5', '(#7,#8),#500'))).toContain('ifc.dangling');
    expect(await codesOf(SMALL_IFC.replace("'Door'", "'D\u00f6or'"))).toContain('ifc.code_page');
    expect(await codesOf(SMALL_IFC.replace(/#(?:7|8|9)=.*\n/g, ''))).toContain('ifc.no_elements');
    expect(await codesOf(SMALL_IFC.replace('#13=IFC', '#13 IFC'))).toContain('ifc.broken_statements');
  });

  it('ends in an answer however it is broken', async () => {
    let seed = 20261124;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const pieces = ["'", '(', ')', ';', '/*', '$', '#7', '\\X2\\', '\u00ff', '((((((((', ',', '=', '#999999999999999999999', 'IFC'];
    for (let round = 0; round < 1500; round++) {
      let text = SMALL_IFC;
      for (let change = random(4); change >= 0; change--) {
        const at = random(text.length);
        text = text.slice(0, at) + (random(2) ? pieces[random(pieces.length)] : '') + text.slice(at + random(30));
      }
      const answer = await read(text);
      expect(answer.model !== null || answer.findings.some(({ severity }) => severity === 'error')).toBe(true);
      expect(() => JSON.stringify(summaryOfModel(answer))).not.toThrow();
    }
  });
});

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'models');
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));

describe.skipIf(!process.env['GANTRY_TEST_DATA'])('real models (needs GANTRY_TEST_DATA)', () => {
  it('are read whole, every element on its storey', async () => {
    const guids = new Set<string>();
    for (const name of readdirSync(join(folder, 'schependomlaan/ifc'))) {
      const { model, findings } = await readIfc(bytesOf(`schependomlaan/ifc/${name}`));
      expect([name, findings, model!.elements.filter(({ storey, layers }) => storey === null || layers.length === 0)]).toEqual([
        name,
        [],
        [],
      ]);
      for (const { guid } of model!.elements) guids.add(guid);
    }
    expect(guids.size).toBe(777);
  });

  it('keep the classifications that converters drop', async () => {
    const { model } = await readIfc(bytesOf('bim-whale/LargeBuilding.ifc'));
    expect(model!.elements.filter(({ classes }) => classes.length > 0)).toHaveLength(78);
  });

  it('have the volumes that their program wrote', async () => {
    const { model } = await readIfc(bytesOf('schependomlaan/ifc/ROOT-breedplaatvloeren.ifc'));
    const volumes = model!.elements
      .filter(({ category }) => category === 'IFCSLAB')
      .map(({ sets }) => sets.flatMap(({ values }) => values).find(({ name }) => name === 'NetVolume')?.value);
    expect(volumes.filter((volume) => typeof volume === 'number')).toHaveLength(58);
    expect(volumes.reduce((sum: number, volume) => sum + Number(volume), 0)).toBeCloseTo(251.45, 1);
  });
});
