import type * as Library from '@thatopen/fragments';
import { collectFindings, type IfcModel, readIfc, readZip } from '@gantry/interchange';
import type { CodePage } from '@gantry/interchange';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { once } from 'node:events';
import type { ModelFinding } from '@gantry/contract';
import { rowsOfModel } from './models.extract.rules.ts';
import type { Stage } from './models.limits.rules.ts';

/** What a converter is asked, as the one argument of its process. */
export type ConvertQuestion = { source: string; geometry: string; rows: string; codePage: CodePage | null };
/** What it answers: how far it is, then how it ended. */
export type ConvertMessage =
  | { stage: Stage; part: number }
  | { refused: string }
  /** The library threw, often without a text: where the process is kept. */
  | { thrown: true }
  | { done: { schema: string; program: string; elements: number; findings: ModelFinding[] } };

// A process of its own: the library can loop for ever or run out of memory, and only a process can be ended then.
const ZIP = { entries: 1, bytes: 500 << 20, ratio: 100 };
const send = (message: ConvertMessage): void => void process.send?.(message);
process.once('disconnect', () => process.exit(1));

async function unpacked(bytes: Buffer): Promise<Buffer | string> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return bytes;
  const findings = collectFindings();
  const entries = await readZip(bytes, findings, ZIP);
  return entries?.[0]?.bytes ?? findings.list()[0]?.code ?? 'ifc.empty';
}

async function convert({ source, geometry, rows, codePage }: ConvertQuestion): Promise<ConvertMessage> {
  send({ stage: 'reading', part: 0 });
  const bytes = await unpacked(await readFile(source));
  if (typeof bytes === 'string') return { refused: bytes };
  const { model, findings } = await readIfc(bytes, codePage ? { codePage } : {});
  const grave = findings.find(({ severity, code }) => severity === 'error' || code === 'ifc.cyclic_placement');
  if (!model || grave) return { refused: grave?.code ?? 'ifc.no_data' };
  send({ stage: 'geometry', part: 0 });
  // Its libraries take seconds to load: only for a file that can be read.
  const library = await import('@thatopen/fragments');
  const made = await geometryOf(library, bytes);
  await writeFile(geometry, made);
  send({ stage: 'quantities', part: 0 });
  const lost = await writeRows(library, model, made, rows);
  const notes: ModelFinding[] = findings.map(({ severity, code, parameters }) => {
    const count = parameters?.['count'];
    return { severity, code, count: typeof count === 'number' ? count : null };
  });
  if (lost > 0) notes.push({ severity: 'warning', code: 'ifc.geometry_lost', count: lost });
  return { done: { schema: model.schema, program: model.program, elements: model.elements.length, findings: notes } };
}

async function geometryOf({ IfcImporter }: typeof Library, bytes: Buffer): Promise<Uint8Array> {
  const importer = new IfcImporter();
  importer.wasm = { absolute: true, path: `${dirname(createRequire(import.meta.url).resolve('web-ifc'))}/` };
  // The usual 12 segments make a cylinder 5 % too small.
  importer.webIfcSettings = { ...importer.webIfcSettings, CIRCLE_SEGMENTS: 48 };
  // What belongs to elements is read above, and nothing of it is asked of the geometry.
  importer.classes.abstract.clear();
  importer.relations.clear();
  return importer.process({ bytes: new Uint8Array(bytes), progressCallback: (part) => send({ stage: 'geometry', part }) });
}

/** Writes the rows of the model; answers how many elements have a shape in the file and none in the geometry. */
async function writeRows(
  { SingleThreadedFragmentsModel }: typeof Library,
  model: IfcModel,
  geometry: Uint8Array,
  path: string,
): Promise<number> {
  const shapes = new SingleThreadedFragmentsModel('model', geometry);
  const shown = new Set(shapes.getItemsIdsWithGeometry());
  const out = createWriteStream(path);
  const every = Math.max(1, Math.floor(model.elements.length / 50));
  let written = 0;
  try {
    for (const row of rowsOfModel(model, { shown, volumeOf: (entity) => shapes.getItemsVolume([entity]) })) {
      if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
      if (row.table === 'element' && ++written % every === 0) send({ stage: 'quantities', part: written / model.elements.length });
    }
  } finally {
    shapes.dispose();
  }
  out.end();
  await once(out, 'finish');
  return model.elements.filter(({ id, hasShape }) => hasShape && !shown.has(id)).length;
}

/** In the place of a question: questions come one by one, and the process is kept. For tools that try many files. */
const MANY = 'many';
if (process.argv[2] === MANY)
  process.on('message', (question: ConvertQuestion) => void convert(question).then(send, () => send({ thrown: true })));
else {
  const last = await convert(JSON.parse(process.argv[2]) as ConvertQuestion);
  // The library keeps timers: the process ends by itself never.
  process.send?.(last, () => process.exit(0));
}
