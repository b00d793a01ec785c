import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const DOCUMENTS = ['README.md', ...readdirSync(join(root, 'docs/operations')).map((name) => `docs/operations/${name}`)];
const PROGRAMS =
  /^(?:[A-Z_]+=\S+ )*(?:aws|cd|chown|cp|docker|git|journalctl|node|npm|npx|systemctl|systemd-analyze|useradd|[\w./]*\/[\w-]+\.sh|\.ci\/run)(?: |$)/;

/** Command lines of a document: lines of its blocks, and commands within its sentences. */
function commandsIn(text: string): string[] {
  const [blocks, lines]: string[][] = [[], []];
  for (const [index, part] of text.split(/^```.*$/m).entries()) {
    if (index % 2) blocks.push(...part.split('\n'));
    else lines.push(...[...part.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code));
  }
  return [...blocks, ...lines].flatMap((line) => line.split(' && ')).filter((line) => PROGRAMS.test(line));
}

/** What runs a command, and its words there. */
const RUN: Record<string, [file: string, words: string]> = {
  'npm start': ['tools/fresh-debian.sh', 'exec npm start'],
  'npm ci --ignore-scripts': ['tools/fresh-debian.sh', 'npm ci --ignore-scripts'],
  'npm run build': ['tools/fresh-debian.sh', 'npm run build'],
  'useradd --system --home-dir /var/lib/gantry --shell /usr/sbin/nologin gantry': [
    'tools/fresh-debian.sh',
    'useradd --system --home-dir /var/lib/gantry --shell /usr/sbin/nologin gantry',
  ],
  'git clone ADDRESS-OF-THE-REPOSITORY /opt/gantry': ['tools/fresh-debian.sh', 'git archive HEAD) | tar x -C "$folder/opt/gantry"'],
  'git fetch --tags': ['tools/machine.test.ts', "'fetch', '--quiet', '--tags'"],
  'git checkout RELEASE': ['tools/machine.test.ts', "'checkout', '--quiet', 'RELEASE'"],
  'systemd-analyze security gantry': ['tools/machine.test.ts', "'security', '--no-pager'"],
  'cd /opt/gantry': ['tools/fresh-debian.sh', 'cd /opt/gantry'],
  'cp deploy/gantry.service /etc/systemd/system/': ['tools/fresh-debian.sh', 'deploy/gantry.service" "$folder/etc/systemd/system/"'],
  'docker build --file deploy/Containerfile --tag gantry .': ['tools/container-image.sh', '--file "$folder/source/deploy/Containerfile"'],
  'docker run --detach --name gantry --read-only --tmpfs /tmp --cap-drop ALL --volume gantry:/data --publish 127.0.0.1:3000:3000 gantry': [
    'tools/container-image.sh',
    'What a runtime does with --read-only, --tmpfs /tmp, --user and --cap-drop ALL',
  ],
  'npm run backup -- --to /mnt/elsewhere/by-hand --data /var/lib/gantry': [
    'apps/server/src/platform/postgres/embedded-postgres.base.test.ts',
    "documented('npm run backup')",
  ],
  'npm run backup -- --to /mnt/elsewhere/before-upgrade --data /var/lib/gantry': [
    'apps/server/src/platform/postgres/embedded-postgres.base.test.ts',
    "documented('npm run backup')",
  ],
  'npm run sbom --silent': ['tools/bill-of-materials.test.ts', "'--silent', 'run', 'sbom'"],
  'npm run restore -- --from /mnt/elsewhere/gantry --into /var/lib/gantry-restored --at 2026-03-02T08:30:00Z': [
    'apps/server/src/platform/postgres/embedded-postgres.base.test.ts',
    "documented('npm run restore')",
  ],
  'npm run upgrade-database -- --from /var/lib/gantry --into /var/lib/gantry-new': [
    'apps/server/src/database/upgrade-postgres.test.ts',
    'upgrade(into, again)',
  ],
  'npm run upgrade-database -- --from postgresql://postgres@db.internal/gantry --into /var/lib/gantry-new': [
    'apps/server/src/database/upgrade-postgres.test.ts',
    'upgrade(url, into)',
  ],
  'DATABASE_URL=postgresql://postgres@db.internal/gantry npm run distribute --silent -- --print > distribute.sql': [
    'apps/server/src/database/distribution/distribution.test.ts',
    'tools/installation/distribute.ts',
  ],
  'npm run space-file -- --from /mnt/elsewhere/backups/FOLDER --to space.gantry-space': [
    'apps/server/src/features/operations/backups/backups.file.test.ts',
    'tools/installation/space-file.ts',
  ],
  'npm run capacity -- --spaces 1000': ['tools/capacity.test.ts', "loadOf(['--spaces'"],
  'npm test': ['.ci/run', 'npm test --silent'],
  'npm test -- unit': ['.ci/run', 'npm test --silent -- unit'],
  'npm run check': ['.ci/run', 'npm run --silent check'],
  'npm run torture -- smoke': ['.ci/run', 'npm run --silent torture -- smoke'],
};

/** Who runs these does so by hand: each is a tool of this repository with an end of its own. */
const TOOLS: Record<string, string> = {
  '.ci/run': '.ci/run',
  'GANTRY_TEST_POOLER=on npm test -- server': 'tools/testing/test-database.ts',
  'npm run bench:live': 'bench/live/run.ts',
  'npm run bench:reads': 'bench/live/reads.ts',
  'npm run bench:operations -- rolling': 'bench/operations/rolling.ts',
  'npm run pictures': 'tools/pictures.mjs',
  'npm run torture -- smoke power': 'tools/torture/power/power.ts',
  'npm run torture -- soak --minutes 20': 'tools/torture/soak/soak.ts',
  'npm run torture -- smoke standby': 'tools/torture/standby/standby.ts',
};

/** Programs of the machine alone: `machine.test.ts` asks those that are there for their words, `container.test.ts` reads their files. */
const OF_THE_MACHINE = new Set([
  'aws s3 sync files s3://BUCKET/PREFIX',
  'chown --recursive gantry:gantry /var/lib/gantry-restored',
  'docker logs gantry',
  'docker stop -t 90 gantry',
  'journalctl --unit gantry --follow',
  'POSTGRES_PASSWORD=… docker compose --file deploy/compose.yml up --detach',
  'systemctl daemon-reload',
  'systemctl edit gantry',
  'systemctl enable --now gantry',
  'systemctl restart gantry',
  'systemctl stop gantry',
]);

const found = DOCUMENTS.flatMap((document) => commandsIn(read(document)).map((command) => ({ document, command })));

test('each command of the documents is run by a test or a tool, and names what is there', () => {
  const known = (command: string): boolean => command in RUN || command in TOOLS || OF_THE_MACHINE.has(command);
  expect(found.filter(({ command }) => !known(command))).toEqual([]);
  expect(Object.entries(RUN).flatMap(([command, [file, words]]) => (read(file).includes(words) ? [] : [command]))).toEqual([]);
  expect(Object.entries(TOOLS).flatMap(([command, file]) => (existsSync(join(root, file)) ? [] : [command]))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = found.flatMap(({ command }) => /npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const files = found.flatMap(({ command }) => [...command.matchAll(/deploy\/[\w.]+/g)].map(([file]) => file));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no command is listed that no document names', () => {
  const named = new Set(found.map(({ command }) => command));
  expect([...Object.keys(RUN), ...Object.keys(TOOLS), ...OF_THE_MACHINE].filter((command) => !named.has(command))).toEqual([]);
});

test('commands are found in blocks and in sentences, and apart where one line holds several', () => {
  expect(commandsIn('Do `npm ci && npm run x` with `PORT`.\n```\nA=1 docker run x\nPORT=3\n```\n')).toEqual([
    'A=1 docker run x',
    'npm ci',
    'npm run x',
  ]);
});
