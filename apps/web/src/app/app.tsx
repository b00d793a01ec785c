import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '../lib/csp-nonce.ts';
import { darkThemeManager } from '../lib/dark-theme.ts';
import { queryClient } from '../lib/calls/query-client.ts';
import { ToastVoice } from '../ui/toasts.tsx';
import { BootGate } from './boot-gate.tsx';
import { router } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

const colorSchemeManager = darkThemeManager();

/** The page with everything that it needs around it. */
export function App() {
  const { t } = useTranslation();
  const close = t('ui.close');
  // Accessible names of the close buttons of dialogs and toasts.
  const spoken = useMemo(
    () => mergeThemeOverrides(theme, { components: { CloseButton: { defaultProps: { 'aria-label': close } } } }),
    [close],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={spoken}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Notifications position="top-right" limit={5} zIndex={900} />
        <ToastVoice />
        <BootGate>
          <RouterProvider router={router} />
        </BootGate>
      </MantineProvider>
    </QueryClientProvider>
  );
}
