import type { Shift } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import { FILE_FORMATS } from '../../project-file.ts';
import type { ByteSource, ImportedProject, ProjectFile, ReadOptions, ReadResult } from '../../project-file.ts';
import { findCycles } from '../../cycles.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { FILE_SHAPE, PROJECT_SHAPE } from './project-shape.ts';
import { problemsOf } from './shape.ts';

/** Version of Gantry's own content; a reader takes all versions up to this one. */
export const CONTENT_VERSION = 1;

const MOST_BYTES = 256 << 20;

/** Reads a schedule in Gantry's JSON. */
export async function readJson(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const bytes = await collectBytes(source, MOST_BYTES, options.onProgress);
  if (!bytes) findings.add({ severity: 'error', code: 'file.too_large' });
  const project = bytes && parseContent(bytes, findings);
  return { project, findings: findings.list() };
}

/** Parses and checks JSON content; null with findings when invalid. */
export function parseContent(bytes: Uint8Array, findings: Findings): ProjectFile | null {
  const refuse = (code: string, value?: string): null => {
    findings.add({ severity: 'error', code, ...(value === undefined ? {} : { value }) });
    return null;
  };
  if (bytes.length > MOST_BYTES) return refuse('file.too_large');
  let content: unknown;
  try {
    content = JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    );
  } catch {
    return refuse('json.malformed');
  }
  const fields = new Map(typeof content === 'object' && content !== null && !Array.isArray(content) ? Object.entries(content) : []);
  const version = fields.get('version');
  if (fields.get('format') !== 'gantry') return refuse('file.not_gantry');
  if (typeof version !== 'number' || version < 1 || version > CONTENT_VERSION) return refuse('json.unknown_version', String(version));
  const projects = fields.get('projects');
  const problems = [
    ...problemsOf(content, FILE_SHAPE),
    ...(Array.isArray(projects)
      ? projects.flatMap((project) => problemsOf(project, PROJECT_SHAPE))
      : [{ path: '/projects', expected: 'list' }]),
  ];
  for (const { path, expected } of problems)
    findings.add({ severity: 'error', code: 'json.bad_value', field: path, parameters: { expected } });
  if (problems.length > 0) return null;
  const file = content as Omit<ProjectFile, 'source' | 'format' | 'codePage'> & { origin?: unknown };
  if (!file.projects.every((project) => isWhole(project, findings))) return null;
  const origin = FILE_FORMATS.find((format) => format === file.origin);
  return {
    format: origin ?? 'json',
    producer: file.producer,
    codePage: null,
    currency: file.currency,
    projects: file.projects,
    crossRelations: file.crossRelations,
    source: null,
  };
}

/** Checks beyond the shape: lengths of parallel lists, references, preorder of the tree. */
function isWhole(project: ImportedProject, findings: Findings): boolean {
  const { plan, details, stored, assignmentDetails, resourceDetails, calendarSourceIds, code } = project;
  let whole = true;
  const wrong = (finding: string, field: string, value?: string): void => {
    whole = false;
    findings.add({ severity: 'error', code: finding, table: code, field, ...(value === undefined ? {} : { value }) });
  };
  const lengths: [string, readonly unknown[], number][] = [
    ['details', details, plan.items.length],
    ['stored.items', stored.items, plan.items.length],
    ['stored.relations', stored.relations, plan.relations.length],
    ['assignmentDetails', assignmentDetails, plan.assignments.length],
    ['resourceDetails', resourceDetails, plan.resources.length],
    ['calendarSourceIds', calendarSourceIds, plan.calendars.length],
  ];
  for (const [field, list, length] of lengths) if (list.length !== length) wrong('json.lists_not_parallel', field);
  const uniqueIds = (field: string, rows: readonly { id: number }[]): Set<number> => {
    const ids = new Set<number>();
    for (const { id } of rows) {
      if (ids.has(id)) wrong('row.duplicate_key', field, String(id));
      ids.add(id);
    }
    return ids;
  };
  const items = uniqueIds('plan.items', plan.items);
  const calendars = uniqueIds('plan.calendars', plan.calendars);
  const resources = uniqueIds('plan.resources', plan.resources);
  const attributes = uniqueIds('attributes', project.attributes);
  uniqueIds('plan.relations', plan.relations);
  uniqueIds('plan.assignments', plan.assignments);
  const known = (field: string, ids: ReadonlySet<number>, id: number | null): void => {
    if (id !== null && !ids.has(id)) wrong('reference.dangling', field, String(id));
  };
  const seen = new Set<number>();
  for (const { id, parentId, calendarId } of plan.items) {
    if (parentId !== null && !seen.has(parentId)) wrong('json.parent_after_child', 'plan.items', String(id));
    known('plan.items', calendars, calendarId);
    seen.add(id);
  }
  for (const { week, exceptions, name } of plan.calendars)
    if (week.length !== 7 || ![...week, ...exceptions.map(({ shifts }) => shifts)].every(areShifts))
      wrong('json.bad_value', 'plan.calendars', name);
  for (const { predecessorId, successorId } of plan.relations)
    for (const id of [predecessorId, successorId]) known('plan.relations', items, id);
  for (const { calendarId } of plan.resources) known('plan.resources', calendars, calendarId);
  for (const { itemId, resourceId } of plan.assignments) {
    known('plan.assignments', items, itemId);
    known('plan.assignments', resources, resourceId);
  }
  known('plan.options', calendars, plan.options.defaultCalendarId);
  known('plan.options', items, plan.options.floatPaths?.endItemId ?? null);
  for (const { itemId } of plan.externalLimits) known('plan.externalLimits', items, itemId);
  for (const { attributeId } of project.values) known('values', attributes, attributeId);
  for (const field of ['notes', 'steps', 'expenses', 'baselines'] as const)
    for (const { itemId } of project[field]) known(field, items, itemId);
  for (const { primaryResourceId } of details) known('details', resources, primaryResourceId);
  if (whole)
    for (const path of findCycles(plan.items, plan.relations))
      findings.add({ severity: 'error', code: 'relation.ring', table: code, parameters: { path } });
  return whole;
}

/** Working periods of a day: ascending, apart from each other, within it. */
function areShifts(shifts: readonly Shift[]): boolean {
  return shifts.every(({ start, finish }, i) => start >= (i === 0 ? 0 : shifts[i - 1].finish) && finish > start && finish <= 1440);
}
