/** What a team has said and done in the pictures: cards with labels, a conversation with a photo, files in the gallery. */

import { api } from '@gantry/contract';
import type { Browser } from 'playwright-core';
import type { Caller } from '../caller.ts';

const CARDS = [
  ['To do', 'Order rebar for axis B, 12 tonnes', 2, '2026-11-20'],
  ['To do', 'Agree the way of the crane with the neighbours', 0, null],
  ['To do', 'Check anchors of the formwork of section 2 before the pour, with photos of each of them', 0, '2027-01-15'],
  ['In progress', 'Waterproofing of the shaft', 3, '2026-12-04'],
  ['In progress', 'Drawings of the stairs, revision C', 1, '2026-12-20'],
  ['Done', 'Fence along the street', 0, null],
] as const;

const TEXTS = [
  'The walls of section 1 are poured, formwork comes off on Thursday.',
  'Concrete of the second truck was late by 40 minutes: 14:10 instead of 13:30. **Note it** in the journal.',
  'Photo of the joint at axis B.',
  'Thanks. I move the start of the waterproofing to Friday.',
];

/** Fills the board, the chat of the schedule and its gallery. */
export async function fillTeam(
  member: Caller,
  { schedule, board, browser }: { schedule: number; board: number; browser: Browser },
): Promise<void> {
  const pictures = await draw(browser, 5);
  const { columns } = await member.call(api.kanban.get, { params: { id: board } });
  for (const [column, title, priority, due] of CARDS) {
    const column_id = columns.find(({ name }) => name === column)?.id ?? 0;
    await member.call(api.kanban.createItems, { body: { column_id, title, priority, due } });
  }
  for (const text of TEXTS) {
    const form = new FormData();
    form.set('eps_id', String(schedule));
    form.set('text', text);
    form.set('client_key', crypto.randomUUID());
    if (text.startsWith('Photo')) form.append('file', pictures[1]);
    await post(member, api.chat.create.path, form);
  }
  const form = new FormData();
  form.set('client_key', crypto.randomUUID());
  for (const picture of pictures) form.append('file', picture);
  form.append('file', new Blob(['Week;Volume\n1;120\n2;96\n'], { type: 'text/csv' }), 'volumes.csv');
  await post(member, api.storage.upload.path.replace('{id}', String(schedule)), form);
}

async function post(member: Caller, path: string, body: FormData): Promise<void> {
  const answer = await member.ask(path, { method: 'POST', body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Drawn walls under a sky. */
async function draw(browser: Browser, count: number): Promise<File[]> {
  const page = await browser.newPage();
  const drawn = await page.evaluate((most) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    return Array.from({ length: most }, (_none, seed) => {
      context.fillStyle = `hsl(${200 + seed * 8}, 40%, ${80 - seed * 6}%)`;
      context.fillRect(0, 0, 800, 600);
      for (let row = 0; row < 12; row += 1)
        for (let brick = -1; brick < 9; brick += 1) {
          context.fillStyle = `hsl(${14 + ((row * 7 + brick * 5 + seed) % 6)}, 45%, ${42 + ((row + brick) % 3) * 4}%)`;
          context.fillRect(brick * 100 + (row % 2) * 50 + 2, 240 + row * 30 + 2, 96, 26);
        }
      return canvas.toDataURL('image/jpeg');
    });
  }, count);
  await page.close();
  return drawn.map((address, index) => {
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    return new File([bytes], `site-${index + 1}.jpg`, { type: 'image/jpeg' });
  });
}
