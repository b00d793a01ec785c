import { z } from 'zod';

export const MAKE = 'backup_make';
export const VERIFY = 'backup_verify';
export const RESTORE = 'backup_restore';

export const backupInput = z.object({ backupId: z.number() });
export const restoreInput = z.object({ backupId: z.number(), mode: z.enum(['in_place', 'new_space']), name: z.string().nullable() });
