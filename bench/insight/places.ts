/**
 * The dashboard of a space of 20,000 versions with 5 million works, from a server that has counted them, against reading what the answer is made
 * of by the plain driver: facts, revisions of versions, and the places that they stand at. Before each question one of the versions is counted
 * anew, as after an edit. `--quick` takes a tenth.
 */
import { api } from '@gantry/contract';
import { FACTS_VERSION, factsOf } from '../../apps/server/src/features/insight/analytics/facts/analytics.facts.rules.ts';
import { LINE_KEYS } from '../../apps/server/src/features/insight/analytics/facts/analytics.lines.rules.ts';
import { packLines } from '../../apps/server/src/features/insight/analytics/facts/analytics.pack.rules.ts';
import { makeVersion } from '../../e2e/caller.ts';
import { holdToGates, share } from '../gates.ts';
import { openStage } from '../teamwork/stage.ts';
import { start, tablesOfWorks } from './works.ts';

const VERSIONS = process.argv.includes('--quick') ? 2000 : 20_000;
const [WORKS, EXECUTORS, TURNS] = [250, 12, 8];
const IN_A_PROJECT = 100;
/** Versions that differ; the others are like them. */
const VARIANTS = 250;
/** Above what the calls that make the first version have used. */
const FROM = 1_000_000;

const stage = await openStage();
const [asked, read]: number[][] = [[], []];
let unlike = 0;
try {
  const { client } = stage;
  // Its one work is there beside the others.
  const { member, spaceId, versionId } = await makeVersion(stage.person, 1);
  const cost = await fill(spaceId, versionId);
  const question = { params: { id: spaceId }, query: { period: 'month' as const } };
  const columns = 'version_id, revision, conventions, computed_at, head, noted, groups, month';
  for (let turn = 0; turn < TURNS; turn += 1) {
    await client.query(`update version_fact set computed_at = now() where space_id = $1 and version_id = $2`, [spaceId, FROM + 1 + turn]);
    const begun = performance.now();
    const answer = await member.call(api.analytics.dashboardOfSpace, question);
    asked.push(performance.now() - begun);
    const planned = answer.cost.lines.find(({ key }) => key === 'plan')?.total ?? 0;
    if (answer.stats.works !== VERSIONS * WORKS + 1 || Math.round(planned * 100) !== cost || answer.state.outdated.length) unlike += 1;
    const reading = performance.now();
    await client.query(`select ${columns} from version_fact where space_id = $1 and dimension = ''`, [spaceId]);
    await client.query('select id, schedule_id, revision, kind from version where space_id = $1', [spaceId]);
    await client.query('select id, parent_id, name, counts_above from eps_node where space_id = $1', [spaceId]);
    read.push(performance.now() - reading);
  }
} finally {
  await stage.close();
}
// The first answer compiles what the others use, and the server and the database read what they then keep.
const [answers, reads] = [asked.slice(1), read.slice(1)];
const name = `the dashboard of a space of ${VERSIONS} versions with ${(VERSIONS * WORKS).toLocaleString('en')} works`;
holdToGates([
  {
    name: `${name}, against reading what it is made of (${Math.min(...answers).toFixed(0)} ms)`,
    figure: Math.min(...answers) / Math.min(...reads),
    unit: '×',
    gate: 2,
  },
  { name: 'the first one of a server, which has read nothing yet', figure: asked[0], unit: 'ms', gate: 2000 },
  { name: `${name}, p95`, figure: share(answers, 0.95), unit: 'ms', gate: 2000, floor: Math.min(...reads) },
  { name: 'answers that are not the sum of the versions', figure: unlike, unit: '', gate: 0 },
]);

/** Puts the versions and what was counted of them beside the version of a call, past triggers; returns their planned costs in cents. */
async function fill(spaceId: number, versionId: number): Promise<number> {
  const { client } = stage;
  await client.query('set session_replication_role = replica');
  const { rows: above } = await client.query(
    `select s.id as schedule, p.id as project from version v join eps_node s on s.id = v.schedule_id join eps_node p on p.id = s.parent_id where v.id = $1`,
    [versionId],
  );
  const [{ schedule, project }] = above;
  const like = async (table: string, id: number, count: number, given: string): Promise<void> => {
    const { rows } = await client.query(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const [{ columns }] = rows;
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from (
         select (jsonb_populate_record(t, jsonb_build_object(${given}))).* from ${table} t, generate_series(1, ${count}) i where t.id = ${id}) made`,
    );
  };
  const projects = 2 * FROM;
  await like('eps_node', project, VERSIONS / IN_A_PROJECT, `'id', ${projects} + i, 'name', 'Project ' || i`);
  await like(
    'eps_node',
    schedule,
    VERSIONS,
    `'id', ${FROM} + i, 'name', 'Schedule ' || i, 'parent_id', ${projects} + 1 + (i - 1) / ${IN_A_PROJECT}`,
  );
  await like('version', versionId, VERSIONS, `'id', ${FROM} + i, 'schedule_id', ${FROM} + i`);
  let cost = 0;
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const { head, noted, week, month } = factsOf(tablesOfWorks(WORKS, variant, EXECUTORS), start + variant);
    cost += ((month['cost_plan']?.units ?? []).reduce((sum, units) => sum + units, 0) * VERSIONS) / VARIANTS;
    await client.query(
      `insert into version_fact (space_id, version_id, dimension, revision, counting, conventions, head, noted, groups, week, month)
       select v.space_id, v.id, '', v.revision, $3, '', $4::jsonb, $5::jsonb, '[]', $6, $7 from version v
       where v.space_id = $1 and v.id > $2::bigint and v.id % ${VARIANTS} = $8`,
      [
        spaceId,
        FROM,
        FACTS_VERSION,
        JSON.stringify(head),
        JSON.stringify(noted),
        packLines(LINE_KEYS, week),
        packLines(LINE_KEYS, month),
        variant,
      ],
    );
  }
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze eps_node, version, version_fact');
  return cost;
}
