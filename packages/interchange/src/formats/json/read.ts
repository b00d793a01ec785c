import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import { FILE_FORMATS } from '../../project-file.ts';
import type { ByteSource, ImportedProject, ProjectFile, ReadOptions, ReadResult } from '../../project-file.ts';
import { findRings } from '../../rings.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { FILE_SHAPE, PROJECT_SHAPE } from './project-shape.ts';
import { problemsOf } from './shape.ts';

/** Version of Gantry's own content; a reader takes all versions up to this one. */
export const CONTENT_VERSION = 1;

const MOST_BYTES = 512 << 20;

/** Reads a schedule in Gantry's JSON. */
export async function readJson(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const bytes = await collectBytes(source, options.onProgress);
  const project = parseContent(bytes, findings);
  return { project, findings: findings.list() };
}

/** Reads and checks JSON content; null with findings where it is not what it should be. */
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

/** Checks what a shape cannot say: lists that run parallel, references that hold, a tree in preorder. */
function isWhole(
  { plan, details, stored, assignmentDetails, resourceDetails, calendarSourceIds, code }: ImportedProject,
  findings: Findings,
): boolean {
  let whole = true;
  const wrong = (finding: string, field: string, value?: string): void => {
    whole = false;
    findings.add({ severity: 'error', code: finding, table: code, field, ...(value === undefined ? {} : { value }) });
  };
  const lengths: [string, unknown, number][] = [
    ['details', details, plan.items.length],
    ['stored.items', stored.items, plan.items.length],
    ['stored.relations', stored.relations, plan.relations.length],
    ['assignmentDetails', assignmentDetails, plan.assignments.length],
    ['resourceDetails', resourceDetails, plan.resources.length],
    ['calendarSourceIds', calendarSourceIds, plan.calendars.length],
  ];
  for (const [field, list, length] of lengths) if (!Array.isArray(list) || list.length !== length) wrong('json.lists_not_parallel', field);
  const seen = new Set<number>();
  for (const item of plan.items) {
    if (seen.has(item.id)) wrong('row.duplicate_key', 'plan.items', String(item.id));
    if (item.parentId !== null && !seen.has(item.parentId)) wrong('json.parent_after_child', 'plan.items', String(item.id));
    seen.add(item.id);
  }
  const calendars = new Set(plan.calendars.map(({ id }) => id));
  const resources = new Set(plan.resources.map(({ id }) => id));
  for (const calendar of plan.calendars) if (calendar.week.length !== 7) wrong('json.bad_value', 'plan.calendars', calendar.name);
  for (const item of plan.items)
    if (item.calendarId !== null && !calendars.has(item.calendarId)) wrong('reference.dangling', 'calendarId', item.code);
  for (const { predecessorId, successorId, id } of plan.relations)
    if (!seen.has(predecessorId) || !seen.has(successorId)) wrong('reference.dangling', 'plan.relations', String(id));
  for (const { itemId, resourceId, id } of plan.assignments)
    if (!seen.has(itemId) || !resources.has(resourceId)) wrong('reference.dangling', 'plan.assignments', String(id));
  if (whole)
    for (const path of findRings(plan.items, plan.relations))
      findings.add({ severity: 'error', code: 'relation.ring', table: code, parameters: { path } });
  return whole;
}
