import type { ProjectFile, WriteResult } from '../../project-file.ts';
import { CONTENT_VERSION } from './read.ts';

/** Writes a schedule as JSON: everything of the model, without the raw rows of its source. */
export function writeJson(file: ProjectFile): WriteResult {
  return { bytes: Buffer.from(contentOf(file), 'utf8'), findings: [] };
}

/** The JSON text of a file: `format` and `version` first, so that a reader knows what it has before it reads on. */
export function contentOf({ format, producer, currency, projects, crossRelations }: ProjectFile): string {
  return JSON.stringify({ format: 'gantry', version: CONTENT_VERSION, origin: format, producer, currency, crossRelations, projects });
}
