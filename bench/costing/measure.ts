import { api, COLUMNS_TYPE } from '@gantry/contract';
import type { Caller } from '../../e2e/caller.ts';
import type { GatedFigure } from '../gates.ts';

/** Rows of the estimate, and which part of the bench is wanted; null: all of it. */
export const ROWS = Number(process.argv[2] ?? 50_000);
export const PART = process.argv[3] ?? null;

export const figures: GatedFigure[] = [];
export const figure = (one: GatedFigure): void => void figures.push(one);
export const ms = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** The shorter of two runs: a busy machine only ever adds. */
export const least = async (work: () => unknown): Promise<number> => Math.min(await ms(work), await ms(work));
export const ratio = (name: string, figure: number, floor: number, gate: number): void =>
  void figures.push({ name, figure: figure / floor, unit: 'times the floor', gate, floor: 1 });
export const wrong = (name: string, count: number): void => void figures.push({ name, figure: count, unit: 'wrong', gate: 0 });

/** Opens a version as the page does. */
async function open(member: Caller, version: number): Promise<void> {
  const answer = await member.ask(`/api/v1/versions/${version}/wbs`, { headers: { accept: COLUMNS_TYPE } });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

/** How long it takes to open a version that has changed since somebody opened it last: servers keep what they have sent. The shorter of two. */
export async function opening(member: Caller, version: number): Promise<number> {
  const params = { id: version };
  const [first] = (await member.call(api.wbs.list, { params })).items;
  const anew = async (name: string): Promise<number> => {
    await member.call(api.wbs.update, { params: { ...params, wbsId: Number(first.id) }, body: { name } });
    return ms(() => open(member, version));
  };
  return Math.min(await anew('Bench'), await anew('Bench again'));
}
