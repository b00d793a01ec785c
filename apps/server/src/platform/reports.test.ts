import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';

/** What browsers report of the content security policy. */
let world: World;
let now = Date.parse('2026-03-02T09:00:00Z');

beforeAll(async () => {
  world = await createWorld({}, { now: () => new Date(now) });
});
afterAll(() => world.close());

const report = (body: string, type = 'application/reports+json') =>
  fetch(`${world.base}/api/v1/csp-report`, { method: 'POST', body, headers: { 'content-type': type } }).then(({ status }) => status);
const reported = () =>
  world.log.filter((line) => line.includes('csp.violation')).map((line) => JSON.parse(line) as Record<string, unknown>);
const page = 'https://plans.example/auth/restore?token=secret#part';
const violation = { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.example/x.js?y=1', documentURL: page };

test('pages say where reports go and which powers they do without', async () => {
  const { headers } = await fetch(`${world.base}/auth/login`);
  expect(headers.get('reporting-endpoints')).toBe('csp="/api/v1/csp-report"');
  expect(headers.get('content-security-policy')).toContain('report-to csp');
  expect(headers.get('content-security-policy')).toContain('report-uri /api/v1/csp-report');
  for (const power of ['camera=()', 'microphone=()', 'geolocation=()', 'usb=()', 'payment=()'])
    expect(headers.get('permissions-policy')).toContain(power);
});

test('reports of either kind of browser stand in the log, without what may be a secret', async () => {
  expect(await report(JSON.stringify([{ type: 'csp-violation', body: violation }]))).toBe(204);
  const old = { 'effective-directive': 'img-src', 'blocked-uri': 'data', 'document-uri': page };
  expect(await report(JSON.stringify({ 'csp-report': old }), 'application/csp-report')).toBe(204);
  expect(reported()).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example/x.js', page: 'https://plans.example/auth/restore' },
    { directive: 'img-src', blocked: 'data', page: 'https://plans.example/auth/restore' },
  ]);
  expect(world.log.join()).not.toContain('secret');
});

test('what is no report changes nothing, and large or endless ones are refused', async () => {
  now += 60_000;
  const before = reported().length;
  for (const body of ['', 'x', '[]', '{}', '[{"type":"other","body":{}}]']) expect(await report(body)).toBe(204);
  expect(await report('{}', 'text/plain')).toBe(415);
  expect(await report('x'.repeat(20_000))).toBe(413);
  const many = JSON.stringify(Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'x' } })));
  expect(await report(many)).toBe(204);
  expect(reported().length - before).toBe(10);
});

test('an address sends some a minute', async () => {
  now += 60_000;
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent += 1) statuses.push(await report('[]'));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
  now += 60_000;
  expect(await report('[]')).toBe(204);
});
