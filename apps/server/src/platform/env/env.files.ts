import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { S3Settings } from '../files/files.s3.calls.ts';

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'it is the name of a bucket: small letters, digits, dots and hyphens');

/** Variables that name an S3 service for files. */
export const filesVariables = {
  GANTRY_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  GANTRY_S3_BUCKET: bucketName.optional(),
  GANTRY_S3_PREFIX: z
    .string()
    .regex(/^(?:[\w-]{1,100}\/)*$/, 'it is empty or ends with a slash, such as gantry/')
    .default(''),
  GANTRY_S3_REGION: z.string().min(1).default('us-east-1'),
  GANTRY_S3_ACCESS_KEY: z.string().min(1).optional(),
  GANTRY_S3_SECRET_KEY: z.string().min(1).optional(),
  GANTRY_COPIES_DIR: z.string().min(1).optional(),
  GANTRY_BACKUP_DIR: z.string().min(1).optional(),
  GANTRY_BACKUP_S3_BUCKET: bucketName.optional(),
  GANTRY_BACKUP_KEY_FILE: z.string().min(1).optional(),
};

const variables = z.object(filesVariables);
const NEEDED = ['GANTRY_S3_BUCKET', 'GANTRY_S3_ACCESS_KEY', 'GANTRY_S3_SECRET_KEY'] as const;

/** The S3 service that files are kept at; null: they lie in the data folder. */
export function readFiles(env: z.output<typeof variables>): S3Settings | null {
  const { GANTRY_S3_ENDPOINT: endpoint, GANTRY_S3_BUCKET: bucket, GANTRY_S3_ACCESS_KEY: accessKey, GANTRY_S3_SECRET_KEY: secretKey } = env;
  const missing = NEEDED.find((name) => env[name] === undefined);
  if (!endpoint) {
    const named = NEEDED.find((name) => env[name] !== undefined);
    if (named) throw new Error(`The environment variable ${named} is not usable: GANTRY_S3_ENDPOINT names no service`);
    return null;
  }
  if (!bucket || !accessKey || !secretKey)
    throw new Error(`The environment variable ${missing} is not usable: GANTRY_S3_ENDPOINT needs it beside itself`);
  return { endpoint, bucket, prefix: env.GANTRY_S3_PREFIX, region: env.GANTRY_S3_REGION, accessKey, secretKey };
}

/** Where backups of spaces lie: a bucket of the same S3 service, else a folder; and the file of the key that locks and signs them. */
export function readBackups(env: z.output<typeof variables>, dataDir: string): { folder: string; s3: S3Settings | null; keyFile: string } {
  const bucket = env.GANTRY_BACKUP_S3_BUCKET;
  const service = readFiles(env);
  if (bucket && !service)
    throw new Error('The environment variable GANTRY_BACKUP_S3_BUCKET is not usable: GANTRY_S3_ENDPOINT names no service');
  return {
    folder: resolve(env.GANTRY_BACKUP_DIR ?? join(dataDir, 'backups')),
    s3: bucket && service ? { ...service, bucket } : null,
    keyFile: resolve(env.GANTRY_BACKUP_KEY_FILE ?? join(dataDir, 'keys', 'backups.key')),
  };
}
