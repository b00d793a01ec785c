/**
 * What people do together, through HTTP, against the gates of its design: `npm run bench:teamwork`, with `--quick` for short times and
 * small numbers, with names of parts to run these alone, with a number for the cards of a board.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GatedFigure, holdToGates } from '../gates.ts';
import { measureArchive } from './archive.ts';
import { measureBoard } from './board.ts';
import { measureCards } from './cards.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { measureNotices } from './notices.ts';
import { measurePhotos } from './photos.ts';

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const cards = Number(words.find((word) => /^\d+$/.test(word)) ?? (quick ? 1000 : 10_000));

const PARTS: Record<string, () => Promise<GatedFigure[]>> = {
  live: () => measureLive(quick),
  lists: () => measureLists(quick),
  cards: () => measureCards(cards),
  board: () => measureBoard(cards),
  photos: () => measurePhotos(quick),
  archive: () => measureArchive(quick),
  notices: () => measureNotices(quick),
};
const chosen = words.filter((word) => /^[a-z]/.test(word));
const unknown = chosen.filter((word) => !(word in PARTS));
if (unknown.length) throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);

const figures: GatedFigure[] = [];
for (const part of chosen.length ? chosen : Object.keys(PARTS)) {
  console.log(`— ${part}`);
  const ofPart = await PARTS[part]();
  // At once: the parts that follow take long, and may not come to their end.
  holdToGates(ofPart);
  figures.push(...ofPart);
}
mkdirSync(join(import.meta.dirname, '../results'), { recursive: true });
writeFileSync(join(import.meta.dirname, '../results/teamwork.json'), `${JSON.stringify({ quick, cards, figures }, null, 2)}\n`);
