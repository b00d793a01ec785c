import { api } from '@gantry/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localToday } from '../dates.ts';
import { saveToken } from '../storage/client-storage.ts';
import { ApiError } from './api-error.ts';
import { call, openStream, pathOf, setApiActingFor, setApiErrorHandler, setApiLanguage, setApiSpace } from './api-client.ts';

const sent: { url: string; init: RequestInit }[] = [];
let answer: () => Promise<Response> = async () => new Response('{"success":true}');

beforeEach(() => {
  sent.length = 0;
  answer = async () => new Response('{"success":true}');
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=csrf-1' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
  setApiLanguage('en-US');
  setApiSpace(4);
  setApiErrorHandler(() => 'rethrow');
});
afterEach(() => void vi.unstubAllGlobals());

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

it('derives method, path, body and headers from the contract', async () => {
  await call(api.eps.rename, { params: { id: 12 }, body: { name: 'Block A' } });
  const [{ url, init }] = sent;
  expect(url).toBe('/api/v1/eps/12/rename');
  expect(init.method).toBe('PATCH');
  expect(init.body).toBe('{"name":"Block A"}');
  expect(init.credentials).toBe('same-origin');
  expect(init.headers).toEqual({
    'Accept-Language': 'en',
    'X-Local-Day': localToday(),
    'X-Space-Id': '4',
    'X-XSRF-TOKEN': 'csrf-1',
    'Content-Type': 'application/json',
  });
});

it('sends the CSRF header with every call that changes data, also a GET, and with no other', async () => {
  await call(api.localization.choose, { params: { id: 'ru' } });
  await call(api.eps.tree);
  expect(sent.map(({ init }) => 'X-XSRF-TOKEN' in (init.headers as object))).toEqual([true, false]);
});

it('leaves undefined query values out and escapes path values', async () => {
  await call(api.projects.list, { query: { facility_id: undefined } });
  expect(sent[0].url).toBe('/api/v1/projects');
  expect(pathOf('/a/{x}/b', { x: '../c?d' })).toBe('/a/..%2Fc%3Fd/b');
});

it('throws what the server refused, as the body says it', async () => {
  const errors = [{ code: 'node.name_taken', message: 'taken', parameters: { name: 'A' } }];
  answer = async () => json({ success: false, error_message: 'node.name_taken', errors }, 409);
  const error = await call(api.eps.tree).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: 'refused', status: 409, errors });
  expect((error as ApiError).has('node.name_taken')).toBe(true);
});

it('takes a success flag that is false for a failure, whatever the status', async () => {
  answer = async () => json({ success: false, error_message: 'no' }, 200);
  await expect(call(api.eps.tree)).rejects.toMatchObject({ kind: 'refused', errorMessage: 'no', errors: [] });
});

it.each([
  ['an array', [{ code: 'a', message: 'Text' }]],
  ['an array as text', JSON.stringify([{ code: 'a', message: 'Text' }])],
])('reads localized errors from %s', async (_name, body) => {
  answer = async () => json(body, 400, { 'error-type': 'localized' });
  await expect(call(api.eps.tree)).rejects.toMatchObject({ kind: 'localized', errors: [{ code: 'a', message: 'Text', parameters: {} }] });
});

it('tells an unreachable server from a cancelled call, and is silent about the latter', async () => {
  const handler = vi.fn(() => 'rethrow' as const);
  setApiErrorHandler(handler);
  answer = async () => {
    throw new TypeError('fetch failed');
  };
  await expect(call(api.eps.tree)).rejects.toMatchObject({ kind: 'unreachable' });
  const cancel = new AbortController();
  cancel.abort();
  await expect(call(api.eps.tree, {}, { signal: cancel.signal })).rejects.toMatchObject({ kind: 'cancelled' });
  expect(handler).toHaveBeenCalledTimes(1);
});

it('does not end a call whose page is being left', async () => {
  answer = async () => json({ success: false, error_message: 'IPNotAllowed' }, 403);
  setApiErrorHandler(() => 'stop');
  const settled = vi.fn();
  void call(api.eps.tree).then(settled, settled);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(settled).not.toHaveBeenCalled();
});

it('streams with the headers of every other call: language, space and the person it is made for', async () => {
  setApiActingFor({ spaceId: 4, userId: 9 });
  await openStream(api.wbs.list, { params: { id: 7 } }, 'application/x-columns', new AbortController().signal);
  setApiActingFor(null);
  expect(sent[0].url).toBe('/api/v1/versions/7/wbs');
  expect(sent[0].init.headers).toEqual({
    Accept: 'application/x-columns',
    'Accept-Language': 'en',
    'X-Local-Day': localToday(),
    'X-Space-Id': '4',
    'X-On-Behalf-Of': '9',
  });
});

it('asks again when a refusal comes from a session that another tab has replaced, and leaves the new one alone', async () => {
  const refusals: number[] = [];
  setApiErrorHandler(({ status }) => {
    refusals.push(status);
    return 'rethrow';
  });
  saveToken('old');
  const signInElsewhere = async (): Promise<Response> => {
    saveToken('new');
    answer = async () => json({ success: true, nodes: [] }, 200);
    return json({ success: false, error_message: 'auth.required', errors: [] }, 401);
  };
  answer = signInElsewhere;
  expect(await call(api.eps.tree)).toMatchObject({ success: true });
  expect(sent).toHaveLength(2);
  saveToken('old');
  answer = signInElsewhere;
  await expect(call(api.eps.rename, { params: { id: 1 }, body: { name: 'A' } })).rejects.toMatchObject({ kind: 'cancelled' });
  expect(sent).toHaveLength(3);
  expect(refusals).toEqual([]);
  answer = async () => json({ success: false, error_message: 'auth.required', errors: [] }, 401);
  await expect(call(api.eps.tree)).rejects.toMatchObject({ status: 401 });
  expect(refusals).toEqual([401]);
});
