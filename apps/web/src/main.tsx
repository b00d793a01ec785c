import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './app/tokens.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { handleApiError, watchForDefects } from './app/errors/error-handler.tsx';
import { cssVariablesResolver, theme } from './app/theme.ts';
import { setApiErrorHandler } from './lib/calls/api-client.ts';
import { readLanguage } from './lib/storage/client-storage.ts';
import { startI18n } from './lib/texts/i18n.ts';
import { chooseLanguage } from './lib/languages.ts';

watchForDefects();
await startI18n(chooseLanguage(readLanguage(), navigator.languages, null));
const root = document.getElementById('root') as HTMLElement;
const field = /^\/([1-9]\d{0,14})\/field\/?$/.exec(window.location.pathname);
if (field) {
  const { startField } = await import('./pages/field/field-start.tsx');
  await startField(Number(field[1]), root, { theme, cssVariablesResolver });
} else {
  setApiErrorHandler(handleApiError);
  createRoot(root).render(<App />);
}
