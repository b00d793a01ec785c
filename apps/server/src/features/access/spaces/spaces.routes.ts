import type { api } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeMember, kickOut } from './spaces.members.service.ts';
import { endSessionOfMember, listSessionsOfSpace } from './spaces.sessions.service.ts';
import {
  changeSpaceName,
  checkAccess,
  createSpace,
  pageOfMembers,
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
  create: async (context, { body }) => ({ id: await createSpace(context, body.name, body.kind, body.time_zone) }),
  rename: (context, { params, body }) => changeSpaceName(context, params.id, body.name),
  remove: async (context, { params }) => ({ job_id: await startDeletion(context, params.id) }),
  removeFree: async (context, { body }) => ({ job_ids: await removeFree(context, body.ids) }),
  users: (context, { query }) => pageOfMembers(context, query),
  invite: async (context, { body }) => ({ ...(await invite(context, body)) }),
  kickOut: (context, { body }) => kickOut(context, body.user_id),
  updateMember: (context, { params, body }) => changeMember(context, params.userId, body),
  sessions: async (context) => ({ sessions: await listSessionsOfSpace(context) }),
  endSession: (context, { params }) => endSessionOfMember(context, params.sessionId),
  settings: (context) => readSettings(context),
  saveSettings: (context, { body }) => saveSettings(context, body),
  access: async (context, { params, query }) => {
    const id = params.id ?? query.id;
    if (!id) fail('space.not_chosen');
    return checkAccess(context, id);
  },
});
