/** How long the works of the day take to stand on a phone that has no connection and whose browser was closed. The floor is an empty page. */

import { api } from '@gantry/contract';
import type { Browser } from 'playwright-core';
import { newPerson } from '../../e2e/browser.ts';
import { type Caller, makeVersion } from '../../e2e/caller.ts';
import { signInOnPage } from '../../e2e/visit.ts';
import { openClocked } from '../frames.ts';
import { type GatedFigure, share } from '../gates.ts';

const WORKS = 40;
const STARTS = 7;
/** Old phones have a quarter of the speed of this machine: they get twice the time. */
const SLOWER = 4;

export async function measureField(url: string, person: Caller): Promise<GatedFigure[]> {
  const { member, spaceId, versionId, itemIds } = await makeVersion(person, WORKS);
  const { id: me } = await person.call(api.users.whoAmI);
  const today = new Date().toISOString().slice(0, 10);
  await member.call(api.wbs.updateMany, { params: { id: versionId }, body: { items: itemIds.map((id) => ({ id, executor_id: me })) } });
  const cells = itemIds.map((item_id) => ({
    item_id,
    resource_id: null,
    measure: 'volume' as const,
    mode: 'plan' as const,
    first_day: today,
    values: [40],
  }));
  await member.call(api.dayValues.setDays, { params: { id: versionId }, body: { cells, skip_refused: false } });
  const browser = await openClocked();
  try {
    return await measureStarts(browser, url, spaceId);
  } finally {
    await browser.close();
  }
}

async function measureStarts(browser: Browser, url: string, spaceId: number): Promise<GatedFigure[]> {
  const { page, context } = await newPerson(browser, url, { width: 390, height: 844, touch: true });
  await signInOnPage(page);
  await page.goto(`/${spaceId}/field`);
  await page
    .getByRole('article')
    .nth(WORKS - 1)
    .waitFor({ state: 'attached' });
  await page.waitForFunction(async () => (await (await caches.open('gantry-field')).keys()).length > 2);
  await page.close();
  await context.setOffline(true);
  const start = async (address: string, isThere: string, slower: number): Promise<number> => {
    const phone = await context.newPage();
    await (await context.newCDPSession(phone)).send('Emulation.setCPUThrottlingRate', { rate: slower });
    const begun = performance.now();
    await phone.goto(address);
    await phone.locator(isThere).first().waitFor();
    const taken = performance.now() - begun;
    await phone.close();
    return taken;
  };
  const startsAt = async (slower: number, gate: number): Promise<GatedFigure> => {
    const taken = { works: [] as number[], empty: [] as number[] };
    for (let at = 0; at < STARTS; at += 1) {
      taken.empty.push(await start('data:text/html,<p>.</p>', 'p', slower));
      taken.works.push(await start(`${url}/${spaceId}/field`, 'article', slower));
    }
    const [figure, floor] = [share(taken.works, 0.5), share(taken.empty, 0.5)];
    const speed = slower === 1 ? '' : `, ${slower} times slower`;
    return { name: `${WORKS} works of the day stand on a phone without a connection${speed}`, figure, unit: 'ms', gate, floor };
  };
  return [await startsAt(1, 1500), await startsAt(SLOWER, SLOWER * 750)];
}
