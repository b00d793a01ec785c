import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { Tx } from '../../../../platform/postgres/database.ts';
import {
  allRows,
  type EstimateKey,
  findEstimate,
  findRows,
  putRows,
  type StoredRow,
  sumRows,
  updateEstimate,
  updateRows,
} from '../estimates.repository.ts';
import { addEditLine, nextAct, turnLine } from './estimates.edits.repository.ts';
import {
  addEdition,
  deleteProposal,
  findProposal,
  findWholeEdition,
  type NewEdition,
  type NewProposal,
  putProposal,
  removeEdition,
} from './estimates.editions.repository.ts';

const packed = promisify(deflate);
const unpacked = promisify(inflate);

/** What each line restores: a state that comes back is the one that costs were counted by. */
const ROW_FIELDS = ['counted_revision'] as const;
const HEAD_FIELDS = [...ROW_FIELDS, 'name', 'number', 'parent_id', 'profile'] as const;
const EDITION_FIELDS = [
  ...ROW_FIELDS, 'name', 'number', 'format', 'profile', 'currency', 'digits', 'edition', 'last_row_id', 'row_count', 'stated_base', 'stated_current',
  'counted_base', 'counted_current', 'findings', 'file_name', 'status', 'details',
] as const; // prettier-ignore

type Head = Partial<Pick<Row<'estimate'>, (typeof HEAD_FIELDS)[number] | (typeof EDITION_FIELDS)[number]>>;
/** A line with its bytes as text. */
type Stored<T> = Omit<T, 'content'> & { content: string };
/** One state of what an act changes. */
type State = {
  rows: StoredRow[];
  head: Head;
  /** What only the taking over of a file changes: its edition, and the file that waited. */
  edition?: Stored<NewEdition> | null;
  proposal?: Stored<NewProposal> | null;
};
type Kind = Row<'estimate_edit'>['kind'];

const pick = <K extends keyof Row<'estimate'>>(row: Row<'estimate'>, fields: readonly K[]): Pick<Row<'estimate'>, K> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row<'estimate'>, K>;
const packState = async (state: State): Promise<Buffer> => packed(JSON.stringify(state));
const unpackState = async (bytes: Uint8Array): Promise<State> => JSON.parse((await unpacked(bytes)).toString('utf8')) as State;
const asText = <T extends { content: Uint8Array }>(row: T): Stored<T> => ({
  ...row,
  content: Buffer.from(row.content).toString('base64'),
});

const withoutKey = ({ space_id: _space, estimate_id: _estimate, project_id: _project, ...rest }: Row<'estimate_proposal'>): NewProposal =>
  rest;

/** What stands of that which an act of a kind changes; of rows those that it names. */
async function stateOf(tx: Tx, key: EstimateKey, kind: Kind, ids: readonly number[]): Promise<State> {
  const row = (await findEstimate(tx, key.spaceId, key.estimateId)) ?? fail('estimate.not_found', { id: key.estimateId });
  if (kind === 'rows') return { rows: await findRows(tx, key, ids), head: pick(row, ROW_FIELDS) };
  if (kind === 'head') return { rows: [], head: pick(row, HEAD_FIELDS) };
  const [edition, proposal] = [await findWholeEdition(tx, key, row.edition), await findProposal(tx, key)];
  return {
    rows: await allRows(tx, key),
    head: pick(row, EDITION_FIELDS),
    edition: edition && asText(edition),
    proposal: proposal && asText(withoutKey(proposal)),
  };
}

/** The workbooks that a state came from; the file that waits is the edition of the other one. */
const sourcesOf = ({ edition, proposal }: State): string[] => [edition, proposal].flatMap((file) => file?.sha256 ?? []);

/** Keeps what an act is about to change: one line of the estimate's undo. */
export async function keepForUndo(context: Context, tx: Tx, key: EstimateKey, kind: Kind, act: string, ids: readonly number[] = []) {
  const state = await stateOf(tx, key, kind, ids);
  const sources = sourcesOf(state);
  const content = await packState(state);
  await addEditLine(tx, key, { kind, act, author_id: context.userId, author_name: context.userName, content, sources });
}

export type Turned = { kind: Kind; author: string; rows: number[] };

/** Takes the newest act of an estimate back, or does the one again that was taken back last; null where there is none. */
export async function turnAct(tx: Tx, key: EstimateKey, revision: number, redo: boolean): Promise<Turned | null> {
  const lines = await nextAct(tx, key, redo);
  if (!lines.length) return null;
  const touched = new Set<number>();
  for (const { no, kind, content } of lines) {
    const other = await unpackState(content);
    const ids = other.rows.map(({ id }) => id);
    const now = await stateOf(tx, key, kind, ids);
    // Lines of former releases do not know which state they hold: it counts as another one.
    const head =
      kind === 'head' ? other.head : { counted_revision: revision, ...(kind === 'edition' ? { details: 0 } : {}), ...other.head };
    await putState(tx, key, kind, { ...other, head }, revision);
    await turnLine(tx, key, no, !redo, { content: await packState(now), sources: sourcesOf(now) });
    for (const id of kind === 'rows' ? ids : []) touched.add(id);
  }
  const { base, current } = await sumRows(tx, key);
  await updateEstimate(tx, key.spaceId, key.estimateId, { revision, counted_base: base, counted_current: current });
  // An act that changes more than rows shows by its head.
  const { kind } = lines.find((line) => line.kind !== 'rows') ?? lines[0];
  return { kind, author: lines[0].author_name, rows: [...touched] };
}

async function putState(tx: Tx, key: EstimateKey, kind: Kind, { rows, head, edition, proposal }: State, revision: number): Promise<void> {
  if (kind === 'rows') await updateRows(tx, key, rows);
  if (Object.keys(head).length) await updateEstimate(tx, key.spaceId, key.estimateId, head);
  if (kind !== 'edition') return;
  await putRows(tx, key, rows);
  await removeEdition(tx, key, (head.edition ?? 0) + 1);
  if (edition && !(await findWholeEdition(tx, key, edition.edition))) {
    await addEdition(tx, key, { ...edition, content: Buffer.from(edition.content, 'base64') });
  }
  // The file that waited waits again, for the estimate as it stands now.
  if (proposal) await putProposal(tx, key, { ...proposal, revision, content: Buffer.from(proposal.content, 'base64') });
  else await deleteProposal(tx, key);
}
