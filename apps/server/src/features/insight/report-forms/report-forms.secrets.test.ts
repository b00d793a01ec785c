import { api, type Job } from '@gantry/contract';
import { readSheets } from '@gantry/interchange';
import { expect, test } from 'vitest';
import { workbookOf } from '../../../../../../packages/interchange/src/testing/small-template.ts';
import { formOf } from '../../../testing/directory-keeper.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { anna, COSTS, other, TEXT, rows, vera, version, withSecrets } from '../../../testing/samples/secret-values.ts';
import type { Person } from '../../../testing/world.ts';

withSecrets();

const textOf = async (person: Person, job: Job): Promise<string> => {
  expect([job.status, job.error]).toEqual(['done', null]);
  const { sheets } = await readSheets(await fileOfJob(person, job));
  return sheets.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(String))).join('\n');
};

test('no report holds an attribute that is hidden from who makes it, nor what things cost', { timeout: 120_000 }, async () => {
  const template = await workbookOf({
    Form: {
      A1: '{{#each rows}}{{name}}',
      B1: '{{attr("secret_text")}}',
      C1: '{{cost.plan.total}} {{cost.fact.total}} {{cost.remaining.total}} {{cost.approved.total}}',
      D1: '{{attr("Cost")}}',
      E1: '{{/each}}',
      A2: '{{#each curve}}{{plan}} {{fact}}{{/each}}{{#each cost_curve}}{{plan}} {{fact}}{{/each}}',
      A3: '{{#each narrative}}{{section}} {{text}} {{count}} {{amount}} {{note}}\n{{/each}}',
      A4: '{{#each changes}}{{code}} {{name}} {{change}} {{kinds}} {{days}}\n{{/each}}',
    },
  });
  const added = await anna.call(api.reportForms.add, { query: { name: 'Secrets' } }, { raw: formOf(template, {}, 'secrets.xlsx') });
  expect(added.status).toBe(200);
  const id = added.body.id;
  const readBy = async (person: Person): Promise<string> => {
    const calls = [
      await person.ok(api.reportForms.runVersion, { params: { id: version, x: id }, body: {} }),
      await person.ok(api.reportForms.runVersion, { params: { id: other, x: id }, body: {} }),
      ...(await Promise.all(
        (['variance', 's_curve', 'method_statement'] as const).map((x) =>
          person.ok(api.reportForms.master, { params: { id: version, x }, body: { format: 'xlsx' } }),
        ),
      )),
    ];
    const texts: string[] = [];
    for (const { job_id } of calls) texts.push(await textOf(person, await ended(person, job_id)));
    return texts.join('\n');
  };
  const approved = { measure: 'cost' as const, mode: 'approved_plan' as const, values: [{ day: '2026-03-02', value: COSTS.day }] };
  await anna.ok(api.dayValues.write, { params: { id: version, wbsId: rows[1] }, body: approved });
  const [whole, seen] = [await readBy(anna), await readBy(vera)];
  for (const one of [TEXT, '918273.46', '564738.22', '374651.28', '1292924.74'])
    expect(whole.replaceAll('\u00a0', '').replaceAll(',', '.'), one).toContain(one);
  // A hidden attribute that differs from the base version is a change for who sees it alone.
  expect(whole).toContain('Attribute values');
  expect(seen).not.toMatch(/Attribute values|Costs|, RUB/);
  for (const one of [
    TEXT,
    'CANARY',
    '987',
    '918273',
    '564738',
    '374651',
    '1292924',
    '1\u00a0292\u00a0924',
    '246913578',
    '246\u00a0913\u00a0578',
    '987\u00a0654',
  ])
    expect(seen, one).not.toContain(one);
});
