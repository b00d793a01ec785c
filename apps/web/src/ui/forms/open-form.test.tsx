import { MantineProvider } from '@mantine/core';
import { createBrowserHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closeForm, useFormsInHistory, useNamedForm, useOpenForm } from './open-form.ts';

function Screen({ name }: { name: string }) {
  const openForm = useOpenForm();
  const upload = useNamedForm('version_upload');
  const space = useNamedForm('create_space');
  return (
    <main aria-label={name}>
      <button type="button" onClick={() => openForm({ form: 'version_upload', scheduleId: 7, versionId: null })}>
        Upload
      </button>
      <button type="button" onClick={() => openForm({ form: 'create_space' }, '/second')}>
        Space
      </button>
      {upload && <output>version upload {upload.scheduleId}</output>}
      {space && <output>create space</output>}
    </main>
  );
}

function Root() {
  useFormsInHistory();
  return <Outlet />;
}

/** A page with two screens over the history of the browser, the first of them open. */
async function shown() {
  window.history.replaceState(null, '', '/first');
  const rootRoute = createRootRoute({ component: Root });
  const routes = ['first', 'second'].map((name) =>
    createRoute({ getParentRoute: () => rootRoute, path: name, component: () => <Screen name={name} /> }),
  );
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history: createBrowserHistory() });
  await router.load();
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByRole('main', { name: 'first' });
  return { router, user: userEvent.setup({ delay: null }) };
}

afterEach(() => act(() => closeForm()));

const press = (name: string) => screen.getByRole('button', { name });
const form = () => screen.queryByRole('status')?.textContent ?? null;
const place = () => screen.getByRole('main').getAttribute('aria-label');

it('Back closes the open form and stays; the next one leaves', async () => {
  const { router, user } = await shown();
  act(() => router.history.push('/second'));
  await screen.findByRole('main', { name: 'second' });
  await user.click(press('Upload'));
  expect(form()).toBe('version upload 7');
  act(() => window.history.back());
  await waitFor(() => expect(form()).toBeNull());
  await waitFor(() => expect(window.location.pathname).toBe('/second'));
  expect(place()).toBe('second');
  act(() => window.history.back());
  await waitFor(() => expect(place()).toBe('first'));
});

it('closes a form on the first screen of the page too', async () => {
  const { user } = await shown();
  await user.click(press('Upload'));
  act(() => window.history.back());
  await waitFor(() => expect(form()).toBeNull());
  expect(place()).toBe('first');
});

it('opens on its own screen, one at a time, and ends with the screen', async () => {
  const { router, user } = await shown();
  await user.click(press('Upload'));
  await user.click(press('Space'));
  await waitFor(() => expect(place()).toBe('second'));
  expect(form()).toBe('create space');
  act(() => router.history.push('/first'));
  await waitFor(() => expect(place()).toBe('first'));
  expect(form()).toBeNull();
});
