import { z } from 'zod';
import { ANYWHERE, endpoint, pathId } from '../endpoint.ts';

export const delegationErrors = {
  'delegation.not_found': 404,
  'delegation.not_valid': 403,
  'delegation.no_such_member': 422,
  'delegation.no_account': 422,
  'delegation.wrong_period': 422,
} as const;

/** The longest time that somebody acts for another by one delegation, in days. */
export const DELEGATION_DAYS_MAX = 366;

/** A person acts for another for a limited time. */
export const delegationRecord = z.object({
  id: z.number(),
  giver_id: z.number(),
  giver: z.string(),
  receiver_id: z.number(),
  receiver: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  /**
   * Acts for another person by the header `X-On-Behalf-Of` with their id. Rights over people and over the space are not delegated, nor are
   * received delegations.
   */
  active: z.boolean(),
});

const list = z.object({ delegations: z.array(delegationRecord) });

/** Acting in another person's name, by the header `X-On-Behalf-Of` with their id. Rights over people and the space itself are never passed on, nor is what one has received. */
export const delegation = {
  given: endpoint({
    method: 'GET',
    path: '/api/v1/delegation/given',
    summary: 'Who acts for the caller in this space, and when',
    right: 'space.read',
    place: ANYWHERE,
    output: list,
  }),
  received: endpoint({
    method: 'GET',
    path: '/api/v1/delegation/received',
    summary: 'For whom the caller acts in this space, and when',
    right: 'space.read',
    place: ANYWHERE,
    output: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/delegation',
    summary: "Let another member act in the caller's name for a time",
    right: 'space.read',
    place: ANYWHERE,
    audit: true,
    body: z.strictObject({ receiver_id: pathId, starts_at: z.iso.datetime({ offset: true }), ends_at: z.iso.datetime({ offset: true }) }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/delegation/{id}',
    summary: 'End a delegation; giver and receiver may',
    right: 'space.read',
    place: ANYWHERE,
    audit: true,
    params: z.object({ id: pathId }),
  }),
};
