import { serveThread } from '../../../platform/workers.thread.ts';
import { type ExportInput, type ExportOutcome, writeVersions } from './export.writing.service.ts';

serveThread<ExportInput, ExportOutcome>(writeVersions);
