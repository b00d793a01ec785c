/** Parts of the measuring that need a process of their own: `node parts.ts PART ARGUMENTS`; prints JSON. */

import * as fragments from '@thatopen/fragments';
import { readIfc } from '@gantry/interchange';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { rowsOfModel } from '../../apps/server/src/features/bim/models/models.extract.rules.ts';

const [part, path] = process.argv.slice(2);
/** Milliseconds since it was started, of the clock and of the processor: on a busy machine the second alone is comparable. */
function clock(): () => { ms: number; cpu: number } {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { ms: performance.now() - begun, cpu: (user + system) / 1000 };
  };
}
const WASM = `${dirname(createRequire(import.meta.url).resolve('web-ifc'))}/`;
const peak = (): number => process.resourceUsage().maxRSS / 1024;

const PARTS: Record<string, () => Promise<Record<string, number>>> = {
  /** Elements, properties and quantities of a file as rows. */
  async ours() {
    const bytes = readFileSync(path);
    const time = clock();
    const { model } = await readIfc(bytes);
    if (!model) throw new Error('the file cannot be read');
    let rows = 0;
    for (const _row of rowsOfModel(model, { shown: new Set(), volumeOf: () => 0 })) rows++;
    return { ...time(), rows, elements: model.elements.length, peak: peak() };
  },
  /** The same from the library's own reading of what it has converted, with all that it converts by itself. */
  async library() {
    const importer = new fragments.IfcImporter();
    importer.wasm = { absolute: true, path: WASM };
    const bytes = await importer.process({ bytes: new Uint8Array(readFileSync(path)) });
    const time = clock();
    const model = new fragments.SingleThreadedFragmentsModel('bench', bytes);
    const ids = model.getItemsIdsWithGeometry();
    const set = { attributes: true, relations: true };
    const data = model.getItemsData(ids, {
      attributesDefault: true,
      relations: { IsDefinedBy: set, HasAssociations: set, ContainedInStructure: set },
    });
    return { ...time(), elements: data.length, peak: peak() };
  },
  /** web-ifc alone: the file opened, all meshes made. */
  async meshes() {
    const { IfcAPI } = await import('web-ifc');
    const bytes = readFileSync(path);
    const time = clock();
    const api = new IfcAPI();
    api.SetWasmPath(WASM, true);
    await api.Init();
    const model = api.OpenModel(new Uint8Array(bytes), { CIRCLE_SEGMENTS: 48 });
    let meshes = 0;
    api.StreamAllMeshes(model, () => meshes++);
    return { ...time(), meshes, peak: peak() };
  },
};
const measure = PARTS[part];
if (!measure) throw new Error(`no such part: ${part}`);
console.log(JSON.stringify(await measure()));
process.exit(0);
