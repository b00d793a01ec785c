import { serveThread } from '../../../platform/workers.thread.ts';
import { type ImportInput, type ImportOutcome, readContent } from './import.reading.service.ts';

serveThread<ImportInput, ImportOutcome>(readContent);
