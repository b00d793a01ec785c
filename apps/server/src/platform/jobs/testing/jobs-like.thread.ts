import { standBack } from '../priority.ts';
import { openThread } from '../workers.ts';
import { serveThread } from '../workers.thread.ts';
import type { FoundPriority } from './priority.thread.ts';

standBack();
const thread = openThread<null, FoundPriority>(new URL('./priority.thread.ts', import.meta.url));
serveThread<null, FoundPriority>(() => thread.run(null));
