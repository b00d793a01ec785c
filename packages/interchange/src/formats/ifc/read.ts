import { ITEM_TYPES, type Minute } from '@gantry/domain';
import { blankItem, NOTHING_STORED, PLAIN_DETAILS } from '../../blank.ts';
import { blankProject } from '../../blank-project.ts';
import { collectFindings } from '../../findings.ts';
import { entitiesOf } from '../../ifc/entities.ts';
import { type ReadIfcTask, readTasks } from '../../ifc/read-schedule.ts';
import { scanStep } from '../../ifc/step-scan.ts';
import { decodeEscapes } from '../../ifc/step-values.ts';
import type { ByteSource, ImportedProject, ReadOptions, ReadResult } from '../../project-file.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { decoderOf } from '../../text/code-pages.ts';

const LARGEST = 500 << 20;
/** The attribute that names the elements of a work by their GUIDs: a link of models reads it. */
const ELEMENTS = 'IFC GUID';
/** Guards texts of works that have thousands of elements. */
const MOST_ELEMENTS = 2000;

/** Reads the plan of an IFC file: tasks with their times, order, sequences and the GUIDs of their elements. */
export async function readIfcPlan(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const refuse = (code: string): ReadResult => {
    findings.add({ severity: 'error', code });
    return { project: null, findings: findings.list() };
  };
  const given = await collectBytes(source, LARGEST, options.onProgress);
  if (!given) return refuse('file.too_large');
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const data = /\bDATA\s*;/i.exec(bytes.toString('latin1', 0, Math.min(64 << 10, bytes.length)));
  if (!data) return refuse('file.no_schedule');
  const scan = scanStep(bytes, data.index + data[0].length, isOfPlan);
  if (!scan.isTerminated) findings.add({ severity: 'warning', code: 'file.truncated' });
  const decode = decoderOf(options.codePage ?? 'utf-8');
  const entities = entitiesOf(bytes, scan, (raw) => decodeEscapes(raw, (part) => (/[\u0080-\u00ff]/.test(part) ? decode(part) : part)));
  const { name, tasks, sequences } = readTasks(entities, findings);
  if (tasks.length === 0) return refuse('file.no_schedule');
  return {
    project: {
      format: 'ifc',
      producer: { program: '', version: null, exportedOn: null, user: null },
      codePage: null,
      currency: null,
      projects: [projectOf(name, tasks, sequences)],
      crossRelations: [],
      source: null,
    },
    findings: findings.list(),
  };
}

/** Shapes are most of a file and say nothing of time; elements are needed for their GUIDs. */
const isOfPlan = (type: string): boolean =>
  type.startsWith('IFC') &&
  !/^IFC(?:CARTESIAN|POLY|FACE|DIRECTION|AXIS|VECTOR|TRIANGULATED|CLOSEDSHELL|OPENSHELL|EDGE|VERTEX|STYLE|PROPERTYSINGLE)/.test(type);

function projectOf(name: string, tasks: readonly ReadIfcTask[], sequences: ReturnType<typeof readTasks>['sequences']): ImportedProject {
  const dates = tasks.flatMap(({ start, actualStart }) => start ?? actualStart ?? []);
  const first = dates.reduce((least: Minute, date) => Math.min(least, date), dates[0] ?? 0);
  const project = blankProject(name, name, first);
  const { plan } = project;
  const ids = new Map(tasks.map(({ id }, index) => [id, index + 1]));
  for (const task of tasks) {
    const { id, parentId, guid, type, code, name: called, elements, critical, isMilestone: _, ...rest } = task;
    const itemId = ids.get(id)!;
    const kind = ITEM_TYPES.find((one) => one === type) ?? 'task';
    plan.items.push({ ...blankItem(itemId, parentId === null ? null : (ids.get(parentId) ?? null), kind), code, name: called, ...rest });
    project.details.push({ ...PLAIN_DETAILS, sourceId: guid ?? String(id), sourceTable: 'IfcTask', guid });
    project.stored.items.push({ ...NOTHING_STORED, critical });
    if (elements.length) {
      if (project.attributes.length === 0)
        project.attributes.push({ id: 1, sourceId: ELEMENTS, name: ELEMENTS, type: 'string', owner: 'task', origin: 'user_field', scope: 'project', values: [] }); // prettier-ignore
      project.values.push({ attributeId: 1, ownerId: itemId, value: elements.slice(0, MOST_ELEMENTS).join(' ') });
    }
  }
  for (const [index, { predecessorId, successorId, type, lagMinutes }] of sequences.entries()) {
    plan.relations.push({
      id: index + 1,
      predecessorId: ids.get(predecessorId)!,
      successorId: ids.get(successorId)!,
      type,
      lagMinutes,
      lagCalendar: null,
    });
    project.stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
  }
  return project;
}
