import { z } from 'zod';

export const MAKE = 'backup_make';
export const VERIFY = 'backup_verify';
export const RESTORE = 'backup_restore';
export const RESTORE_FILE = 'backup_upload';

export const backupInput = z.object({ backupId: z.number() });
/** The key of the file's objects is locked with that of this installation. */
export const restoreFileInput = z.object({
  file: z.string(),
  folder: z.string(),
  key: z.string(),
  publicKey: z.string(),
  manifest: z.string(),
  name: z.string(),
});
export const restoreInput = z.object({ backupId: z.number(), mode: z.enum(['in_place', 'new_space']), name: z.string().nullable() });
