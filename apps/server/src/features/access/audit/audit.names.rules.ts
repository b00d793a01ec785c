/** Kinds of objects in audit entries that have a name. */
export type NamedKind = 'node' | 'version' | 'person' | 'role' | 'calendar' | 'directory' | 'attribute' | 'board' | 'estimate' | 'work';

/** A part of an entry, such as `versions 6`, and what its number is the number of; a work stands within its version. */
export type NamedPart = { part: string; kind: NamedKind; id: number; versionId: number | null };

/** Nouns of addresses, and names of details. */
const KIND_OF: Record<string, NamedKind> = {
  ...Object.fromEntries(
    [
      'eps',
      'node',
      'facilities',
      'project',
      'projects',
      'schedule',
      'schedules',
      'schedule-group',
      'copy-to',
      'from',
      'to',
      'move-to',
      'run',
      'report',
    ].map((noun) => [noun, 'node' as const]),
  ),
  ...Object.fromEntries(['versions', 'version', 'health', 'wdp'].map((noun) => [noun, 'version' as const])),
  ...Object.fromEntries(['user', 'users', 'people', 'user-specialties', 'person'].map((noun) => [noun, 'person' as const])),
  roles: 'role',
  calendars: 'calendar',
  directory: 'directory',
  attributes: 'attribute',
  kanban: 'board',
  'cost-estimates': 'estimate',
  wbs: 'work',
};

/** Finds the ids in an audit entry that can be shown by name: in its object, and in its numeric details. */
export function namedParts(object: string, details: Record<string, unknown> | null): NamedPart[] {
  const texts = [
    ...object.split(', '),
    ...Object.entries(details ?? {}).map(([name, value]) => (typeof value === 'number' ? `${name} ${value}` : '')),
  ];
  let versionId: number | null = null;
  const parts: NamedPart[] = [];
  for (const part of texts) {
    const [, noun, number] = /^([a-z-]+) (\d{1,15})$/.exec(part) ?? [];
    const kind = noun === undefined ? undefined : KIND_OF[noun];
    if (kind === undefined) continue;
    const id = Number(number);
    if (kind === 'version') versionId ??= id;
    if (kind !== 'work' || versionId !== null) parts.push({ part, kind, id, versionId: kind === 'work' ? versionId : null });
  }
  return parts;
}
