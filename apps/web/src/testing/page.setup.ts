/** What the tests of components stand on: texts, the fake server, and the measures that a document without a layout has not. */

import { cleanup, configure } from '@testing-library/react';
import { afterEach, assert, beforeAll, beforeEach } from 'vitest';
import { notifications } from '@mantine/notifications';
import { setApiSpace } from '../lib/calls/api-client.ts';
import { setCurrency } from '../lib/numbers.ts';
import { startI18n } from '../lib/texts/i18n.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { resetFakeServer, startFakeServer } from './fake-server.ts';

// Two cores are shared by many: an answer may take a while, and still comes.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  await startI18n('en-US');
  // Lists that show only what is in sight measure their scroller.
  for (const [side, size] of Object.entries({ clientHeight: 800, clientWidth: 1200 }))
    Object.defineProperty(Element.prototype, side, { configurable: true, get: () => size });
});

beforeEach(() => {
  startFakeServer();
  setApiSpace(1);
  setCurrency(null);
});

afterEach(() => {
  cleanup();
  notifications.clean();
  // What a test put beside React's elements would stand in the way of the next one, in whichever file that is.
  document.body.replaceChildren();
  queryClient.clear();
  localStorage.clear();
  assert.deepEqual(resetFakeServer(), []);
});
