import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  catchUp,
  fillVersion,
  hashOfCopy,
  hashOfDatabase,
  keepUp,
  letAct,
  type Member,
  openMember,
  percentile,
} from '../../../testing/crowd.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** `CROWD_EDITS=20000 npm test -- convergence` is the whole of it: fifty pages, ten thousand rows. */
const EDITS = Number(process.env['CROWD_EDITS'] ?? 300);
const WHOLE = EDITS >= 5000;
const ITEMS = WHOLE ? 10_000 : 1000;
const PAGES = WHOLE ? 50 : 12;
const PATIENCE_MS = 120_000;

let world: World;
let anna: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
  await fillVersion(world, anna.spaceId, version, ITEMS);
});
afterAll(() => world.close());

test(
  'a crowd edits, takes back and restores at the same time: every page and the database end with the same rows, and no acknowledged edit is missing',
  async () => {
    const people = [anna];
    for (let index = 1; index < PAGES; index += 1) {
      const person = await world.person(`planner${index}`);
      await world.join(person, anna, 'planner');
      people.push(person);
    }
    const members: Member[] = [];
    for (const person of people) members.push(await openMember(person, version));
    const [{ revision: from }] = await world.sql('select revision from version where id = $1', [version]);

    const began = performance.now();
    const outcome = await letAct(members, version, EDITS, 7);
    const seconds = (performance.now() - began) / 1000;

    const [{ revision }] = await world.sql('select revision from version where id = $1', [version]);
    const ended = Date.now();
    const late = ended + PATIENCE_MS;
    for (const member of members) await keepUp(member, version);
    const behind = revision - Math.min(...members.map(({ copy }) => copy.revision));
    for (const member of members) {
      await keepUp(member, version);
      while (member.copy.revision < revision && Date.now() < late) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await keepUp(member, version);
      }
    }
    const caughtUp = (Date.now() - ended) / 1000;
    const wanted = await hashOfDatabase(world, version);
    expect(members.map(({ copy }) => copy.revision)).toEqual(members.map(() => revision));
    expect(new Set(members.map(({ copy }) => hashOfCopy(copy)))).toEqual(new Set([wanted]));

    const kept = await world.sql('select revision, author_id from version_edit where version_id = $1 and revision > $2 order by revision', [
      version,
      from,
    ]);
    expect(kept.map((edit) => edit['revision'])).toEqual(Array.from({ length: revision - from }, (_, index) => from + 1 + index));
    expect(new Map(kept.map((edit) => [edit['revision'], Number(edit['author_id'])]))).toEqual(
      new Map([...outcome.acknowledged].sort(([a], [b]) => a - b)),
    );
    const defects = [...outcome.refused].filter(([code]) => /^\d+$|server\./.test(code));
    expect(defects).toEqual([]);
    expect(outcome.done.get('undo')).toBeGreaterThan(0);
    expect(outcome.done.get('redo')).toBeGreaterThan(0);

    // A page that was away the whole time asks for what it missed, or loads again.
    const away = await openMember(anna, version);
    await catchUp(away, version);
    expect(hashOfCopy(away.copy)).toBe(wanted);

    const refused = [...outcome.refused.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${PAGES} pages, ${ITEMS} rows, ${EDITS} acts in ${seconds.toFixed(1)} s: ${outcome.acknowledged.size} edits kept, ${refused} refused; ` +
        `p50 ${percentile(outcome.milliseconds, 0.5).toFixed(0)} ms, p95 ${percentile(outcome.milliseconds, 0.95).toFixed(0)} ms, ` +
        `p99 ${percentile(outcome.milliseconds, 0.99).toFixed(0)} ms; ${members.reduce((sum, { reloads }) => sum + reloads, 0)} loads anew; ` +
        `at the end the last page was ${behind} edits behind, ${caughtUp.toFixed(1)} s later none was\n`,
    );
    await Promise.all([...members, away].map(({ push }) => push.close()));
  },
  WHOLE ? 3_600_000 : 240_000,
);
