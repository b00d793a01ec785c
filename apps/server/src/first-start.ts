import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app.ts';
import { countPeople, createUser } from './features/access/users/users.service.ts';
import { createDemoSpace } from './features/operations/demo-data/demo-data.service.ts';
import { createContext } from './platform/context.ts';
import type { Env } from './platform/env/env.ts';

const LOGIN = 'demo';

/**
 * On an installation without people: creates person `demo` with a generated or given password and a demo space. A generated password is
 * stored in a file of the data folder that only its owner can read, and shown at later starts.
 */
export type DemoSignIn = { login: string; password: string | null };

/**
 * On an installation without people: a person `demo` with a password of its own making (or the one that the operator gave, whatever
 * it is) and a demo space.
 * A password made here is kept in a file of the data folder that only its owner reads, to be shown at later starts.
 */
export async function prepareFirstStart(app: App, env: Env): Promise<DemoSignIn | null> {
  const keep = join(env.dataDir, 'demo-password');
  const known = await countPeople(app.services, LOGIN);
  if (known.people > 0) return known.named ? { login: LOGIN, password: env.demoPassword ? null : readKept(keep) } : null;
  const password = env.demoPassword ?? randomBytes(12).toString('base64url');
  const guest = createContext(app.services, {
    userId: 0,
    userName: '',
    spaceId: 0,
    rights: new Set(),
    requestId: 'first-start',
    clientAddress: '',
  });
  const userId = await createUser(guest, {
    login: LOGIN,
    email: 'demo@gantry.example',
    first_name: 'Demo',
    last_name: 'Planner',
    password,
    secret_question: 'Which installation is this?',
    answer: createHash('sha256').update(randomBytes(16)).digest('hex'),
  });
  const context = createContext(app.services, {
    userId,
    userName: 'Demo Planner',
    spaceId: 0,
    rights: new Set(),
    requestId: 'first-start',
    clientAddress: '',
  });
  await createDemoSpace(context, (spaceId) => app.contextOf({ userId, actorId: userId, spaceId, needs: [] }), env.demo);
  if (!env.demoPassword) writeFileSync(keep, `${password}\n`, { mode: 0o600 });
  return { login: LOGIN, password };
}

function readKept(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
