import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../platform/postgres/database.ts';
import { packedPieces } from './import.packing.service.ts';
import { triedRows } from './import.trial.rules.ts';
import { type ImportAnswer, type ImportInput, type ImportRequest, type KeptProject, readContent } from './import.reading.service.ts';

/** Read projects not fetched yet; each is transferred in pieces and held once. */
const kept = new Map<number, (KeptProject & { pieces: AsyncGenerator<Uint8Array> | null })[]>();
let lastId = 0;

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry imports' }, () => undefined);
const read = (input: ImportInput, progress: (share: number) => void) =>
  readContent(input, progress, async (target) => {
    // Most files are compared with nothing, and this brings along all that reads versions.
    const { readCompared } = await import('./proposal/import.target.service.ts');
    return readCompared(database, target);
  });

serveThread<ImportRequest, ImportAnswer>(async (request, progress) => {
  if (request.do === 'forget') {
    kept.delete(request.id);
    return null;
  }
  if (request.do === 'read') {
    const { kept: projects, ...outcome } = await read(request.input, progress);
    lastId += 1;
    if (projects.length)
      kept.set(
        lastId,
        projects.map((project) => ({ ...project, pieces: null })),
      );
    return { ...outcome, id: lastId };
  }
  if (request.do === 'try') {
    const { kept: projects, projects: described, ...outcome } = await read(request.input, progress);
    const rows = projects.length ? triedRows(projects[0].content, request.input.mapping) : null;
    const { findings, format, program } = outcome;
    return { findings, format, program, projects: described, proposal: null, rows };
  }
  const project = kept.get(request.id)?.[request.project];
  if (!project) throw new Error('the thread that read the file is gone');
  if (request.do === 'rows') {
    const rows = project.content[request.table];
    const piece = rows.slice(request.from, request.from + request.count);
    // Transferred rows are released.
    rows.fill(undefined as never, request.from, request.from + request.count);
    return piece;
  }
  project.pieces ??= packedPieces(project.path, project.member);
  const { value, done } = await project.pieces.next();
  return done ? null : value;
});
