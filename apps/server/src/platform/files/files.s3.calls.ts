import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Where an S3 service keeps the files, and as whom the server signs. */
export type S3Settings = {
  endpoint: string;
  bucket: string;
  /** Begins the name of every object; empty, or it ends with a slash. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** An answer of the service that is no success: 403, `AccessDenied`. */
export class S3Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`the S3 service answered ${status}${code ? ` ${code}` : ''}`);
    this.name = 'S3Refused';
    this.status = status;
    this.code = code;
  }
}

type Call = { key?: string; query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> };

const TRIES = 5;
const FIRST_PAUSE_MS = 100;
/** How long the head of an answer may take; the part of an upload is sent in it. */
const ANSWER_MS = 120_000;

/** Calls an S3 service. What it cannot do for a moment (no connection, 429, 5xx) is tried again. */
export type S3Calls = (method: string, call: Call) => Promise<Response>;

export function openS3Calls({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Settings): S3Calls {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3', retries: 0 });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;

  async function once(method: string, { key, query = {}, headers = {}, body }: Call): Promise<Response> {
    const url = new URL(key === undefined ? base : `${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // Signed with the sum of the body, so that the service refuses what was changed on the way.
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await client.sign(url, { method, headers: { ...headers, 'x-amz-content-sha256': sum }, body });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('the S3 service did not answer in time')), ANSWER_MS);
    try {
      return await fetch(url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
        redirect: 'error',
        signal: late.signal,
        ...(body ? { body } : {}),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (method, call) => {
    for (let tried = 1; ; tried++) {
      const answer = await once(method, call).catch((error: unknown) => {
        if (tried >= TRIES) throw error;
        return null;
      });
      if (answer?.ok) return answer;
      if (answer) {
        const code = /<Code>([^<]{1,100})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? '';
        const passing = answer.status === 429 || (answer.status >= 500 && answer.status !== 501);
        if (!passing || tried >= TRIES) throw new S3Refused(answer.status, code);
      }
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
    }
  };
}

/** Texts of an element of an answer, in their order. */
export const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => text);
