import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Services } from './context.ts';
import { readBody } from './http/http.bodies.ts';

/** The name of the endpoint in the headers, and where it stands. */
export const REPORTS = 'csp';
export const REPORTS_PATH = '/api/v1/csp-report';

const REPORT_BYTES = 16 * 1024;
const REPORT_MS = 5_000;
const REPORTS_A_BODY = 10;
/** Bodies that an address, and all of them together, may send in a minute: anybody can send them, and each writes to the log. */
const A_MINUTE = { ofAddress: 10, ofAll: 100 };

/** What went against the policy of a page, in the words of either kind of browser. */
const violation = z.object({
  'effective-directive': z.string().optional(),
  effectiveDirective: z.string().optional(),
  'blocked-uri': z.string().optional(),
  blockedURL: z.string().optional(),
  'document-uri': z.string().optional(),
  documentURL: z.string().optional(),
});
const reports = z.union([
  z.array(z.object({ type: z.literal('csp-violation'), body: violation })),
  z.object({ 'csp-report': violation }).transform((one) => [{ body: one['csp-report'] }]),
]);

/** Takes the reports of browsers about what the content security policy has kept out, into the log, some a minute. */
export function takeReports(place: FastifyInstance, services: Pick<Services, 'log' | 'now'>): void {
  const within = countMinutes(() => services.now().getTime());
  place.removeAllContentTypeParsers();
  place.addContentTypeParser(['application/reports+json', 'application/csp-report'], async (_request: FastifyRequest, body: Readable) =>
    readBody(body, { bytes: REPORT_BYTES, ms: REPORT_MS }).then(String),
  );
  const onRequest = (request: FastifyRequest, reply: FastifyReply, go: () => void): void => {
    if (within(request.ip)) go();
    else void reply.code(429).send();
  };
  place.post<{ Body: string | undefined }>(REPORTS_PATH, { bodyLimit: REPORT_BYTES, onRequest }, async (request, reply) => {
    const parsed = reports.safeParse(parseJson(request.body ?? ''));
    for (const { body } of parsed.success ? parsed.data.slice(0, REPORTS_A_BODY) : [])
      services.log.warn('csp.violation', {
        directive: (body.effectiveDirective ?? body['effective-directive'] ?? '').slice(0, 64),
        blocked: placeOf(body.blockedURL ?? body['blocked-uri']),
        page: placeOf(body.documentURL ?? body['document-uri']),
      });
    return reply.code(204).send();
  });
}

/** An address without what stands behind `?` or `#`, which may be a secret. */
const placeOf = (address = ''): string => address.split(/[?#]/)[0].slice(0, 200);

/** Counts in the running minute; false for what is too much. */
function countMinutes(now: () => number): (address: string) => boolean {
  let minute = 0;
  let all = 0;
  const counts = new Map<string, number>();
  return (address) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      [minute, all] = [current, 0];
      counts.clear();
    }
    const count = counts.get(address) ?? 0;
    if (count >= A_MINUTE.ofAddress || all >= A_MINUTE.ofAll) return false;
    counts.set(address, count + 1);
    all += 1;
    return true;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
