import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../../platform/postgres/database.ts';
import type { Onlooker } from '../../edits/edits.service.ts';
import { openVersion } from '../../edits/edits.service.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { keepingRows } from '../wbs.shown.service.ts';
import { answerRows, type RowsAnswer, type RowsQuestion } from './wbs.read.service.ts';

/** A question about a version and who asks it; the thread answers what they see. */
export type RowsThreadInput = { key: VersionKey; who: Onlooker; question: RowsQuestion };

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry rows' }, () => undefined);

const open = keepingRows();

serveThread<RowsThreadInput, RowsAnswer | null>(({ key, who, question }) =>
  database.read({ spaceId: key.spaceId, userId: null }, async (db) => {
    const reader = await openVersion(db, key, who);
    return reader && answerRows(reader, question, open);
  }),
);
