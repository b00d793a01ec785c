import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '../app/theme.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { ConfirmHost } from '../ui/forms/confirm.tsx';

type Shown = {
  user: UserEvent;
  /** Where the page stands now, such as `/1?tab=x`. */
  place(): string;
};

function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
        <Notifications />
        {children}
        <ConfirmHost />
      </MantineProvider>
    </QueryClientProvider>
  );
}

function routerFor(element: ReactNode, path: string) {
  const rootRoute = createRootRoute({ component: Outlet });
  const component = () => element;
  const routes = [
    '/$spaceId',
    '/$spaceId/kanban-schedule/$id/$boardId/{-$cardId}',
    '/$spaceId/pipeline/$projectId',
    '/$spaceId/estimates/$projectId',
    '/$spaceId/model/$projectId',
    '/$spaceId/schedule/$id/print',
    '/$spaceId/reports/$nodeId',
    '/$spaceId/$',
    '/$',
  ].map((where) => createRoute({ getParentRoute: () => rootRoute, path: where, component }));
  return createRouter({ routeTree: rootRoute.addChildren(routes), history: createMemoryHistory({ initialEntries: [path] }) });
}

/** Shows a component as the page would: with its texts, its theme, its cache and a place to stand. */
export async function show(element: ReactNode, { path = '/1' }: { path?: string } = {}): Promise<Shown> {
  const router = routerFor(element, path);
  await router.load();
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await act(async () => {});
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), place: () => router.state.location.href };
}

/** Runs a hook as a component of the page would. */
export function runHook<R>(hook: () => R): { current: R } {
  const router = routerFor(null, '/1');
  return renderHook(hook, {
    wrapper: ({ children }) => (
      <Providers>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </Providers>
    ),
  }).result;
}

/** The dialog that is open, with its title. */
export const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

/** Chooses an option of a Select by its label. */
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** What a field says is wrong with it; empty where nothing is. */
export const problemOf = (field: HTMLElement): string => document.getElementById(`${field.id}-error`)?.textContent ?? '';
