import { api } from '@gantry/contract';
import pg from 'pg';
import type { Caller } from '../../e2e/caller.ts';
import { least, ms, opening, ratio, ROWS, wrong } from './measure.ts';
import { kopecks } from './sample.ts';

const RULES = 500;
/** Rows end in a number of three digits; each rule has those of two. */
const PER_RULE = 1000 / RULES;
const lastDigits = (at: number): string => String(at).padStart(3, '0');

type Known = { project: number; estimate: number; rows: readonly number[]; version: number; reading: number; url: string };

/** Rules and costs of a version with twice as many works as the estimate has rows. `rows`: those with money; `reading`: how long all take. */
export async function costsOfWorks(member: Caller, { project, estimate, rows, version, reading, url }: Known): Promise<void> {
  const params = { id: version };
  const inputs = reading + (await opening(member, version));
  const { id: set_id } = await member.call(api.complianceRules.createSet, { body: { eps_id: project, name: 'Bench' } });
  for (let at = 0; at < RULES; at += 1) {
    const code = Array.from({ length: PER_RULE }, (_none, of) => `*-${lastDigits(at * PER_RULE + of)}`).join('|');
    const rule = { when: { code, name: '* structure * of axis *' }, to: { kind: 'work' as const, attribute: '', value: 'A{3}' } };
    await member.call(api.complianceRules.create, { body: { set_id, ...rule } });
  }
  const apply = (dry_run: boolean) => member.call(api.complianceRules.apply, { params: { versionId: version }, body: { dry_run } });
  // As everywhere the shorter of two: the first also loads what tries rules.
  ratio(`try ${RULES} rules over HTTP, against reading rows and works`, await least(() => apply(true)), inputs, 2.5);
  const { coverage, linked } = await apply(false);
  wrong('rows that the rules should have linked', ROWS - linked);
  const units = (amount: string): bigint => BigInt(amount.replace('.', ''));
  const parts = Object.values(coverage.parts).reduce((all, { amount }) => all + units(amount), 0n);
  wrong('kopecks that coverage loses', Number(parts - units(coverage.total.amount)));

  const works = await worksOf(url, version);
  const others = works.slice(ROWS);
  const links = rows.map((row_id, at) => ({ row_id, item_id: others[at] }));
  await member.call(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
  const update = (dry_run: boolean) => member.call(api.versions.updateCosts, { params, body: { dry_run } });
  ratio(`preview costs of ${2 * ROWS} works over HTTP, against reading rows and works`, await least(() => update(true)), inputs, 2.5);
  const body = { items: works.map((id, at) => ({ id, name: `Renamed ${at}` })) };
  const renaming = await ms(() => member.call(api.wbs.updateMany, { params, body }));
  let done: Awaited<ReturnType<typeof update>> | null = null;
  const applying = await ms(async () => (done = await update(false)));
  ratio(`take costs of ${2 * ROWS} works over, against an edit of one field of as many`, applying, renaming, 1.5);
  const sum = Array.from({ length: ROWS }, (_none, at) => kopecks(at)).reduce((all, one) => all + one, 0n);
  wrong('kopecks that works lose', Number(units((done as Awaited<ReturnType<typeof update>> | null)?.estimates?.linked ?? '0') - sum));
}

/** The works of a version, the oldest first. */
async function worksOf(url: string, version: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const text = "select id::int as id from wbs_item where version_id = $1 and code ~ '^A[0-9]+$' order by id";
    return (await client.query<{ id: number }>(text, [version])).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
