/**
 * Mutated IFC files: `npm run fuzz:models -- 10000`, with a seed. Each goes through the reader and through the converter, and of those that can
 * be read every so many through a conversion as the server runs it (the third number; 0: none). A fourth number bounds how many go through
 * the converter, which takes a hundred times as long as the reader. Prints what came of them; ends with 1 where one was refused without a
 * sentence, the reader crashed or hung, or a conversion did not end in a model or a sentence.
 */

import { readIfc, writePrimitives, writeZip } from '@gantry/interchange';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { convertFile, REFUSALS } from '../../apps/server/src/features/bim/models/models.child.service.ts';
import { Refused } from '../../apps/server/src/platform/fail.ts';
import { Converter } from './fuzz-converter.ts';
import { type Random, seeded } from './fuzz-mutations.ts';

const LONGEST_MS = 5000;
const HANGING_MS = 30_000;
const STALL_MS = 30_000;

/** A house that has all that a primitive model can hold. */
const HOUSE = writePrimitives({
  name: 'House',
  storeys: [
    { name: 'Ground', elevation: 0 },
    { name: 'Первый', elevation: 3 },
  ],
  items: (
    [
      { kind: 'box', width: 4, depth: 1 },
      { kind: 'cylinder', radius: 0.4 },
      {
        kind: 'prism',
        points: [
          [0, 0],
          [4, 0],
          [0, 3],
        ],
      },
    ] as const
  ).map((shape, index) => ({
    key: `k${index}`,
    name: `Body ${index}`,
    category: index === 1 ? 'IFCCOLUMN' : 'IFCWALL',
    storey: index % 2,
    code: 'B.1',
    layer: 'Walls',
    x: index,
    y: 0,
    z: 0,
    rotation: 30 * index,
    height: 3,
    shape: shape.kind === 'prism' ? { ...shape, points: shape.points.map(([x, y]): [number, number] => [x, y]) } : shape,
  })),
});

const SIGNS = [
  "'",
  '(',
  ')',
  ';',
  '$',
  '*',
  ',',
  '/*',
  '*/',
  '\\X2\\',
  '\\X\\',
  '#',
  '.',
  '-1',
  '1.E308',
  '1.E-308',
  '\0',
  '#0',
  '#999999999',
];
const ENTITIES = ['IFCLOCALPLACEMENT', 'IFCWALL', 'IFCPOLYLINE', 'IFCBOOLEANRESULT', 'IFCRELAGGREGATES', 'IFCNOTHING', 'IFCPROPERTYSET'];

/** A file with some of its text changed, by lines, references, numbers, entities and bytes. */
function mutated(text: string, random: Random): string {
  let copy = text;
  const numbers = [...text.matchAll(/^#(\d+)=/gm)].map(([, number]) => number);
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const lines = copy.split('\n');
    const [at, other, place] = [random(lines.length), random(lines.length), random(copy.length + 1)];
    const cases = [
      () => lines.toSpliced(at, 1).join('\n'),
      () => lines.toSpliced(other, 0, lines[at]).join('\n'),
      () => lines.with(at, lines[at].replace(/(?<!^)#\d+/, `#${numbers[random(numbers.length)]}`)).join('\n'),
      () => lines.with(at, lines[at].replace(/^#\d+/, `#${numbers[random(numbers.length)]}`)).join('\n'),
      () => lines.with(at, lines[at].replace(/-?\d+\.\d*/, SIGNS[random(SIGNS.length)])).join('\n'),
      () => lines.with(at, lines[at].replace(/=IFC\w+/, `=${ENTITIES[random(ENTITIES.length)]}`)).join('\n'),
      () => copy.slice(0, place) + SIGNS[random(SIGNS.length)] + copy.slice(place),
      () => copy.slice(0, place) + copy.slice(place + 1 + random(40)),
      () => copy.slice(0, place) + String.fromCharCode(random(256)) + copy.slice(place + 1),
      () => (random(8) === 0 ? copy.slice(0, place) : copy),
    ];
    copy = cases[random(cases.length)]();
  }
  return copy;
}

/** The bytes of an input, the same for the same seed; some are zips. */
async function inputOf(seed: number, index: number): Promise<Buffer> {
  const random = seeded(seed * 1_000_003 + index);
  const bytes = Buffer.from(mutated(HOUSE, random), random(3) === 0 ? 'latin1' : 'utf8');
  if (random(10) > 0) return bytes;
  const zip = Buffer.from(await writeZip([{ name: 'a.ifc', bytes }]));
  if (random(2) > 0) zip[random(zip.length)] = random(256);
  return zip;
}

type Answer = { index: number; outcome: 'read' | 'refused'; milliseconds: number; trouble: string | null };

const texts: Record<string, string> = JSON.parse(readFileSync(new URL('../../packages/locales/en/models.json', import.meta.url), 'utf8'));

/** Reads inputs `from` to `to` in this thread. */
async function readInputs({ seed, from, to }: { seed: number; from: number; to: number }): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const bytes = await inputOf(seed, index);
    const begun = performance.now();
    const answer: Answer = { index, outcome: 'refused', milliseconds: 0, trouble: null };
    try {
      const { model, findings } = await readIfc(bytes);
      const grave = findings.find(({ severity, code }) => severity === 'error' || code === 'ifc.cyclic_placement');
      if (model && !grave) answer.outcome = 'read';
      else if (!grave) answer.trouble = 'refused without a finding';
      else if (!texts[REFUSALS[grave.code]]) answer.trouble = `refused without a sentence: ${grave.code}`;
      const dumb = findings.find((finding) => finding !== grave && !texts[`model.finding.${finding.code}`] && !REFUSALS[finding.code]);
      if (dumb) answer.trouble = `a finding without a sentence: ${dumb.code}`;
    } catch (error) {
      answer.trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    answer.milliseconds = performance.now() - begun;
    if (answer.milliseconds > LONGEST_MS) answer.trouble ??= `no answer within ${LONGEST_MS} ms`;
    parentPort?.postMessage(answer);
  }
}

export type ModelFuzzReport = {
  read: number;
  refused: number;
  slowestMs: number;
  converted: number;
  notConverted: Record<string, number>;
  /** Converters that hung or died, and were replaced. */
  lost: number;
  /** Conversions as the server runs them: each ended in a model or in a sentence. */
  served: number;
  failures: { input: string; trouble: string }[];
};

/** Reads so many mutations in a thread that is watched; those that hang are passed over. */
async function readAll(inputs: number, seed: number, onRead: (index: number) => Promise<void>, report: ModelFuzzReport): Promise<void> {
  let next = 0;
  while (next < inputs) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { seed, from: next, to: inputs } });
    let heard = Date.now();
    const read: number[] = [];
    await new Promise<void>((resolve) => {
      const watch = setInterval(() => {
        if (Date.now() - heard < HANGING_MS) return;
        report.failures.push({ input: `seed ${seed}, input ${next}`, trouble: 'no answer at all' });
        next += 1;
        void worker.terminate();
      }, 500);
      worker.on('message', ({ index, outcome, milliseconds, trouble }: Answer) => {
        heard = Date.now();
        next = index + 1;
        report[outcome] += 1;
        report.slowestMs = Math.max(report.slowestMs, Math.round(milliseconds));
        if (trouble) report.failures.push({ input: `seed ${seed}, input ${index}`, trouble });
        if (outcome === 'read') read.push(index);
      });
      worker.on('error', (error) => {
        report.failures.push({ input: `seed ${seed}, input ${next}`, trouble: String(error) });
        next += 1;
      });
      worker.on('exit', () => {
        clearInterval(watch);
        resolve();
      });
    });
    for (const index of read) await onRead(index);
  }
}

/** What a person reads about each way in which a conversion fails. */
const SENTENCES = { thrown: 'model.converter_failed', hung: 'model.stalled', died: 'model.converter_failed' } as const;

/** Mutations through the reader and the converter, and every so many of those that can be read as the server converts them. */
export async function fuzzModels(inputs: number, seed: number, every: number, conversions = inputs): Promise<ModelFuzzReport> {
  const report: ModelFuzzReport = { read: 0, refused: 0, slowestMs: 0, converted: 0, notConverted: {}, lost: 0, served: 0, failures: [] };
  const folder = mkdtempSync(join(tmpdir(), 'gantry-fuzz-models-'));
  const [source, geometry, rows] = ['a.ifc', 'a.frag', 'a.rows'].map((name) => join(folder, name));
  const question = { source, geometry, rows, codePage: null };
  const converter = new Converter();
  let readable = 0;
  const serve = async (index: number): Promise<void> => {
    readable += 1;
    if (every === 0 || readable % every > 0) return;
    const bytes = await inputOf(seed, index);
    writeFileSync(source, bytes);
    const watch = { bytes: bytes.length, signal: new AbortController().signal, progress: () => undefined, stallMs: STALL_MS };
    await convertFile(question, watch).then(
      () => (report.served += 1),
      (error: unknown) => {
        if (error instanceof Refused && texts[error.code]) report.served += 1;
        else report.failures.push({ input: `seed ${seed}, input ${index}, as the server converts it`, trouble: String(error) });
      },
    );
  };
  try {
    await readAll(inputs, seed, serve, report);
    for (let index = 0; index < Math.min(inputs, conversions); index++) {
      writeFileSync(source, await inputOf(seed, index));
      const ending = await converter.convert(question);
      if ('converted' in ending) {
        report.converted += 1;
        continue;
      }
      const code = 'refused' in ending ? (REFUSALS[ending.refused] ?? ending.refused) : SENTENCES[ending.failed];
      const key = 'failed' in ending ? `${code} (${ending.failed})` : code;
      report.notConverted[key] = (report.notConverted[key] ?? 0) + 1;
      if (!texts[code]) report.failures.push({ input: `seed ${seed}, input ${index}, converter`, trouble: `without a sentence: ${code}` });
    }
  } finally {
    report.lost = converter.lost;
    converter.close();
    rmSync(folder, { recursive: true });
  }
  return report;
}

if (!isMainThread) await readInputs(workerData as Parameters<typeof readInputs>[0]);
else if (process.argv[1] === import.meta.filename) {
  const [inputs = 10_000, seed = 1, every = 200, conversions = inputs] = process.argv.slice(2).map(Number);
  const report = await fuzzModels(inputs, seed, every, conversions);
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures.length ? 1 : 0;
}
