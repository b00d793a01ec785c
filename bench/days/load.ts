/** How long the load of 500 resources by days of three years takes to be seen, after it was seen by months: 100,000 works, one resource each. */

import { api } from '@gantry/contract';
import type pg from 'pg';
import type { Locator } from 'playwright-core';
import { newPerson } from '../../e2e/browser.ts';
import type { makeVersion } from '../../e2e/caller.ts';
import { signInOnPage } from '../../e2e/visit.ts';
import { openClocked } from '../frames.ts';
import type { GatedFigure } from '../gates.ts';

type Made = Awaited<ReturnType<typeof makeVersion>>;

const RESOURCES = 500;
const DAYS = 3 * 365;
/** Windows that are looked at after the first. */
const MOVES = 4;

export async function measureLoad(
  client: pg.Client,
  url: string,
  { member, spaceId, versionId }: Pick<Made, 'member' | 'spaceId' | 'versionId'>,
  { works, first, lastId }: { works: number; first: number; lastId: number },
): Promise<GatedFigure[]> {
  const of = [spaceId, versionId] as const;
  await client.query(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit)
     select $1, $2, $3::int + n, 'R' || n, 'Crew ' || n, 'labour', 'h', 5, 10 from generate_series(1, $4::int) n`,
    [...of, lastId, RESOURCES],
  );
  await client.query(
    `update wbs_item set actual_start = null, status = 'not_started', progress = 0,
       start = timestamp '2025-01-06 09:00' + (id * 7919 % $3::int) * interval '1 day',
       finish = timestamp '2025-01-06 17:00' + (id * 7919 % $3::int + 28) * interval '1 day'
     where space_id = $1 and version_id = $2`,
    [...of, DAYS - 40],
  );
  await client.query(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
     select $1, $2, $3::int + 1000 + n, $4::int + n, $3::int + 1 + n % $6::int, 160, 0, 160, 0, 0, 0, 0, false from generate_series(0, $5::int - 1) n`,
    [...of, lastId, first, works, RESOURCES],
  );
  await client.query('update version set last_id = $3 where space_id = $1 and id = $2', [...of, lastId + works + 1001]);
  await client.query('vacuum analyze assignment');
  const { schedule_id: schedule } = await member.call(api.versions.get, { params: { id: versionId } });
  const browser = await openClocked();
  try {
    const { page } = await newPerson(browser, url);
    await signInOnPage(page);
    await page.goto(`/${spaceId}/resources/${schedule}`);
    const grid = page.getByRole('grid');
    await grid.getByRole('rowheader').nth(3).waitFor({ timeout: 60_000 });
    const first = () => grid.locator('[role=columnheader][aria-colindex]').first().textContent();
    /** Presses a button; returns the milliseconds until the figures of other periods stand in the cells. */
    const see = async (button: Locator): Promise<number> => {
      const before = await first();
      const begun = performance.now();
      await button.click();
      await page.waitForFunction((old) => {
        const table = document.querySelector('[role=grid]');
        const title = table?.querySelector('[role=columnheader][aria-colindex]')?.textContent;
        return title !== old && table?.getAttribute('aria-busy') === 'false' && table.querySelector('[role=gridcell][data-tone]');
      }, before);
      return performance.now() - begun;
    };
    const taken = [await see(page.getByText('Day', { exact: true }))];
    for (let at = 0; at < MOVES; at += 1) taken.push(await see(page.getByRole('button', { name: 'Later' })));
    return [
      { name: 'the load of 500 resources by days is seen, the longest', figure: Math.max(...taken), unit: 'ms', gate: 1000, floor: null },
    ];
  } finally {
    await browser.close();
  }
}
