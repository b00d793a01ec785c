import { api } from '@gantry/contract';
import { gge, sand, uploadEstimate } from '../estimates.ts';
import type { Person } from '../world.ts';

/** Money of an estimate, of an act and of a contract, which only who may see estimates or costs may know. */
export const ESTIMATED = {
  row: 731927.65,
  rest: 48213.47,
  total: 780141.12,
  /** What the second row was in the first edition. */
  former: 59316.28,
  act: 365963.83,
  contract: 691827.35,
  line: 649070.88,
};
/** An estimate of the project, an act of its works, a contract over it, a set of rules and a rule of it. */
export type Costing = { estimate: number; act: number; pdc: number; set: number; rule: number };
type Places = { anna: Person; project: number; schedule: number; version: number; rows: readonly number[] };

/** An estimate, half of a row of it executed and billed, and a contract: no cost of the version changes by them. */
export async function makeCosting({ anna, project, schedule, version, rows }: Places): Promise<Costing> {
  const costing: Costing = { estimate: 0, act: 0, pdc: 0, set: 0, rule: 0 };
  // An offer is no money of the project: it is a file of its own.
  const [estimate, offer] = ['77-01', '77-02'].map((number) => gge({ number, amounts: ['731927.65', '48213.47'], made: sand }));
  const first = gge({ number: '77-01', amounts: ['731927.65', '59316.28'], made: sand });
  costing.estimate = (await uploadEstimate(anna, first, { project_id: project })).estimate_id;
  await uploadEstimate(anna, estimate, { project_id: project });
  await anna.ok(api.estimates.update, { params: { id: costing.estimate }, body: { proposal: 'accept' } });
  const links = [{ row_id: 2, item_id: rows[1] }];
  await anna.ok(api.costLinks.link, { params: { id: costing.estimate }, body: { version_id: version, links } });
  const started = { progress: 0.5, actual_start: '2026-03-02T09:00', status: 'in_progress' as const };
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows[1] }, body: started });
  const begun = { schedule_id: schedule, version_id: version, to: '2026-03-31' };
  costing.act = (await anna.ok(api.acts.create, { body: begun })).id;
  await anna.ok(api.acts.update, { params: { id: costing.act }, body: { state: 'issued' } });
  const contract = {
    name: 'Contract',
    project_id: project,
    estimate_id: costing.estimate,
    amount: '691827.35',
    payment: { advance: '10', retention: '5', lag_days: 30 },
    offers: [(await uploadEstimate(anna, offer, { project_id: project })).estimate_id],
  };
  costing.pdc = (await anna.ok(api.pdc.create, { body: contract })).id;
  costing.set = (await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Rules' } })).id;
  const rule = {
    when: { code: 'A-2' },
    to: { kind: 'path' as const, attribute: '', value: 'Cure' },
    take: { parts: ['machines' as const] },
  };
  costing.rule = (await anna.ok(api.complianceRules.create, { body: { set_id: costing.set, ...rule } })).id;
  return costing;
}
