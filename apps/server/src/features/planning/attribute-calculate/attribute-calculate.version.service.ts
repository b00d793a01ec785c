import { MOST_CALCULATED_VALUES } from '@gantry/contract';
import type { VersionRow } from '@gantry/domain';
import { compileAttributes, isFormulaError, rowFormulaSchema, storedResult } from '@gantry/engine';
import { asFormula, resultsOf, rowsOf, type ScheduleDocument } from '@gantry/plan-view';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { sendWithRows } from '../../../platform/http/json-rows.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { openWhole } from '../attribute-values/attribute-values.service.ts';
import { readVersion, type VersionReader } from '../edits/edits.service.ts';
import { faultOf } from './attribute-calculate.service.ts';

/** Answers for all rows that are kept: people who see the same ask together after each edit. */
const KEPT = { answers: 8, characters: 64 * 1024 * 1024 };
type Kept = { json: Promise<string[]>; characters: number };
const keptOf = perDatabase(() => new Map<string, Kept>());

/** Sends what the formulas of a version give, for all rows or some; of some attributes alone where they are named. */
export async function sendVersionAttributes(
  context: Context,
  versionId: number,
  { ids, attributes: named }: { ids?: readonly number[] | undefined; attributes?: readonly number[] | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { revision, json } = await readVersion(context, versionId, async (reader) => {
    const { head, rows } = reader;
    const wanted = named && new Set(named);
    const shown = (await rows('attribute')).filter((row) => hasFormula(row) && (!wanted || wanted.has(row.id)));
    if (shown.length * (ids?.length ?? head.item_count) > MOST_CALCULATED_VALUES)
      fail('request.limit_reached', { most: MOST_CALCULATED_VALUES });
    const written = ids || !shown.length ? writtenValues(reader, shown, ids) : keptValues(context, reader, shown);
    return { revision: head.revision, json: await written };
  });
  return sendWithRows(reply, { success: true, revision }, 'attributes', json);
}

/** The values of all rows, which are the same for everybody who sees the attribute: worked out once a revision. */
function keptValues(context: Context, reader: VersionReader, shown: readonly VersionRow<'attribute'>[]): Promise<string[]> {
  const { key, head } = reader;
  const kept = keptOf(context);
  const name = `${key.spaceId} ${head.id}@${head.revision} ${head.chain.toString('hex')} ${shown.map(({ id }) => id).join()}`;
  const known = kept.get(name);
  kept.delete(name);
  const entry: Kept = known ?? { json: writtenValues(reader, shown), characters: 0 };
  kept.set(name, entry);
  if (!known)
    entry.json.then(
      (json) => {
        entry.characters = json.reduce((sum, text) => sum + text.length, 0);
        forgetOldest(kept);
      },
      () => kept.delete(name),
    );
  return entry.json;
}

function forgetOldest(kept: Map<string, Kept>): void {
  let characters = 0;
  for (const entry of kept.values()) characters += entry.characters;
  for (const [name, entry] of kept) {
    if (kept.size <= KEPT.answers && characters <= KEPT.characters) return;
    characters -= entry.characters;
    kept.delete(name);
  }
}

/** Each attribute with its values as JSON. */
async function writtenValues(reader: VersionReader, shown: readonly VersionRow<'attribute'>[], ids?: readonly number[]): Promise<string[]> {
  if (!shown.length) return [];
  const texts: string[] = [];
  for (const attribute of calculated(await openWhole(reader), shown, ids)) texts.push(JSON.stringify(attribute));
  return texts;
}

/** What the formulas of a version give for all rows, as the caller sees them. */
export async function calculateVersionAttributes(context: Context, versionId: number) {
  return readVersion(context, versionId, async (reader) => {
    const shown = (await reader.rows('attribute')).filter(hasFormula);
    return { revision: reader.head.revision, attributes: shown.length ? [...calculated(await openWhole(reader), shown)] : [] };
  });
}

const hasFormula = (row: VersionRow<'attribute'>): boolean => asFormula(row).formula !== null;

/** Some attributes of a version, one after the other: each holds a value a row. */
function* calculated(document: ScheduleDocument, shown: readonly VersionRow<'attribute'>[], ids?: readonly number[]) {
  const results = resultsOf(document);
  const formulas = rowsOf(document, 'attribute').map(asFormula);
  const faults = new Map(compileAttributes(formulas, rowFormulaSchema(formulas)).faults.map(({ id, error }) => [id, error]));
  const wanted = ids ?? [...document.tables.wbs.slotOf.keys()];
  for (const row of shown) {
    const own = results.get(asFormula(row).name);
    const fault = faults.get(row.id);
    const values = (own ? wanted : []).map((row_id) => {
      const value = own?.get(row_id) ?? null;
      return { row_id, value: storedResult(row.type, value), fault: isFormulaError(value) ? faultOf(value) : null };
    });
    yield { id: row.id, name: row.name, fault: fault ? faultOf(fault) : null, values };
  }
}
