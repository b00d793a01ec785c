import { api } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { makeVersion, signIn } from '../../e2e/caller.ts';
import { startServer } from '../server-process.ts';
import { least, ratio, ROWS, wrong } from './measure.ts';
import { kopecks } from './sample.ts';
import { atFullSize } from './full-size.ts';

const WORKS = 61;

/** Rules, the update of costs and opening, as a person has them. */
export async function throughHttp(file: Buffer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-costing-'));
  const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
  const { host, user, database } = cluster.administration;
  let server: ChildProcess | null = null;
  try {
    const started = await startServer(folder, `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`);
    server = started.child;
    const { member, versionId: version } = await makeVersion(await signIn(started.url), WORKS);
    const { nodes } = await member.call(api.eps.tree);
    const project = nodes.find(({ kind }) => kind === 'project')?.id ?? 0;
    const form = new FormData();
    form.append('project_id', String(project));
    form.append('file', new Blob([new Uint8Array(file)]), 'a.gge');
    const { estimate_id, job_id } = (await (await member.ask('/api/v1/cost-estimates/upload', { method: 'POST', body: form })).json()) as {
      estimate_id: number;
      job_id: number;
    };
    for (let job = await member.call(api.jobs.get, { params: { id: job_id } }); job.finished_at === null;) {
      await new Promise((next) => setTimeout(next, 200));
      job = await member.call(api.jobs.get, { params: { id: job_id } });
    }
    const { id: set_id } = await member.call(api.complianceRules.createSet, { body: { eps_id: project, name: 'Bench' } });
    const rule = { when: { name: '* of axis *' }, to: { kind: 'path' as const, attribute: '', value: 'Row {2}' } };
    await member.call(api.complianceRules.create, { body: { set_id, ...rule } });
    const reading = await least(async () => {
      for (let offset: number | null = 0; offset !== null;)
        ({ next: offset } = await member.call(api.estimates.rows, { params: { id: estimate_id }, query: { offset } }));
    });
    const apply = (dry_run: boolean) => member.call(api.complianceRules.apply, { params: { versionId: version }, body: { dry_run } });
    // As everywhere the shorter of two: the first also loads what tries rules.
    ratio('try rules over HTTP, against reading the rows', await least(() => apply(true)), reading, 2.5);
    const { coverage, linked } = await apply(false);
    wrong('rows that the rule should have linked', ROWS - linked);
    const parts = Object.values(coverage.parts).reduce((all, { amount: part }) => all + BigInt(part.replace('.', '')), 0n);
    wrong('kopecks that coverage loses', Number(parts - BigInt(coverage.total.amount.replace('.', ''))));
    const update = (dry_run: boolean) => member.call(api.versions.updateCosts, { params: { id: version }, body: { dry_run } });
    ratio('preview costs over HTTP, against reading the rows', await least(() => update(true)), reading, 2.5);
    const done = await update(false);
    const sum = Array.from({ length: ROWS }, (_none, at) => kopecks(at)).reduce((all, one) => all + one, 0n);
    wrong('kopecks that works lose', Number(BigInt(done.estimates?.linked.replace('.', '') ?? '0') - sum));
    await atFullSize(member, { project, estimate: estimate_id, reading });
  } finally {
    server?.kill();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
