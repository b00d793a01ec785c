import { SingleThreadedFragmentsModel } from '@thatopen/fragments';
import { type IfcModel, readIfc } from '@gantry/interchange';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convertFile } from './models.child.service.ts';
import type { ModelRow } from './models.extract.rules.ts';
import { rowsOfModel } from './models.extract.rules.ts';

/** Volumes of geometry against those that authors state: needs GANTRY_TEST_DATA. */
const data = process.env['GANTRY_TEST_DATA'];
const folder = mkdtempSync(join(tmpdir(), 'gantry-volumes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Read = { model: IfcModel; shown: Set<number>; volumeOf: (entity: number) => number; dispose(): void };

/** Converts a file as the server does and reads it with what the geometry measures. */
async function readBoth(path: string): Promise<Read> {
  const name = path.replaceAll('/', '_');
  const source = join(data ?? '', 'models', path);
  const [geometry, rows] = [join(folder, `${name}.frag`), join(folder, `${name}.rows`)];
  const watch = { bytes: statSync(source).size, signal: new AbortController().signal, progress: () => undefined };
  await convertFile({ source, geometry, rows, codePage: null }, watch);
  // Models of one name in a process share their geometry.
  const shapes = new SingleThreadedFragmentsModel(path, readFileSync(geometry));
  const { model } = await readIfc(readFileSync(source));
  if (!model) throw new Error(`${path} cannot be read`);
  const shown = new Set(shapes.getItemsIdsWithGeometry());
  return { model, shown, volumeOf: (entity) => shapes.getItemsVolume([entity]), dispose: () => shapes.dispose() };
}

/** Elements that are shown and whose file states a net volume, with both. */
function compared({ model, shown, volumeOf }: Read): { name: string; stated: number; measured: number }[] {
  return model.elements.flatMap(({ id, name, sets }) => {
    const volumes = sets.flatMap(({ isQuantity, values }) => (isQuantity ? values : []));
    const stated = volumes.find((one) => one.kind === 'volume' && (one.name === 'Net Volume' || one.name === 'NetVolume'))?.value;
    return shown.has(id) && typeof stated === 'number' ? [{ name, stated, measured: volumeOf(id) }] : [];
  });
}

describe.skipIf(!data)('volumes of geometry are those of authors within one in a hundred (needs GANTRY_TEST_DATA)', () => {
  // Windows are not among them: their parts overlap, and their authors count them once.
  test.each([
    ['ROOT-Vebo.ifc', 130],
    ['ROOT-breedplaatvloeren.ifc', 59],
    ['ROOT-kalkzandsteen.ifc', 135],
    ['ROOT-kanaalplaatvloer.ifc', 50],
    ['ROOT-kapconstructie_dakkapellen_platdak.ifc', 141],
    ['ROOT-lateien_en_geveldragers.ifc', 42],
    ['ROOT-prefab_balkons.ifc', 4],
    ['ROOT-prefab_trappen.ifc', 10],
    ['ROOT-prefab_vloer_lifttop.ifc', 2],
    ['ROOT-staal.ifc', 78],
    ['ROOT-traphekken.ifc', 14],
  ])(
    '%s: all %i elements',
    async (name, elements) => {
      const read = await readBoth(`schependomlaan/ifc/${name}`);
      const both = compared(read);
      read.dispose();
      const off = both.filter(({ stated, measured }) => Math.abs(measured - stated) > Math.max(stated * 0.01, 1e-6));
      expect(off).toEqual([]);
      expect(both).toHaveLength(elements);
    },
    300_000,
  );

  test('a volume that a program states in another unit beside the right one is not taken', { timeout: 300_000 }, async () => {
    const read = await readBoth('bim-whale/LargeBuilding.ifc');
    const rows = [...rowsOfModel(read.model, read)].flatMap(({ table, row }: ModelRow) => (table === 'element' ? [row] : []));
    read.dispose();
    const stated = rows.filter((row) => row.volume_source === 'file').map(({ volume }) => volume ?? 0);
    expect(stated.length).toBeGreaterThan(20);
    expect(Math.max(...stated)).toBeLessThan(1000);
  });
});
