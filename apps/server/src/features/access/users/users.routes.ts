import type { api } from '@gantry/contract';
import type { PrivacyPolicy } from '../../../platform/env/env.privacy.ts';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { openSession } from '../auth/auth.service.ts';
import { setExecutor } from '../spaces/spaces.members.service.ts';
import { describeSpace } from '../spaces/spaces.service.ts';
import { acceptPrivacy, changePassword, removeAvatar, saveAvatar, sendAvatar, updateProfile } from './users.profile.service.ts';
import { listSpacesOfUser, registerVisitor, unreportedToday, whoAmI } from './users.service.ts';

export const usersRoutes = (options: {
  registrationOpen: boolean;
  csrfSecret: string;
  privacy: PrivacyPolicy | null;
}): Handlers<typeof api.users> => ({
  whoAmI: async (context) => {
    const { privacy_version: version, ...me } = await whoAmI(context);
    return { ...me, privacy_pending: options.privacy !== null && version !== options.privacy.version };
  },
  spaces: async (context) => ({ spaces: await listSpacesOfUser(context) }),
  spaceConfig: (context) => describeSpace(context),
  timesheetNotification: (context) => unreportedToday(context),
  register: async (context, { body }) => {
    if (!options.registrationOpen) fail('user.registration_closed');
    return { user_id: await registerVisitor(context, body) };
  },
  registerAndLogin: async (context, { body }, http) => {
    if (!options.registrationOpen) fail('user.registration_closed');
    const id = await registerVisitor(context, body);
    return openSession(context, { id, name: `${body.first_name} ${body.last_name}` }, http, options.csrfSecret);
  },
  update: (context, { body }) => updateProfile(context, body),
  changePassword: async (context, { body }) => ({ ended: await changePassword(context, body) }),
  acceptPrivacy: (context, { body }) => acceptPrivacy(context, body.version, options.privacy),
  avatar: (context, { params }, { reply }) => sendAvatar(context, params.id, reply),
  saveAvatar: (context, _input, { request }) => saveAvatar(context, request),
  removeAvatar: (context) => removeAvatar(context),
  setExecutor: (context, { params, body }) => setExecutor(context, params.id, body.executor),
});
