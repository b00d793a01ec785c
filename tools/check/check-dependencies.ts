/** Dependencies are pinned exactly, carry a licence that Apache-2.0 can ship with, and the lock names no registry. */

import type { SourceTree } from './source-tree.ts';

const LICENCES =
  /^(MIT|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|PostgreSQL|Zlib|MIT-0|Artistic-2\.0|WTFPL)$/;

/** Packages whose manifest states no licence, but whose own texts do; read by hand, for this version alone. */
const READ_BY_HAND: Record<string, string> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>;
type Lock = { packages: Record<string, { version?: string; resolved?: string; license?: string; link?: boolean }> };

/** What of the manifests and the lock file may not be. */
export function checkDependencies(tree: SourceTree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
    const manifest = JSON.parse(text) as Manifest;
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`${path}: ${name} is ${version}; a version is exact`);
      }
    }
  }
  const lock = JSON.parse(tree.get('package-lock.json') ?? '{"packages":{}}') as Lock;
  for (const [place, { version, resolved, license: stated, link }] of Object.entries(lock.packages)) {
    if (!place.startsWith('node_modules/') || link) continue;
    if (resolved && /^https?:/.test(resolved)) problems.push(`package-lock.json: ${place} names a registry`);
    const license = stated ?? READ_BY_HAND[`${place.split('node_modules/').at(-1)}@${version}`];
    // Of "(A OR B)" one is enough, of "A AND B" each must do.
    const allowed = (license ?? '')
      .replace(/[()]/g, '')
      .split(' AND ')
      .every((part) => part.split(' OR ').some((one) => LICENCES.test(one.trim())));
    if (!allowed) problems.push(`package-lock.json: ${place} is under ${license ?? 'no licence'}`);
  }
  return problems;
}
