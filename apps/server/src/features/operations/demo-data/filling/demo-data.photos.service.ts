import { Readable } from 'node:stream';
import type { Context } from '../../../../platform/context.ts';
import { keepAt, storeStream } from '../../../teamwork/storage/storage.upload.service.ts';
import { drawSite, STAGES } from './demo-data.drawing.service.ts';
import type { DemoPlan } from './demo-data.plan.service.ts';
import type { Team } from './demo-data.team.service.ts';
import type { DemoTexts, Somebody } from '../texts/demo-data.words.rules.ts';

/** The work of each picture, who took it, and so many weeks ago. */
const TAKEN: readonly (readonly [row: string | null, by: Somebody, weeks: number])[] = [
  ['s2', 0, 28],
  ['s4', 1, 23],
  ['f3', 1, 13],
  ['f5', 1, 8],
  ['f7', 1, 5],
  ['e3', 2, 4],
  ['e5', 2, 1],
  [null, 0, 0],
];
const WEEK_MS = 7 * 86_400_000;

/** Draws how the site looked at its stages and puts the pictures at their works, the last one at the schedule. */
export async function fillPhotos(context: Context, { plan, texts, team }: { plan: DemoPlan; texts: DemoTexts; team: Team }): Promise<void> {
  for (const [at, [row, by, weeks]] of TAKEN.entries()) {
    const content = Readable.from([await drawSite(STAGES[at], at)]);
    const author: Context = { ...team.as(by), now: () => new Date(context.now().getTime() - weeks * WEEK_MS) };
    const place = { nodeId: plan.scheduleId, rowId: row === null ? null : plan.idOf(row), clientKey: null };
    await storeStream(author, { name: `${texts.photos[at]}.jpg`, content }, (tx, blob, name) => keepAt(author, tx, place, blob, name));
  }
}
