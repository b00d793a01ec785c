import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { cadenceFields } from '../cadence.ts';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';
import { nameField } from '../fields.ts';

export const backupsErrors = {
  'backup.not_found': 404,
  'backup.job_not_found': 404,
  'backup.not_ready': 409,
  /** The newest backup that was proven by restoring goes only where that is confirmed. */
  'backup.last_proven': 409,
  'backup.name_differs': 422,
  'backup.no_former': 404,
  'backup.cron': 422,
  'backup.busy': 409,
  'backup.wrong_key': 409,
  'backup.damaged': 409,
  'backup.object_missing': 409,
  /** A manifest that is older than it claims to be: its counter is that of another one. */
  'backup.replayed': 409,
  'backup.newer': 409,
  'backup.too_old': 409,
  'backup.differs': 409,
  'backup.no_space': 507,
  /** An object of it would be larger than what is read again. */
  'backup.too_large': 422,
  /** A file of a backup opens with a code, which nobody has made yet. */
  'backup.no_code': 409,
  'backup.wrong_code': 422,
  'backup.no_backup_file': 422,
} as const;

const count = z.number().int().min(0).max(1000);
/** How many are kept: the last ones, and the newest of so many days, weeks and months. */
const keep = z.strictObject({
  last: count.min(1).default(7),
  daily: count.default(7),
  weekly: count.default(4),
  monthly: count.default(12),
});
export type BackupKeep = z.output<typeof keep>;

const finding = z.object({ code: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) });

const backup = z.object({
  id: z.number(),
  name: z.string(),
  at: z.string(),
  /** The job that made it; null: by hand. */
  job_id: z.number().nullable(),
  program: z.string(),
  with_files: z.boolean(),
  rows: z.number(),
  bytes: z.number(),
  /** Made: all of it was written and read back. Proven: it was restored and every table compared. */
  state: z.enum(['making', 'made', 'proven', 'broken']),
  proved_at: z.string().nullable(),
  findings: z.array(finding),
  author: z.string().nullable(),
});
export type Backup = z.output<typeof backup>;

const schedule = z.strictObject({
  ...cadenceFields,
  keep: keep.default({ last: 7, daily: 7, weekly: 4, monthly: 12 }),
  with_files: z.boolean().default(true),
});
export type BackupSchedule = z.output<typeof schedule>;

const job = z.object({
  ...schedule.shape,
  id: z.number(),
  next_runs: z.array(z.string()),
  last_run: z.string().nullable(),
  last_proven: z.string().nullable(),
});
export type BackupJob = z.output<typeof job>;

const change = z.object({ people: z.array(z.object({ name: z.string(), edits: z.number(), messages: z.number(), files: z.number() })) });

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, backupId: pathId });
const right = 'backups.manage';
const place = atSpace('id');

export const backups = {
  jobs: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/backups/jobs',
    summary: 'When backups of a space are made by themselves',
    right,
    place,
    params,
    output: z.object({ jobs: z.array(job) }),
  }),
  addJob: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/backups/jobs',
    summary: 'Have backups of a space made by themselves',
    right,
    place,
    params,
    body: schedule,
    output: z.object({ success: z.literal(true), id: z.number(), next_runs: z.array(z.string()) }),
  }),
  removeJob: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/backups/jobs/{jobId}',
    summary: 'Make no more backups by themselves; those that were made stay',
    right,
    place,
    params: z.object({ id: pathId, jobId: pathId }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/backups',
    summary: 'Backups of a space, the newest first',
    right,
    place,
    params,
    query: z.object({
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
    output: z.object({
      backups: z.array(backup),
      /** The offset of the next page; null: there is none. */
      next: z.number().nullable(),
      last_proven: z.string().nullable(),
      /** When the code was made that files of backups open with. */
      recovery_made_at: z.string().nullable(),
      /** Spaces that this one stands in for since a restore, and until when each is kept. */
      former: z.array(z.object({ id: z.number(), name: z.string(), until: z.string() })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/backups',
    summary: 'Back a space up and prove it by restoring, as a job',
    right,
    place,
    params,
    body: z.strictObject({ name: nameField('validation.enter_name').optional(), with_files: z.boolean().default(true) }),
    output: jobAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/backups/{backupId}',
    summary: 'Delete a backup; the newest proven one only where that is confirmed',
    right,
    place,
    params: one,
    body: z.strictObject({ confirm: z.boolean().default(false) }).default({ confirm: false }),
  }),
  /** Not spelled in the specification. */
  verify: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/backups/{backupId}/verify',
    summary: 'Read a backup back, restore it without leaving a trace and compare every table, as a job',
    right,
    place,
    params: one,
    output: jobAnswer,
  }),
  /** Not spelled in the specification. */
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/backups/{backupId}/preview',
    summary: 'What a restore in place would take away: all that came after the backup, by person',
    right,
    place,
    params: one,
    output: z.object({ at: z.string(), name: z.string(), rows: z.number(), ...change.shape }),
  }),
  restore: endpoint({
    method: 'PATCH',
    path: '/api/v1/space/{id}/backups/{backupId}/restore',
    summary: 'Restore a backup, as a job: in place of the space, which is kept 30 days, or as a new space',
    right: 'space.delete',
    place,
    params: one,
    body: z.strictObject({
      mode: z.enum(['in_place', 'new_space']).default('in_place'),
      /** The name of the new space. */
      name: nameField('validation.enter_space_name').optional(),
      /** The name of the space as it is now; in place only. */
      confirm: z.string().max(500).optional(),
      /** Of the caller, who has one; in place only. */
      password: z.string().max(128).optional(),
    }),
    output: jobAnswer,
  }),
  /** Not spelled in the specification. */
  goBack: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/backups/former/{formerId}',
    summary: 'Put a former space back in the place of the one that was restored, which is kept 30 days in turn',
    right: 'space.delete',
    place,
    params: z.object({ id: pathId, formerId: pathId }),
    body: z.strictObject({ confirm: z.string().max(500), password: z.string().max(128).optional() }),
    output: z.object({ success: z.literal(true), space_id: z.number() }),
  }),
  /** Not spelled in the specification. */
  recoveryCode: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/backups/recovery-code',
    summary: 'Make the code that files of backups open with in any installation; it is shown this once, and files taken before keep theirs',
    right: 'space.delete',
    place,
    params,
    output: z.object({ success: z.literal(true), code: z.string() }),
  }),
  /** Not spelled in the specification. */
  download: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/backups/{backupId}/download',
    summary: 'A backup as one file, which opens with the recovery code of its space',
    right: 'space.delete',
    place,
    audit: true,
    params: one,
    /** A browser that saves it by itself says no head; the path names the same space. */
    query: z.object({ space_id: pathId.optional() }),
    response: 'binary',
  }),
  /** Not spelled in the specification. */
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/backups/upload',
    summary: 'Restore a file of a backup, of this installation or another one, as a new space of the caller, as a job',
    right: 'own_session',
    request: 'multipart',
    output: jobAnswer,
  }),
};

/** Fields of the form beside the file; without a name the new space bears that of its backup. */
export const backupUploadFields = z.object({
  code: z.string().max(100),
  name: z.string().trim().min(1).max(200).optional(),
});

export const backupsEvents = {
  backup_created: event({ backup_id: z.number(), date: z.string() }),
  backup_restored: event({ backup_id: z.number(), date: z.string(), status: z.enum(['success', 'warning']), space_id: z.number() }),
};
