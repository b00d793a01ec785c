import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 begins with; those of level 3 stand behind them. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3
  5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2
  13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const REQUIREMENTS = SECTIONS.split(/\s+/).flatMap((entry) => {
  const [section, count] = entry.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
});
const VERDICTS = ['met', 'partly', 'not met', 'operator', 'none'];

type Row = { number: string; level: string; asked: string; verdict: string; how: string };
const rows: Row[] = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number, level, asked, verdict, how] = line
      .split('|')
      .slice(1, 6)
      .map((cell) => cell.trim());
    return { number, level, asked, verdict, how };
  });

/** Every file that a proof can name, by its name. */
const files = new Map<string, string[]>();
const collect = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name === '.git') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path);
    else files.set(basename(path), [...(files.get(basename(path)) ?? []), path]);
  }
};
for (const folder of ['apps', 'packages', 'e2e', 'tools', 'docs']) collect(join(root, folder));
files.set('SECURITY.md', [join(root, 'SECURITY.md')]);
files.set('package.json', [join(root, 'apps/web/package.json')]);

/** What a proof lacks; null where a file of this name is there that holds the text. */
function missing(proof: string): string | null {
  const [file, text] = proof.split(' › ');
  const holds = (path: string): boolean => readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(text);
  return (files.get(file) ?? []).some(holds) ? null : `no ${file} holds “${text}”`;
}

test('the table has each requirement of levels 1 and 2 once, in its order', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(REQUIREMENTS);
});

test('each line has a level, a verdict and a reason', () => {
  for (const { number, level, asked, verdict, how } of rows) {
    expect([number, level]).toEqual([number, expect.stringMatching(/^[12]$/)]);
    expect([number, VERDICTS.includes(verdict), asked !== '', how !== '']).toEqual([number, true, true, true]);
  }
  const counted = VERDICTS.map((verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`).join(', ');
  expect(page).toContain(`Of ${rows.length} requirements: ${counted}.`);
});

test('each proof names a file of the repository and what stands in it', () => {
  const proofs = [...page.matchAll(/`([^`]+ › [^`]+)`/g)].map(([, proof]) => proof).filter((proof) => proof !== 'file › text');
  expect(proofs.length).toBeGreaterThan(150);
  expect(proofs.map(missing).filter((fault) => fault !== null)).toEqual([]);
  expect(missing('package.json › words of no manifest')).not.toBeNull();
  expect(missing('no-such.test.ts › test')).not.toBeNull();
});

test('each test that the list of attacks names is there', () => {
  const [, list] = readFileSync(join(root, 'docs/security/README.md'), 'utf8').split('## Attacks by class');
  const named = [...list.split('\n## ')[0].matchAll(/`([\w.-]+\.ts)`/g)].map(([, file]) => file);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !files.has(file))).toEqual([]);
});
