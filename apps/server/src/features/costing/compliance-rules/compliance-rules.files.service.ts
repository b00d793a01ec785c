import { MOST_RULES, type RuleFile, ruleBody, ruleUploadFields } from '@gantry/contract';
import { formatCsv, writeSheet } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { fileLabel } from '../../../platform/http/attachments.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { besideTransaction } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { type RulesRead, tableOfRules } from './compliance-rules.files.rules.ts';
import { addSet, deleteRules, findSet, listRules } from './compliance-rules.repository.ts';
import { putRules, setAt } from './compliance-rules.service.ts';

export const rulesThread = openThread<{ path: string }, RulesRead | null>(new URL('./compliance-rules.thread.ts', import.meta.url));

const MEDIA_TYPES: Record<RuleFile, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** A set as a file. */
export async function exportSet(context: Context, id: number, format: RuleFile) {
  const rules = await context.read(async (db) => {
    await setAt(context, db, id, 'estimate.read');
    return listRules(db, context.spaceId, [id]);
  });
  const plain = rules.map(({ name, active, body }) => ({ name, active, ...ruleBody.parse(body) }));
  const bytes = async (): Promise<Uint8Array> => {
    if (format === 'json') return Buffer.from(JSON.stringify(plain, null, 2));
    if (format === 'xlsx') return writeSheet('Rules', tableOfRules(plain));
    // Spreadsheet programs recognise UTF-8 by the byte order mark.
    return Buffer.from(`\ufeff${formatCsv(tableOfRules(plain), ';')}`);
  };
  return { bytes: Buffer.from(await bytes()), mediaType: MEDIA_TYPES[format], name: `rules.${format}` };
}

/** Reads a file of rules into a set: all of them, or none with the cells that cannot be read. */
export async function importRules(context: Context, request: FastifyRequest) {
  const form = await receiveForm(context.files, request, 1);
  try {
    const [file] = form.files;
    if (!file) fail('import.no_file');
    const fields = ruleUploadFields.safeParse(form.fields);
    if (!fields.success) fail('request.invalid', { where: 'form', field: fields.error.issues[0].path.join('.'), reason: '', fields: [] });
    const { eps_id, set_id } = fields.data;
    await getNode(context, eps_id);
    await context.read(async (db) => {
      if (!(await holdsAt(context, db, eps_id, 'estimate.edit'))) fail('auth.forbidden', { right: 'estimate.edit' });
      if (set_id !== undefined && (await setAt(context, db, set_id)).node_id !== eps_id)
        fail('compliance_rule.set_not_found', { id: set_id });
    });
    const read =
      (await rulesThread.run({ path: await context.files.localPath(file.key) })) ??
      fail('compliance_rule.import_unreadable', { name: file.name });
    if (read.rules.length > MOST_RULES) fail('compliance_rule.too_many', { most: MOST_RULES });
    if (read.errors.length) await refuse(context, eps_id, read.errors);
    return await context.write(async (tx) => {
      const label = fileLabel(file.name).replace(/\.\w+$/, '') || 'Rules';
      const id = set_id ?? (await addSet(tx, context.spaceId, { node_id: eps_id, name: label.slice(0, 512), active: true }));
      const set = (await findSet(tx, context.spaceId, id)) ?? fail('compliance_rule.set_not_found', { id });
      if (set_id !== undefined) await deleteRules(tx, context.spaceId, id);
      if (read.rules.length) await putRules(tx, context, set, read.rules);
      const result = { set_id: id, count: read.rules.length };
      await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'compliance_import_success', { eps_id, ...result });
      context.note({ file: file.name, ...result });
      return result;
    });
  } finally {
    await forgetFiles(context.files, form.files);
  }
}

async function refuse(context: Context, eps_id: number, errors: RulesRead['errors']): Promise<never> {
  const { spaceId, userId } = context;
  await besideTransaction(() =>
    context.write((tx) => context.push.send(tx, { spaceId, userId }, 'compliance_import_error', { eps_id, errors })),
  );
  const [{ row, column, code }] = errors;
  fail('compliance_rule.import_refused', { count: errors.length, row, column, code });
}
