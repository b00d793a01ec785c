/** Compares the calls that the specification names with those that the OpenAPI document publishes. */

/** One spelling of one call of the specification; a row has one or more. */
export type Call = { group: string; spellings: string[] };

/** What of a group is served. */
export type GroupCoverage = { group: string; rows: number; served: number; spellings: number; servedSpellings: number; missing: string[] };

/** The calls of the catalogue, a table with tabs whose columns are group, method, path, body, response, notes. */
export function callsOf(table: string): Call[] {
  const [, ...rows] = table.trim().split('\n');
  return rows.map((row) => {
    const [group, method, path, , , notes = ''] = row.split('\t');
    const aliases = [...notes.matchAll(/alias=([A-Z]+) ([^\s;,)]+)/g)].map(([, verb, alias]) => spelling(verb, alias));
    return { group, spellings: [spelling(method, path), ...aliases] };
  });
}

/** Every spelling that a document serves. */
export function servedBy(document: { paths: Record<string, Record<string, unknown>> }): Set<string> {
  return new Set(Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => spelling(method, path))));
}

/** Parameter names and the common prefix do not distinguish calls. */
function spelling(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/?(api\/v1\/)?/, '').replace(/\{[^}]*\}/g, '{}')}`;
}

/** Counts rows, served when all of their spellings are, and spellings. */
export function coverageOf(calls: Call[], served: ReadonlySet<string>): GroupCoverage[] {
  const groups = new Map<string, GroupCoverage>();
  for (const { group, spellings } of calls) {
    const entry = groups.get(group) ?? { group, rows: 0, served: 0, spellings: 0, servedSpellings: 0, missing: [] };
    const missing = spellings.filter((one) => !served.has(one));
    entry.rows += 1;
    entry.served += missing.length === 0 ? 1 : 0;
    entry.spellings += spellings.length;
    entry.servedSpellings += spellings.length - missing.length;
    entry.missing.push(...missing);
    groups.set(group, entry);
  }
  return [...groups.values()];
}

/** The report: a line a group, the total last. */
export function inLines(coverage: GroupCoverage[], withMissing: boolean): string[] {
  const sum = (key: 'rows' | 'served' | 'spellings' | 'servedSpellings') => coverage.reduce((all, one) => all + one[key], 0);
  const lines = coverage.flatMap(({ group, rows, served, missing }) => [
    `${String(served).padStart(4)} of ${String(rows).padStart(3)}  ${group}`,
    ...(withMissing ? missing.map((one) => `              - ${one}`) : []),
  ]);
  return [...lines, `${sum('served')} of ${sum('rows')} calls are served (${sum('servedSpellings')} of ${sum('spellings')} spellings)`];
}
