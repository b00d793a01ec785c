import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app/tokens.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { handleApiError, watchForDefects } from './app/error-handler.tsx';
import { setApiErrorHandler } from './lib/api-client.ts';
import { readLanguage } from './lib/client-storage.ts';
import { startI18n } from './lib/i18n.ts';
import { chooseLanguage } from './lib/languages.ts';

setApiErrorHandler(handleApiError);
watchForDefects();
await startI18n(chooseLanguage(readLanguage(), navigator.languages, null));
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
