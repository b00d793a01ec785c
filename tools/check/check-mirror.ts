/** A feature has one name and three doors: contract, server and web call it alike, and its files say their role. */

import type { SourceTree } from './source-tree.ts';

const PLACE = /^apps\/(server|web)\/src\/features\/([^/]+)\/([^/]+)\/(.+)$/;
const ROLES = {
  server: /\.(routes|service|rules|repository|jobs|reactions|thread|process|test)\.ts$/,
  web: /\.(queries|model|store|worker|test)\.ts$|\.tsx$|\.module\.css$/,
};

/** Features without a counterpart and files without a role. */
export function checkMirror(tree: SourceTree): string[] {
  const contracts = new Set<string>();
  const features = { server: new Set<string>(), web: new Set<string>() };
  const problems: string[] = [];
  for (const [path, text] of tree) {
    const contract = /^packages\/contract\/src\/([^/]+\/[^/]+)\.ts$/.exec(path);
    if (contract && /\b(endpoint|presetContract)\(/.test(text)) contracts.add(contract[1]);
    const place = PLACE.exec(path);
    if (!place) continue;
    const [, app, wing, feature, file] = place as unknown as [string, 'server' | 'web', string, string, string];
    // A feature without calls (it only reacts, or works at start) has no contract.
    if (app === 'web' || file.endsWith('.routes.ts')) features[app].add(`${wing}/${feature}`);
    // A large feature has a folder for each of its topics.
    const name = file.slice(file.indexOf('/') + 1);
    if (name.includes('/')) problems.push(`${path}: a feature has one level of folders; split the feature`);
    else if (!ROLES[app].test(name)) problems.push(`${path}: the role stands last in the name (${ROLES[app].source})`);
    else if (/\.[a-z]+\.ts$/.test(name) && !name.startsWith(`${feature}.`))
      problems.push(`${path}: begins with the feature's name, ${feature}.`);
  }
  for (const name of contracts)
    if (!features.server.has(name)) problems.push(`${name} is in the contract and not in apps/server/src/features`);
  for (const app of ['server', 'web'] as const) {
    for (const name of features[app])
      if (!contracts.has(name)) problems.push(`${name} is in apps/${app}/src/features and not in packages/contract/src`);
  }
  return problems;
}
