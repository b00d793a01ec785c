import { z } from 'zod';

export const PROFILE_KINDS = ['install', 'remove', 'temporary', 'maintain', 'neutral'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];
/** How an element stands: its works not begun, under way, done; ahead of what was promised, behind it, or on the critical path. */
export const PROFILE_PHASES = ['before', 'active', 'after', 'early', 'late', 'critical'] as const;
export type ProfilePhase = (typeof PROFILE_PHASES)[number];

/** Whether an element is seen, its colour, how solid it is. */
export const look = {
  visible: z.boolean(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .describe('`#rrggbb`; null: as the model has it'),
  opacity: z.number().min(0.05).max(1),
};
export const elementLook = z.object(look);
export type ElementLook = z.output<typeof elementLook>;
