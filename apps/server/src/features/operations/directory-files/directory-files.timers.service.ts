import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { forgetUploads } from './directory-files.service.ts';

const LOOK_EVERY_MS = 3_600_000;

/** Deletes proposals for directories that nobody has answered for long, every hour; the returned function stops it. */
export const startUploadTimers = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'directory_files.proposals', LOOK_EVERY_MS, () => forgetUploads(services));
