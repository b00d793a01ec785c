import { removeFiles } from '../../../platform/files/files.ts';
import { BUILT_IN_FORMS, type Input, type ReportForm, type api } from '@gantry/contract';
import { LARGEST_TEMPLATE } from '@gantry/interchange';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import type { Context, Services } from '../../../platform/context.ts';
import { requireRoom } from '../../../platform/room.ts';
import { fail } from '../../../platform/fail.ts';
import { asAttachment } from '../../../platform/http/attachments.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { holdsAt, holdsInSpace, nodesAbove } from '../../access/roles/roles.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import {
  addForm,
  attachForm,
  deleteForm,
  detachForm,
  type FormRow,
  isNameTaken,
  listFormFiles,
  listForms,
  renameForm,
} from './report-forms.repository.ts';
import { findForm, MEDIA_TYPES, reportsThread } from './report-forms.found.service.ts';

export { reportsThread } from './report-forms.found.service.ts';
export { makeAsked, reportJob, reportsJob, requireForm, startBatch, startReport } from './report-forms.run.service.ts';
export { writeNarrative } from './changes/report-forms.narrative.service.ts';

/** A form that takes longer to check is refused. */
const CHECK_MS = 60_000;

const formOut = (context: Context, form: FormRow): ReportForm => ({
  id: form.id,
  word: null,
  name: form.name,
  kind: form.kind,
  formats: [form.kind],
  own: form.created_by === context.userId,
  owner: form.author,
  bytes: form.bytes,
  added_at: form.created_at.toISOString(),
  nodes: form.nodes,
  warnings: form.warnings,
});

/** The forms that every space has; their names are texts of the page. */
const builtIn: ReportForm[] = BUILT_IN_FORMS.map((word) => ({
  id: null,
  word,
  name: textsOf('en-US')[`report_form.form.${word}`] ?? word,
  kind: 'built_in',
  formats: ['pdf', 'xlsx', 'docx'],
  own: false,
  owner: '',
  bytes: 0,
  added_at: null,
  nodes: [],
  warnings: [],
}));

export async function listAll(context: Context) {
  const own = await context.read((db) => listForms(db, context.spaceId));
  return { items: [...builtIn, ...own.map((form) => formOut(context, form))] };
}

/** The forms offered at a node: attached to it or to a node above, and the built-in ones. */
export async function listAtNode(context: Context, nodeId: number) {
  await getNode(context, nodeId);
  const own = await context.read(async (db) =>
    listForms(db, context.spaceId, { nodes: [nodeId, ...(await nodesAbove(db, context.spaceId, nodeId))] }),
  );
  return { items: [...builtIn, ...own.map((form) => formOut(context, form))] };
}

/** Takes a form, checks it and keeps it; one with faults is refused with all of them and nothing is kept. */
export async function addUploaded(context: Context, request: FastifyRequest, { name, eps_id }: Input<typeof api.reportForms.add>['query']) {
  const { files } = await receiveForm(context.files, request, 1);
  try {
    const [file] = files;
    if (!file?.bytes) fail('report_form.no_file');
    if (eps_id !== undefined) await mustAttach(context, eps_id);
    const bytes = file.bytes > LARGEST_TEMPLATE ? new Uint8Array() : await buffer(context.files.open(file.key));
    const done = await reportsThread.run({ do: 'check', bytes }, { signal: AbortSignal.timeout(CHECK_MS) });
    if (!('checked' in done)) throw new Error('the thread answered something else');
    const { kind, faults } = done.checked;
    if (!kind || faults.some(({ severity }) => severity === 'error'))
      fail('report_form.template_faulty', { count: faults.length, faults: JSON.stringify(faults) });
    const title =
      (name ??
        file.name
          .replace(/\.[^.]+$/, '')
          .trim()
          .slice(0, NAME_LENGTH)) ||
      kind;
    const id = await context.write(async (tx) => {
      await mustBeFree(context, tx, title, null);
      await requireRoom(tx, 'report_form', { space_id: context.spaceId });
      const form = { name: title, kind, file_key: file.key, bytes: file.bytes, warnings: faults, created_by: context.userId };
      const added = await addForm(tx, context.spaceId, form);
      if (eps_id !== undefined) await attachForm(tx, context.spaceId, added, eps_id);
      context.note({ name: title });
      return added;
    });
    return { id, check: faults };
  } catch (error) {
    await forgetFiles(context.files, files);
    throw error;
  }
}

const NAME_LENGTH = 200;

async function mustBeFree(context: Context, tx: Tx, name: string, but: number | null): Promise<void> {
  if (await isNameTaken(tx, context.spaceId, name, but)) fail('report_form.name_taken', { name });
}

async function mustAttach(context: Context, nodeId: number): Promise<void> {
  await getNode(context, nodeId);
  const may = await context.read((db) => holdsAt(context, db, nodeId, 'structure.edit'));
  if (!may) fail('auth.forbidden', { right: 'structure.edit' });
}

/** The form where the caller may change it: an own one, or any for who manages the space. */
async function ownForm(context: Context, id: number): Promise<FormRow> {
  const form = await findForm(context, id);
  const may = form.created_by === context.userId || (await context.read((db) => holdsInSpace(context, db, 'space.manage')));
  return may ? form : fail('report_form.not_yours', { name: form.name });
}

export async function rename(context: Context, id: number, name: string): Promise<void> {
  await ownForm(context, id);
  await context.write(async (tx) => {
    await mustBeFree(context, tx, name, id);
    await renameForm(tx, context.spaceId, id, name);
  });
}

export async function remove(context: Context, id: number): Promise<void> {
  const form = await ownForm(context, id);
  context.note({ name: form.name });
  await context.write((tx) => deleteForm(tx, context.spaceId, id));
  await context.files.remove(form.file_key);
}

export async function attach(context: Context, id: number, nodeId: number): Promise<void> {
  await findForm(context, id);
  await getNode(context, nodeId);
  await context.write((tx) => attachForm(tx, context.spaceId, id, nodeId));
}

export async function detach(context: Context, id: number, nodeId: number): Promise<void> {
  await findForm(context, id);
  await getNode(context, nodeId);
  await context.write((tx) => detachForm(tx, context.spaceId, id, nodeId));
}

/** The file of a form as it was added. */
export async function sendTemplate(context: Context, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const form = await findForm(context, id);
  return asAttachment(reply, `${form.name}.${form.kind}`).type(MEDIA_TYPES[form.kind]).send(context.files.open(form.file_key));
}

/** Removes the files of forms in a space that is being deleted. */
export async function eraseForms({ database, files }: Pick<Services, 'database' | 'files'>, spaceId: number): Promise<void> {
  const keys = await database.read({ spaceId, userId: null, system: true }, (db) => listFormFiles(db, spaceId));
  await removeFiles(files, keys);
}
