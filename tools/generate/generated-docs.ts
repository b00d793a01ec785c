/** The pages of docs/ that are drawn from the code: the calls of the API and the words of the domain. */

import { endpoints, isAudited, isKeptOutByLock, isSpaceRight, placeOf } from '@gantry/contract';
import { NEVER_DELEGATED, RIGHTS_OF_ROLE, SPACE_ROLES } from '@gantry/domain';
import type { SourceTree } from '../check/source-tree.ts';

/** Path → content of every generated page. */
export function generatedDocs(tree: SourceTree): Map<string, string> {
  return new Map([
    ['docs/api.md', apiPage()],
    ['docs/glossary.md', glossaryPage(tree)],
    ['docs/security/access.md', accessPage()],
  ]);
}

function apiPage(): string {
  const groups = new Map<string, string[]>();
  for (const { feature, endpoint } of endpoints()) {
    const aliases = endpoint.aliases.length > 0 ? `<br>also ${endpoint.aliases.map((path) => `\`${path}\``).join(', ')}` : '';
    const line = `| ${endpoint.method} | \`${endpoint.path}\`${aliases} | ${endpoint.summary.replaceAll('|', '\\|')} | ${endpoint.right} |`;
    groups.set(feature, [...(groups.get(feature) ?? []), line]);
  }
  const sections = [...groups].map(
    ([feature, lines]) => `## ${feature}\n\n| | path | what | right |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  );
  return `# Calls of the API\n\nGenerated from \`packages/contract\` by \`npm run docs\`. The schemas are at \`GET /api/v1/openapi.json\`.\n\n${sections.join('\n')}`;
}

function accessPage(): string {
  const where = (endpoint: ReturnType<typeof endpoints>[number]['endpoint']): string => {
    const place = placeOf(endpoint);
    return place.kind === 'space'
      ? place.kind
      : 'param' in place
        ? `${place.kind} \`${place.param}\``
        : 'field' in place
          ? `${place.kind} in the body`
          : place.kind;
  };
  const lines = endpoints().map(({ feature, name, endpoint }) => {
    const { right } = endpoint;
    const ofSpace = isSpaceRight(right);
    const roles = SPACE_ROLES.map((role) =>
      right !== 'installation' && (!ofSpace || RIGHTS_OF_ROLE[role].includes(right)) ? '+' : '·',
    ).join('');
    const delegate = ofSpace ? (NEVER_DELEGATED.includes(right) ? '·' : '+') : 'self';
    const cells = [`${feature}.${name}`, right, ofSpace ? where(endpoint) : '', roles, delegate];
    return `| ${[...cells, isKeptOutByLock(endpoint) ? 'refused' : '', isAudited(endpoint) ? 'yes' : ''].join(' | ')} |`;
  });
  return `# Who may call what

Generated from \`packages/contract\` by \`npm run docs\`; \`auth.matrix.test.ts\` holds the server to it, call by call.

Roles in the order ${SPACE_ROLES.join(', ')}: \`+\` may, \`·\` is answered 403. A space can change its roles; this is how they begin.
**Where** the right must hold: in the whole \`space\`, at the node or version that is named (rights given on a node above it count),
or \`anywhere\`, where row-level security shows no more than what the caller may see. **Delegate**: whether somebody who acts for another may;
\`self\`: the call is always the caller's own. Right \`installation\`: whoever looks after the installation, whatever their roles. **Locked**: what a locked version answers (409). **Audit**: whether the call is noted.

Without a session or with one that has ended, as a disabled person or by an expired token: 401. In a space that is not the caller's, and in one
that does not exist: 403, letter for letter the same. A thing of another space: the answer for a thing that does not exist.

| call | right | where | roles | delegate | locked | audit |
|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function glossaryPage(tree: SourceTree): string {
  const words = new Map<string, string>();
  for (const [path, text] of tree) {
    if (!/^packages\/domain\/src\/.*\.ts$/.test(path) || path.endsWith('.test.ts')) continue;
    for (const [, comment, name] of text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\n(?=export (?:type|interface|const) (\w+))/g)) {
      words.set(
        name,
        comment
          .replace(/^\s*\* ?/gm, '')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    }
  }
  const lines = [...words]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([name, meaning]) => `**${name}** — ${meaning}\n`);
  return `# Glossary\n\nThe words of \`packages/domain\`, generated from their comments by \`npm run docs\`.\n\n${lines.join('\n')}`;
}
