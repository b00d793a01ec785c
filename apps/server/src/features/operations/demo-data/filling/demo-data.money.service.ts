import { type EstimateRow, writeEstimate } from '@gantry/interchange';
import { Readable } from 'node:stream';
import type { Context } from '../../../../platform/context.ts';
import { readAsJob } from '../../../costing/estimates/estimates.upload.service.ts';
import { readEstimateHead, readRows } from '../../../costing/estimates/estimates.service.ts';
import { linkRows } from '../../../costing/cost-links/cost-links.service.ts';
import { amountOf } from './demo-data.plan.rules.ts';
import { codeAt, costsOf, type DemoPlan } from './demo-data.plan.service.ts';
import type { DemoTexts } from '../texts/demo-data.words.rules.ts';

const DIGITS = 2;
/** What the client pays beyond the costs of the plan. */
const MARGIN = 1.09;

/** Uploads a bill of quantities of the works of the sample; the job that reads it is the one of every upload. */
export async function uploadBill(context: Context, plan: DemoPlan, projectId: number, texts: DemoTexts): Promise<number> {
  const { rows: works } = plan;
  const costs = await costsOf(context, plan);
  const rows: EstimateRow[] = [];
  const blank = { volumeCode: '', guids: [], base: null, parts: null, baseParts: null, details: null };
  let section = '';
  let parent: number | null = null;
  for (const [at, { key, name, level }] of works.entries()) {
    if (level === 1) section = name;
    const amount = amountOf(key);
    if (!amount) continue;
    if (rows.findLast(({ kind }) => kind === 'section')?.name !== section) {
      const number = String(rows.filter(({ kind }) => kind === 'section').length + 1);
      parent =
        rows.push({ ...blank, parent: null, kind: 'section', number, code: '', name: section, unit: '', quantity: '', current: null }) - 1;
    }
    const cost = costs.get(key) || amount.price * texts.rate * amount.volume;
    const price = BigInt(Math.round(((cost * MARGIN) / amount.volume) * 10 ** DIGITS));
    rows.push({
      ...blank,
      parent,
      kind: 'work',
      number: String(rows.length),
      code: codeAt(at),
      name,
      unit: texts.units[amount.unit] ?? amount.unit,
      quantity: String(amount.volume),
      current: price * BigInt(amount.volume),
    });
  }
  const bill = { number: 'A-1', name: texts.estimate, currency: texts.currency, digits: DIGITS, rows };
  const file = await context.files.save(Readable.from([Buffer.from(await writeEstimate(bill, 'bc3'))]));
  try {
    const { estimate_id } = await readAsJob(context, { ...file, name: `${texts.estimate}.bc3` }, { project_id: projectId, mode: 'new' });
    return estimate_id;
  } catch (error) {
    await context.files.remove(file.key);
    throw error;
  }
}

const MOST_ROWS = 500;

/** Links the rows of the bill with the works of their codes, for acts and what is left; null while the bill is still being read. */
export async function linkBill(
  context: Context,
  estimateId: number,
  { versionId, works }: { versionId: number; works: ReadonlyMap<string, number> },
): Promise<number | null> {
  const { status } = await readEstimateHead(context, estimateId);
  if (status === 'processing') return null;
  const { rows } = await readRows(context, estimateId, { offset: 0, limit: MOST_ROWS });
  const links = rows.flatMap(({ id, code, kind }) => {
    const item = kind === 'section' ? undefined : works.get(code);
    return item === undefined ? [] : [{ row_id: id, item_id: item, share: null, by: null, parts: null, unit_factor: null, locked: false }];
  });
  if (!links.length) return 0;
  await linkRows(context, estimateId, { version_id: versionId, links, unlink: [], dry_run: false });
  return links.length;
}
