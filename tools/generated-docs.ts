/** The pages of docs/ that are drawn from the code: the calls of the API and the words of the domain. */

import { endpoints } from '@gantry/contract';
import type { SourceTree } from './source-tree.ts';

/** Path → content of every generated page. */
export function generatedDocs(tree: SourceTree): Map<string, string> {
  return new Map([
    ['docs/api.md', apiPage()],
    ['docs/glossary.md', glossaryPage(tree)],
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
