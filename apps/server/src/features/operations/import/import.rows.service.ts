/** The rows that a project of a file becomes in a version: the same at the import and on the way back into the file. */

import { markSplits } from '@gantry/engine';
import type { FileFormat, Finding, ImportedProject } from '@gantry/interchange';
import { createHash } from 'node:crypto';
import { type Content, contentOf } from './import.content.rules.ts';
import { applyMapping, type Mapping } from './import.mapping.rules.ts';

export type { Content } from './import.content.rules.ts';

/** How the file of a version was read, so that it can be read the same way again. */
export type KeptFile = {
  /** The format found in the bytes; the product's own file may contain that of another program. */
  format: FileFormat;
  /** The requested code page; null when it was detected. */
  codePage: string | null;
  /** Place of the project in the file. */
  project: number;
  mapping: Mapping;
  /** Fingerprint that tells whether row ids still refer to the same rows of the file. */
  print: string;
};

/** Rows of a project under the mapping of a rule. */
export function rowsOfProject(project: ImportedProject, mapping: Mapping): { content: Content; findings: Finding[] } {
  markSplits(project.plan, project.assignmentDetails);
  const content = contentOf(project);
  return { content, findings: applyMapping(content, mapping) };
}

const PRINTED_AT_ONCE = 1 << 16;

/** Which row of the file each id stands for, as one short text: readers that number otherwise give another. */
export function printOf({ plan, details, attributes, assignmentDetails, resourceDetails, calendarSourceIds }: ImportedProject): string {
  const hash = createHash('sha256');
  const put = <T>(rows: readonly T[], line: (row: T, at: number) => string): void => {
    let text = '';
    rows.forEach((row, at) => {
      text += `${line(row, at)}\n`;
      if (text.length < PRINTED_AT_ONCE) return;
      hash.update(text);
      text = '';
    });
    hash.update(rows.length ? `${text}\n` : '\n\n');
  };
  put(plan.items, ({ id }, at) => `${id} ${details[at].sourceTable} ${details[at].sourceId}`);
  put(plan.relations, ({ id, predecessorId, successorId }) => `${id} ${predecessorId} ${successorId}`);
  put(plan.resources, ({ id }, at) => `${id} ${String(resourceDetails[at].isRole)} ${resourceDetails[at].sourceId}`);
  put(plan.assignments, ({ id }, at) => `${id} ${assignmentDetails[at].sourceId}`);
  put(plan.calendars, ({ id }, at) => `${id} ${calendarSourceIds[at] ?? ''}`);
  put(attributes, ({ id, origin, owner, sourceId }) => `${id} ${origin} ${owner} ${sourceId}`);
  return hash.digest('base64url').slice(0, 22);
}
