import { fail } from '../../fail.ts';
import { serveThread } from '../workers.thread.ts';

/** Refuses each piece. */
serveThread<number, never>((id) => fail('version.not_found', { id }));
