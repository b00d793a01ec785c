import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { writeFile, type WriteInput } from './directory-files.export.service.ts';
import { readFile, type ReadInput, type ReadOutcome } from './directory-files.reading.service.ts';

export type FilesRequest = { do: 'read'; input: ReadInput } | { do: 'write'; input: WriteInput };
export type FilesAnswer = ReadOutcome | Uint8Array;

serveThread<FilesRequest, FilesAnswer>((request, progress) =>
  request.do === 'read' ? readFile(request.input, progress) : writeFile(request.input),
);
