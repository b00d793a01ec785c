/** Names say what a thing is: no drawers for odds and ends, kebab-case, named exports, no barrels, nothing left for later. */

import { isShipping, type SourceTree } from './source-tree.ts';

const DRAWERS = /(^|[/.-])(utils?|helpers?|common|misc)(?=[/.-])|(^|\/)types\.tsx?$/;
const CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const FOR_LATER = /\b(TODO|FIXME|XXX)\b/;

const PACKAGE_DOOR = /^packages\/[^/]+\/src\/index\.ts$/;
/** A feature's door may show what stands in another file of the same feature. */
const FEATURE_DOOR = /\.(service|queries)\.ts$/;

/** Documents that name files of the repository; `x.service.ts` stands for any feature's. */
const GUIDE = /^(ARCHITECTURE|CONTRIBUTING|README|docs\/[^/]+)\.md$/;
const NAMED_FILE = /`((?!x[.-])[\w./-]+\.(?:ts|tsx|mjs))`/g;

/** Every breach of the rules on names, exports and leftovers. */
export function checkNames(tree: SourceTree): string[] {
  const problems: string[] = [];
  const paths = [...tree.keys()].map((path) => `/${path}`);
  for (const [path, text] of tree) {
    if (GUIDE.test(path))
      for (const [, named] of text.matchAll(NAMED_FILE))
        if (!paths.some((known) => known.endsWith(`/${named}`))) problems.push(`${path}: names ${named}, which is not there`);
    if (!/^(packages|apps|e2e|bench|tools)\//.test(path)) continue;
    if (DRAWERS.test(path)) problems.push(`${path}: a name that says nothing; call it by what it does`);
    if (/\.(ts|tsx|mjs)$/.test(path) && !path.split('/').every((part) => CASE.test(part))) problems.push(`${path}: names are kebab-case`);
    if (FOR_LATER.test(text) && path !== 'tools/check/check-names.ts') problems.push(`${path}: a note for later; do it or leave it`);
    if (!isShipping(path)) continue;
    if (/^export default /m.test(text)) problems.push(`${path}: a default export; exports are named`);
    const passedOn = [...text.matchAll(/^export (?:type )?(?:\*|\{[^}]*\}) from '([^']+)'/gm)].map(([, from]) => from);
    const mayPass = PACKAGE_DOOR.test(path) || (FEATURE_DOOR.test(path) && passedOn.every((from) => /^\.\/([^/]+\/)?[^/]+$/.test(from)));
    if (passedOn.length > 0 && !mayPass) problems.push(`${path}: passes on what is another file's; only a door may`);
  }
  return problems;
}
