import { parentPort, workerData } from 'node:worker_threads';
import { FORMATS, FILE_FORMATS, readAny, readArchive, type ImportedProject, type ReadResult } from '@gantry/interchange';
import { BOMBS } from './fuzz-bombs.ts';
import { mutated, seeded } from './fuzz-mutations.ts';
import { buildSamples, repacked, type Sample } from './fuzz-samples.ts';

/** Which inputs a worker tries: mutations `from` … `to`, or the bombs by their number. */
export type FuzzOrder = { kind: 'mutations' | 'bombs'; seed: number; from: number; to: number; clock: SharedArrayBuffer };

/** What became of one input. */
export type FuzzAnswer = { index: number; format: string; outcome: 'read' | 'refused'; trouble: string | null; milliseconds: number };

const { kind, seed, from, to, clock } = workerData as FuzzOrder;
const samples = await buildSamples();
const watch = new Float64Array(clock);
const answers: FuzzAnswer[] = [];

for (let index = from; index < to; index++) {
  const random = seeded(seed * 1_000_003 + index);
  let format: Sample['format'];
  let bytes: Buffer;
  if (kind === 'bombs') ({ format, bytes } = { format: BOMBS[index].format, bytes: BOMBS[index].build() });
  else {
    // Each format has its turn, so that every one of them is tried as often as the others.
    const sample = samples[index % samples.length];
    format = sample.format;
    const isPacked = format === 'xlsx' || format === 'gantry' || format === 'zip';
    bytes =
      isPacked && random(4) > 0
        ? await repacked(sample, (member) => mutated(member, random, samples), random)
        : mutated(sample, random, samples);
  }
  watch[0] = index;
  watch[1] = Date.now();
  const start = performance.now();
  let outcome: FuzzAnswer['outcome'] = 'refused';
  let trouble: string | null = null;
  let milliseconds = 0;
  try {
    const results = await readOneWay(format, bytes, random(3));
    milliseconds = performance.now() - start;
    for (const result of results) {
      trouble ??= whatIsWrong(result);
      if (!result.project) continue;
      outcome = 'read';
      if (random(3) > 0) continue;
      // What was read must also be written, whatever it is.
      watch[1] = Date.now();
      await FORMATS[FILE_FORMATS[random(FILE_FORMATS.length)]].write(random(2) ? result.project : { ...result.project, source: null });
    }
  } catch (error) {
    trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  watch[1] = 0;
  answers.push({ index, format, outcome, trouble, milliseconds });
  if (answers.length >= 100 || trouble || kind === 'bombs') parentPort!.postMessage(answers.splice(0));
}
parentPort!.postMessage(answers);
watch[1] = 0;

async function readOneWay(format: Sample['format'], bytes: Buffer, way: number): Promise<ReadResult[]> {
  if (format === 'zip') {
    const { members, findings } = await readArchive(bytes);
    return members.length > 0 ? members : [{ project: null, findings }];
  }
  if (way === 0) return [await readAny(bytes)];
  if (way === 1) return [await FORMATS[format].read(chunksOf(bytes))];
  return [await FORMATS[format].read(bytes)];
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_521) yield bytes.subarray(at, at + 65_521);
}

/** A refusal must say why; a project must be whole. */
function whatIsWrong({ project, findings }: ReadResult): string | null {
  if (!project) return findings.some(({ severity }) => severity === 'error') ? null : 'refused without a finding';
  for (const imported of project.projects) {
    const trouble = whatIsWrongWith(imported);
    if (trouble) return `${trouble} in ${project.format}`;
  }
  return null;
}

function whatIsWrongWith({
  plan,
  details,
  stored,
  assignmentDetails,
  resourceDetails,
  calendarSourceIds,
  values,
  attributes,
}: ImportedProject): string | null {
  if (details.length !== plan.items.length || stored.items.length !== plan.items.length) return 'details do not run parallel';
  if (stored.relations.length !== plan.relations.length) return 'stored relations do not run parallel';
  if (assignmentDetails.length !== plan.assignments.length || resourceDetails.length !== plan.resources.length)
    return 'details of assignments or resources do not run parallel';
  if (calendarSourceIds.length !== plan.calendars.length) return 'keys of calendars do not run parallel';
  const seen = new Set<number>();
  const dateFields = [
    'actualStart',
    'actualFinish',
    'suspendDate',
    'resumeDate',
    'expectedFinish',
    'startLimitDate',
    'finishLimitDate',
    'deadline',
    'start',
    'finish',
  ] as const;
  for (const item of plan.items) {
    if (seen.has(item.id)) return 'two items of one id';
    if (item.parentId !== null && !seen.has(item.parentId)) return 'a child before its parent';
    seen.add(item.id);
    for (const field of dateFields)
      if (item[field] !== null && (item[field] | 0) !== item[field]) return `${field} is no minute: ${item[field]}`;
    if (!(item.durationMinutes >= 0 && item.remainingMinutes >= 0 && item.progress >= 0 && item.progress <= 1))
      return `a duration or a progress out of bounds: ${item.durationMinutes} ${item.remainingMinutes} ${item.progress}`;
    if (!Number.isFinite(item.durationMinutes) || !Number.isFinite(item.remainingMinutes)) return 'an endless duration';
  }
  for (const { predecessorId, successorId, lagMinutes } of plan.relations) {
    if (!seen.has(predecessorId) || !seen.has(successorId)) return 'a relation to nothing';
    if (!Number.isFinite(lagMinutes)) return 'an endless lag';
  }
  const resources = new Set(plan.resources.map(({ id }) => id));
  for (const { itemId, resourceId } of plan.assignments)
    if (!seen.has(itemId) || !resources.has(resourceId)) return 'an assignment of nothing';
  for (const { week, exceptions } of plan.calendars) {
    if (week.length !== 7) return 'a week without seven days';
    for (const shifts of [...week, ...exceptions.map((exception) => exception.shifts)])
      for (let i = 0; i < shifts.length; i++)
        if (!(shifts[i].start >= (i === 0 ? 0 : shifts[i - 1].finish) && shifts[i].finish > shifts[i].start && shifts[i].finish <= 1440))
          return `bad working periods: ${JSON.stringify(shifts)}`;
  }
  const known = new Set(attributes.map(({ id }) => id));
  return values.every(({ attributeId }) => known.has(attributeId)) ? null : 'a value of no attribute';
}
