import { VERSION_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { fail } from '../../../platform/fail.ts';

/** With the layout these are as many files as the import of a project reads; a layout names no more schedules either. */
const MOST_VERSIONS = 4_999;

/** The project file's part about schedules: names that file systems refuse, groups, kinds. */
const layout = z.object({
  format: z.literal('gantry-project'),
  version: z.literal(1),
  name: z.string(),
  schedules: z
    .array(
      z.object({
        name: z.string(),
        group: z.string().nullable(),
        versions: z
          .array(z.object({ file: z.string(), name: z.string(), kind: z.enum(VERSION_KINDS), locked: z.boolean() }))
          .max(MOST_VERSIONS),
      }),
    )
    .max(MOST_VERSIONS),
});
export type Layout = z.output<typeof layout>;

/** Parses a layout; null when the text holds none. */
export function parseLayout(text: string | null): Layout | null {
  try {
    return text === null ? null : layout.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The name of a version's file in its project file: a number, so that no name can be a path. */
export const fileOfVersion = (number: number): string => `versions/${String(number).padStart(4, '0')}.gantry`;

/** Refuses to write more versions or schedules into a project file than its import reads. */
export function refuseTooMany(count: number): void {
  if (count > MOST_VERSIONS) fail('export.too_many_versions', { count, most: MOST_VERSIONS });
}
