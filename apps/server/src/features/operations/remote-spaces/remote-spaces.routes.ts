import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { answerClaim, answerObject, answerPairing, answerSnapshot, answerState } from './remote-spaces.answers.service.ts';
import {
  allowCopy,
  claimSpace,
  forgetSpace,
  listConsentsOfSpace,
  listPaired,
  listRemoteSpaces,
  makePairingCode,
  pairWith,
  startCopy,
  unpair,
  withdrawConsent,
} from './remote-spaces.service.ts';
import type { Wire } from './remote-spaces.wire.service.ts';

export const remoteSpacesRoutes = (wire: Pick<Wire, 'safeFetch' | 'publicUrl'>): Handlers<typeof api.remoteSpaces> => ({
  list: (context) => listRemoteSpaces(context),
  copy: async (context, { body }) => ({ job_id: await startCopy(context, body) }),
  claim: async (context, { body }) => ({ remote_space: await claimSpace(context, wire, body) }),
  forget: (context, { params }) => forgetSpace(context, params.id),
  consents: (context) => listConsentsOfSpace(context),
  allow: (context, { body }) => allowCopy(context, body),
  withdraw: (context, { params }) => withdrawConsent(context, params.consentId),
  installations: (context) => listPaired(context),
  pairingCode: async (context) => ({ ...(await makePairingCode(context)), base_url: wire.publicUrl }),
  pair: (context, { body }) => pairWith(context, wire, body),
  unpair: (context, { params }) => unpair(context, params.id),
  answerPairing: (context, { body }) => answerPairing(context, body),
  answerClaim: (context, { body }, { request }) => answerClaim(context, request, body),
  answerSnapshot: (context, { body }, { request }) => answerSnapshot(context, request, body),
  answerState: (context, { body }, { request }) => answerState(context, request, body),
  answerObject: (context, { body }, { request, reply }) => answerObject(context, request, reply, body),
});
