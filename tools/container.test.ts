import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv, VARIABLES } from '../apps/server/src/platform/env/env.ts';
import { NODE_ARGUMENTS } from './set-up.mjs';

const root = resolve(import.meta.dirname, '..');
const file = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
const document = readFileSync(join(root, 'docs/operations/container.md'), 'utf8');
const steps = file.split('\n').flatMap((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1, 3) ?? []);
const of = (name: string): string[] => steps.filter((_step, at) => at % 2 === 1 && steps[at - 1] === name);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };

test('the image copies what is there: every workspace before packages are installed', () => {
  const sources = of('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1));
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  const before = file.slice(0, file.indexOf('npm ci'));
  for (const workspace of workspaces) expect(before).toContain(workspace.replace('/*', ''));
});

test('the image runs as a user without rights, writes its data folder alone, and runs no script of a package', () => {
  expect(of('USER')).toEqual(['10001']);
  expect(of('VOLUME')).toEqual(['/data']);
  expect(of('STOPSIGNAL')).toEqual(['SIGINT']);
  expect(of('ADD')).toEqual([]);
  expect(file).toContain('npm ci --ignore-scripts');
  const command = JSON.parse(of('CMD')[0]) as string[];
  // Debian's own Node is too old, and its npm makes no link to the one of the lock file.
  expect(command.slice(0, -1)).toEqual(['node', ...NODE_ARGUMENTS]);
  expect(existsSync(join(root, command.at(-1) ?? ''))).toBe(true);
  const [build, image] = file.split(/^FROM /m).slice(1);
  expect(build.indexOf('cp node_modules/node-linux-*/bin/node /usr/local/bin/node')).toBeLessThan(
    build.indexOf('RUN npm ci --ignore-scripts --no-audit --no-fund\n'),
  );
  expect(build).toContain('cp node_modules/node-linux-*/bin/node /usr/local/bin/node');
  expect(build).toContain('node tools/bill-of-materials.ts > sbom.cdx.json');
  expect(image).toContain('ln -s /opt/gantry/node_modules/node-linux-*/bin/node /usr/local/bin/node');
});

/** Volume, port and settings of the image: the documents and the compose file must name the same. */
const [data] = of('VOLUME');
const port = of('EXPOSE')[0];
const settings = Object.fromEntries(of('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))) as Record<string, string>;
const endSeconds = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(root, 'deploy/gantry.service'), 'utf8'))?.[1];

test('the image is run as the document tells: its volume, its port, and time to end its work', () => {
  expect(document).toContain(`--volume gantry:${data} --publish 127.0.0.1:3000:${port} gantry`);
  expect(settings).toMatchObject({ DATA_DIR: data, PORT: port });
  expect(document).toContain(`docker stop -t ${endSeconds} gantry`);
  expect(document).toContain(`runs as user ${of('USER')[0]}, writes \`${data}\``);
});

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment: Record<string, string>;
  ports?: string[];
  volumes: string[];
  tmpfs?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
};
const compose = parse(readFileSync(join(root, 'deploy/compose.yml'), 'utf8')) as {
  services: Record<'gantry' | 'postgres', Service>;
  volumes: Record<string, unknown>;
};

/** A text of the file as compose fills it in; the names that must be given are added to `asked`. */
const filledIn = (text: string, asked: Set<string>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, sign: string | undefined, words: string) => {
    if (sign === '-') return words;
    asked.add(name);
    return 'secret';
  });

test('compose builds the image of the repository, and gives it settings that the server reads', () => {
  const { gantry, postgres } = compose.services;
  const context = resolve(root, 'deploy', gantry.build?.context ?? '');
  expect([context, existsSync(join(context, gantry.build?.dockerfile ?? 'none'))]).toEqual([root, true]);
  const asked = new Set<string>();
  const given = Object.fromEntries(Object.entries(gantry.environment).map(([name, text]) => [name, filledIn(text, asked)]));
  expect(Object.keys(given).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  // The server starts with them, within the image's own.
  expect(() => readEnv({ ...settings, ...given })).not.toThrow();
  const database = new URL(given['DATABASE_URL']);
  expect(database.hostname in compose.services).toBe(true);
  expect([database.username, database.password]).toEqual(
    ['POSTGRES_USER', 'POSTGRES_PASSWORD'].map((name) => filledIn(postgres.environment[name], asked)),
  );
  expect(postgres.healthcheck?.test).toContain(`--username=${database.username}`);
  expect(postgres.environment['POSTGRES_DB'] ?? postgres.environment['POSTGRES_USER']).toBe(database.pathname.slice(1));
  // What has no default stands before the command in the document.
  const command = /`(.*)docker compose --file deploy\/compose\.yml up --detach`/.exec(document)?.[1] ?? '';
  expect(command.match(/\w+(?==)/g)).toEqual([...asked]);
});

test('compose keeps what is written, lets the server end its work, and starts it on a database that answers', () => {
  const { gantry, postgres } = compose.services;
  const mounts = [gantry, postgres].flatMap(({ volumes }) => volumes.map((line) => line.split(':')));
  expect(mounts.map(([name]) => name).filter((name) => !(name in compose.volumes))).toEqual([]);
  expect(Object.keys(compose.volumes).sort()).toEqual(mounts.map(([name]) => name).sort());
  expect(gantry).toMatchObject({ volumes: [`gantry:${data}`], read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
  expect(gantry.ports).toEqual([`127.0.0.1:3000:${port}`]);
  expect(gantry.stop_grace_period).toBe(`${endSeconds}s`);
  for (const [name, { condition }] of Object.entries(gantry.depends_on ?? {})) {
    expect(condition).toBe('service_healthy');
    expect(compose.services[name as 'postgres'].healthcheck).toBeDefined();
  }
  // PostgreSQL keeps its data below this folder from release 18 on, and in `/var/lib/postgresql/data` before.
  expect([postgres.image, postgres.volumes]).toEqual(['postgres:18', ['postgres:/var/lib/postgresql']]);
});
