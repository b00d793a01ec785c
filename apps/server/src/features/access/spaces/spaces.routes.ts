import type { api } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http.ts';
import { changeMember, kickOut } from './spaces.members.service.ts';
import { endSessionOfMember, listSessionsOfSpace } from './spaces.sessions.service.ts';
import {
  changeSpaceName,
  checkAccess,
  createSpace,
  listMembersOfSpace,
  readSettings,
  removeFree,
  saveSettings,
  startDeletion,
} from './spaces.service.ts';

/** Makes somebody a member who is known, and writes to an address that is not. */
type Invite = (
  context: Context,
  body: { login: string; role_id: number },
) => Promise<{ user_id: number | null; invitation_id: number | null }>;

/** Invitations write letters and stand above spaces: the composition root hands `invite` in. */
export const spacesRoutes = (invite: Invite): Handlers<typeof api.spaces> => ({
  create: async (context, { body }) => ({ success: true, id: await createSpace(context, body.name, body.kind) }),
  rename: async (context, { params, body }) => {
    await changeSpaceName(context, params.id, body.name);
    return { success: true };
  },
  remove: async (context, { params }) => ({ success: true, job_id: await startDeletion(context, params.id) }),
  removeFree: async (context, { body }) => ({ success: true, job_ids: await removeFree(context, body.ids) }),
  users: async (context) => ({ users: await listMembersOfSpace(context) }),
  invite: async (context, { body }) => ({ success: true, ...(await invite(context, body)) }),
  kickOut: async (context, { body }) => {
    await kickOut(context, body.user_id);
    return { success: true };
  },
  updateMember: async (context, { params, body }) => {
    await changeMember(context, params.userId, body);
    return { success: true };
  },
  sessions: async (context) => ({ sessions: await listSessionsOfSpace(context) }),
  endSession: async (context, { params }) => {
    await endSessionOfMember(context, params.sessionId);
    return { success: true };
  },
  settings: (context) => readSettings(context),
  saveSettings: async (context, { body }) => {
    await saveSettings(context, body);
    return { success: true };
  },
  access: async (context, { params, query }) => {
    const id = params.id ?? query.id;
    if (!id) fail('space.not_chosen');
    return checkAccess(context, id);
  },
});
