import type { WorkAct, WorkActLine } from '@gantry/contract';
import { amountText, type SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { findCountedVersion, getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode, pathIn } from '../../structure/eps/eps.service.ts';
import { pricesOfPdc } from '../pdc/pdc.service.ts';
import { type Counted, countAct, issuedByRow, keyOfLine } from './acts.counting.service.ts';
import {
  type ActLine,
  actsInRow,
  addAct,
  deleteAct,
  findAct,
  type IssuedLine,
  listActs,
  listLines,
  lockActs,
  type NamedAct,
  putLines,
  updateAct,
} from './acts.repository.ts';
import { quantityText, taxOfAct } from './acts.rules.ts';

const text = (amount: number | bigint | null, digits: number): string | null =>
  amount === null ? null : amountText(BigInt(amount), digits);

const actOut = (act: NamedAct): WorkAct => ({
  id: act.id,
  schedule_id: act.schedule_id,
  schedule_name: act.schedule_name,
  pdc_id: act.pdc_id,
  version_id: act.version_id,
  number: act.number,
  from: act.from_day,
  to: act.to_day,
  state: act.state,
  note: act.note,
  reason: act.reason,
  currency: act.currency,
  digits: act.digits,
  vat_rate: act.vat_rate,
  vat_mode: act.vat_mode,
  total: text(act.total, act.digits),
  vat: text(act.vat, act.digits),
  issued_at: act.issued_at?.toISOString() ?? null,
  issued_by: act.issued_by,
});

export { executed, executedByContract, type ExecutedByContract } from './acts.executed.service.ts';

export async function listOfProject(context: Context, projectId: number) {
  await getNode(context, projectId, 'project');
  return { acts: (await context.read((db) => listActs(db, context.spaceId, projectId))).map(actOut) };
}

async function actAt(context: Context, db: Db, id: number, right: SpaceRight = 'estimate.read'): Promise<NamedAct> {
  const act = (await findAct(db, context.spaceId, id)) ?? fail('act.not_found', { id });
  if (!(await holdsAt(context, db, act.project_id, 'estimate.read'))) fail('act.not_found', { id });
  if (right !== 'estimate.read' && !(await holdsAt(context, db, act.project_id, right))) fail('auth.forbidden', { right });
  return act;
}

type NewAct = {
  schedule_id: number;
  version_id?: number | undefined;
  pdc_id: number | null;
  number?: string | undefined;
  to: string;
  vat_rate: string | null;
  vat_mode: 'document' | 'cumulative';
};

/** Begins the next act of a schedule on the day after the last one. */
export async function beginAct(context: Context, { schedule_id, version_id, pdc_id, number, to, ...vat }: NewAct): Promise<number> {
  await getNode(context, schedule_id, 'schedule');
  const versionId =
    version_id ?? (await context.read((db) => findCountedVersion(db, context.spaceId, schedule_id))) ?? fail('act.no_version');
  if ((await getVersion(context, versionId)).schedule_id !== schedule_id) fail('act.no_version');
  await requireAt(context, versionId, 'plan.read');
  return context.write(async (tx) => {
    const project =
      (await pathIn(context, tx, schedule_id)).find(({ kind }) => kind === 'project') ?? fail('node.not_found', { id: schedule_id });
    if (!(await holdsAt(context, tx, project.id, 'estimate.edit'))) fail('auth.forbidden', { right: 'estimate.edit' });
    if (pdc_id !== null) await pricesOfPdc(context, tx, pdc_id);
    await lockActs(tx, context.spaceId, schedule_id);
    const present = await actsInRow(tx, context.spaceId, schedule_id, pdc_id);
    if (present.some(({ state }) => state === 'draft')) fail('act.draft_is_open');
    const from = nextDay(present.at(-1)?.to_day) ?? `${to.slice(0, 8)}01`;
    if (from > to) fail('act.dates', { from });
    const act = {
      project_id: project.id,
      schedule_id,
      version_id: versionId,
      pdc_id,
      number: number ?? String(present.length + 1),
      from,
      to,
    };
    const id = await addAct(tx, context.spaceId, { ...act, ...vat });
    await publish(context, tx, project.id);
    return id;
  });
}

const nextDay = (day: string | undefined): string | undefined =>
  day && new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const publish = (context: Context, tx: Tx, project_id: number) =>
  context.push.send(tx, { spaceId: context.spaceId }, 'work_acts_changed', { project_id });

const sumOf = (lines: readonly ActLine[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n);

type Whole = { act: NamedAct; counted: Counted; before: ReadonlyMap<string, IssuedLine>; former: NamedAct[]; total: bigint; vat: bigint };

/** An act with its lines: as issued, or as facts make them now. */
async function wholeAct(context: Context, id: number): Promise<Whole> {
  const { act, former, before, own } = await context.read(async (db) => {
    const found = await actAt(context, db, id);
    const all = (await actsInRow(db, context.spaceId, found.schedule_id, found.pdc_id)).filter(({ state }) => state === 'issued');
    const earlier = all.slice(0, found.state === 'issued' ? all.findIndex((one) => one.id === id) : undefined);
    return {
      act: found,
      former: earlier,
      before: await issuedByRow(db, context.spaceId, earlier),
      own: found.state === 'issued' ? await listLines(db, context.spaceId, id) : null,
    };
  });
  if (own) {
    const counted = { lines: own, excess: [], currency: act.currency, digits: act.digits };
    return { act, counted, before, former, total: BigInt(act.total ?? 0), vat: BigInt(act.vat ?? 0) };
  }
  if (act.version_id === null) fail('act.no_version');
  await requireAt(context, act.version_id, 'plan.read');
  const prices = act.pdc_id === null ? null : await context.read((db) => pricesOfPdc(context, db, act.pdc_id ?? 0));
  const counted = await countAct(context, act.version_id, act.schedule_id, act.to_day, { before, prices });
  const last = former.at(-1);
  if (last && counted.lines.length && last.digits !== counted.digits)
    fail('estimate.currency_differs', { own: last.currency, file: counted.currency });
  const total = sumOf(counted.lines);
  const paid = {
    total: former.reduce((sum, one) => sum + BigInt(one.total ?? 0), 0n),
    vat: former.reduce((sum, one) => sum + BigInt(one.vat ?? 0), 0n),
  };
  return { act, counted, before, former, total, vat: taxOfAct(act.vat_mode, act.vat_rate, total, paid) };
}

function lineOut(line: ActLine, before: ActLine | undefined, digits: number): WorkActLine {
  const figures = (quantity: bigint, amount: bigint) => ({ quantity: quantityText(quantity), amount: amountText(amount, digits) });
  const { estimate_id, estimate_row_id, estimate, number, code, name, unit, lost } = line;
  return {
    estimate_id, row_id: estimate_row_id, estimate, number, code, name, unit, lost,
    whole: figures(line.whole_quantity, line.whole_amount),
    before: figures(before?.quantity ?? 0n, before?.amount ?? 0n),
    now: figures(line.quantity, line.amount),
  }; // prettier-ignore
}

export async function readAct(context: Context, id: number) {
  const { act, counted, before, former, total, vat } = await wholeAct(context, id);
  const { digits } = counted;
  const year = act.to_day.slice(0, 4);
  const sum = (acts: readonly NamedAct[]): bigint => acts.reduce((all, one) => all + BigInt(one.total ?? 0), total);
  return {
    ...actOut(act),
    currency: counted.currency || act.currency,
    digits,
    total: amountText(total, digits),
    vat: amountText(vat, digits),
    lines: counted.lines.map((line) => lineOut(line, before.get(keyOfLine(line)), digits)),
    sums: {
      since_start: amountText(sum(former), digits),
      since_year: amountText(sum(former.filter(({ to_day }) => to_day.startsWith(year))), digits),
      period: amountText(total, digits),
    },
    excess: counted.excess.map(({ line: { estimate_row_id, code, name, unit }, quantity }) => ({
      row_id: estimate_row_id,
      code,
      name,
      unit,
      quantity: quantityText(quantity),
    })),
  };
}

type Change = {
  number?: string | undefined;
  to?: string | undefined;
  note?: string | undefined;
  vat_rate?: string | null | undefined;
  vat_mode?: 'document' | 'cumulative' | undefined;
  state?: 'issued' | 'draft' | undefined;
  total?: string | undefined;
  reason?: string | undefined;
};

/** Changes a draft, issues it with what the caller saw, or takes the newest act back to a draft. */
export async function changeAct(context: Context, id: number, { state, total, reason, ...fields }: Change): Promise<void> {
  const seen = await context.read((db) => actAt(context, db, id, 'estimate.edit'));
  if (Object.keys(fields).length) await context.write((tx) => changeDraft(context, tx, id, seen.schedule_id, fields));
  if (state === 'issued') await issue(context, id, total, reason ?? '');
  else if (state === 'draft') await context.write((tx) => withdraw(context, tx, id, seen.schedule_id));
}

/** An act under the lock of its schedule, with all acts of that. */
async function lockedAct(context: Context, tx: Tx, id: number, scheduleId: number): Promise<{ act: NamedAct; all: NamedAct[] }> {
  await lockActs(tx, context.spaceId, scheduleId);
  const act = (await findAct(tx, context.spaceId, id)) ?? fail('act.not_found', { id });
  return { act, all: await actsInRow(tx, context.spaceId, scheduleId, act.pdc_id) };
}

async function changeDraft(
  context: Context,
  tx: Tx,
  id: number,
  scheduleId: number,
  fields: Omit<Change, 'state' | 'total' | 'reason'>,
): Promise<void> {
  const { act } = await lockedAct(context, tx, id, scheduleId);
  if (act.state !== 'draft') fail('act.issued', { number: act.number });
  if (fields.to !== undefined && fields.to < act.from_day) fail('act.dates', { from: act.from_day });
  await updateAct(tx, context.spaceId, id, fields);
  await publish(context, tx, act.project_id);
}

async function issue(context: Context, id: number, seen: string | undefined, reason: string): Promise<void> {
  const { act, counted, former, total, vat } = await wholeAct(context, id);
  if (act.state !== 'draft') fail('act.issued', { number: act.number });
  if (!counted.lines.length) fail('act.nothing');
  if (seen !== undefined && seen !== amountText(total, counted.digits)) fail('act.changed', { total: amountText(total, counted.digits) });
  const back = counted.lines.filter(({ amount, quantity, lost }) => lost || amount < 0n || quantity < 0n);
  if (back.length && reason === '') fail('act.reason_needed', { count: back.length, name: back[0].name });
  await context.write(async (tx) => {
    const { act: now, all } = await lockedAct(context, tx, id, act.schedule_id);
    const same = all.filter(({ state }) => state === 'issued').map((one) => one.id);
    if (now.state !== 'draft' || now.to_day !== act.to_day || same.join() !== former.map((one) => one.id).join())
      fail('act.changed', { total: '' });
    await putLines(tx, context.spaceId, act.project_id, id, counted.lines);
    const { currency, digits } = counted;
    const about = { currency, digits, total: Number(total), vat: Number(vat), reason };
    await updateAct(tx, context.spaceId, id, { ...about, state: 'issued', issued_at: context.now(), issued_by: context.userName });
    await publish(context, tx, act.project_id);
    context.note({ number: act.number, to: act.to_day });
  });
}

async function withdraw(context: Context, tx: Tx, id: number, scheduleId: number): Promise<void> {
  const { act, all } = await lockedAct(context, tx, id, scheduleId);
  if (act.state !== 'issued') fail('act.not_issued', { number: act.number });
  if (all.at(-1)?.id !== id) fail('act.not_newest', { number: all.at(-1)?.number ?? '' });
  await putLines(tx, context.spaceId, act.project_id, id, []);
  const blank = { total: null, vat: null, issued_at: null, issued_by: '', reason: '' };
  await updateAct(tx, context.spaceId, id, { ...blank, state: 'draft' });
  await publish(context, tx, act.project_id);
  context.note({ number: act.number, withdrawn: true });
}

export async function removeAct(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const act = await actAt(context, tx, id, 'estimate.edit');
    if (act.state !== 'draft') fail('act.issued', { number: act.number });
    context.note({ number: act.number });
    await deleteAct(tx, context.spaceId, id);
    await publish(context, tx, act.project_id);
  });
}
