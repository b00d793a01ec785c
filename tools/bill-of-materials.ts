/**
 * `npm run --silent sbom`: what Gantry ships with, as CycloneDX, read from the lock file alone. `npm sbom` says the same; Debian's npm, which
 * builds the image, has no such command yet.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Locked = { name?: string; version?: string; license?: string; integrity?: string; dev?: boolean; optional?: boolean; link?: boolean };

const root = resolve(import.meta.dirname, '..');
const { packages, ...product } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
  name: string;
  version: string;
  packages: Record<string, Locked>;
};
const INSTALLED = 'node_modules/';
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** `sha512-…` of the lock file in the form of CycloneDX. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm, sum] = integrity.split('-', 2);
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(sum, 'base64').toString('hex') };
}

const components = new Map<string, object>();
for (const [path, { version, license, integrity, dev, optional, link }] of Object.entries(packages)) {
  const name = path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);
  if (!path.includes(INSTALLED) || link || dev || !version) continue;
  const purl = purlOf(name, version);
  components.set(purl, {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    scope: optional ? 'optional' : 'required',
    ...(integrity && { hashes: [hashOf(integrity)] }),
    ...(license && { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] }),
  });
}
const application = { type: 'application', name: product.name, version: product.version, purl: purlOf(product.name, product.version) };
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { 'bom-ref': application.purl, ...application } },
  components: [...components.values()],
};
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
