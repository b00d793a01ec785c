import { api } from '@gantry/contract';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { call, setApiSpace } from '../../lib/calls/api-client.ts';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { styleNonce } from '../../lib/csp-nonce.ts';
import { darkThemeManager } from '../../lib/dark-theme.ts';
import { readToken } from '../../lib/storage/client-storage.ts';
import { readFieldPerson, saveFieldPerson } from '../../lib/storage/field-person.ts';
import { speakAsElsewhere, speakAsLast } from './field-language.ts';
import { FieldPage } from './field-page.tsx';
import { hearInstallOffer } from './install-prompt.tsx';

type Look = Pick<Parameters<typeof MantineProvider>[0], 'theme' | 'cssVariablesResolver'>;

const WORKER = '/notices-worker.js';

/** Begins the field mode of a space beside the rest of the page: it needs no answer of the server to appear. */
export async function startField(spaceId: number, root: HTMLElement, look: Look): Promise<void> {
  setApiSpace(spaceId);
  hearInstallOffer();
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `/${spaceId}/field.webmanifest` }));
  const userId = await personHere();
  if (userId === null) {
    window.location.replace(`/auth/login?redirect=${encodeURIComponent(`/${spaceId}/field`)}`);
    return;
  }
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider {...look} colorSchemeManager={darkThemeManager()} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <Notifications position="top-right" limit={5} />
        <FieldPage userId={userId} spaceId={spaceId} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await keepShell();
}

/** Who is signed in: as the server says, else as this browser knew it last. */
async function personHere(): Promise<number | null> {
  if (readToken() === null) return null;
  try {
    const { id, language } = await call(api.users.whoAmI, {}, { quiet: true });
    saveFieldPerson(id);
    await speakAsElsewhere(language);
    return id;
  } catch (error) {
    if (isRefusal(error, 'auth.not_signed_in')) return null;
    await speakAsLast();
    return readFieldPerson();
  }
}

/** Keeps this page in the browser, so that it opens without a connection, and asks it not to clear what waits. */
async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const assets = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({
    kind: 'keep-field',
    page: window.location.pathname,
    assets: [...new Set(assets)].filter((path) => path.startsWith('/assets/')),
  });
  await navigator.storage?.persist?.();
}
