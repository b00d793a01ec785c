/** Every text is there in every language, with the same blanks to fill; every error code has a text; no text is unused. */

import type { SourceTree } from './source-tree.ts';

const PLURALS: Record<string, string[]> = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'], fr: ['one', 'many', 'other'] };
const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

/** Trouble with texts; `errorCodes` are those of the contract. */
export function checkLocales(tree: SourceTree, errorCodes: readonly string[]): string[] {
  const problems: string[] = [];
  const texts = Object.fromEntries(Object.keys(PLURALS).map((language) => [language, readLanguage(tree, language, problems)]));
  const english = stems(texts['en']);
  for (const [language, own] of Object.entries(texts)) {
    const found = stems(own);
    for (const key of english.keys()) if (!found.has(key)) problems.push(`${language}: no text for ${key}`);
    for (const [key, forms] of found) {
      const original = english.get(key);
      if (!original) problems.push(`${language}: ${key} is not in en`);
      else if (blanks(original) !== blanks(forms))
        problems.push(`${language}: ${key} has blanks ${blanks(forms) || 'none'}, in en ${blanks(original) || 'none'}`);
      if (forms.size > 1)
        for (const form of PLURALS[language]) if (!forms.has(form)) problems.push(`${language}: ${key} lacks its form _${form}`);
    }
  }
  for (const code of errorCodes) if (!english.has(code)) problems.push(`error code ${code} has no text`);
  return [...problems, ...unusedAndMissing(tree, english, new Set(errorCodes))];
}

function readLanguage(tree: SourceTree, language: string, problems: string[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const [path, text] of tree) {
    if (!path.startsWith(`packages/locales/${language}/`)) continue;
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      if (all.has(key)) problems.push(`${path}: ${key} has a text in another file too`);
      all.set(key, value);
    }
  }
  return all;
}

/** Key without its plural ending → form → text. */
function stems(texts: Map<string, string>): Map<string, Map<string, string>> {
  const result = new Map<string, Map<string, string>>();
  for (const [key, text] of texts) {
    const form = PLURAL_ENDING.exec(key)?.[1] ?? '';
    const stem = form && texts.has(key.replace(PLURAL_ENDING, '_other')) ? key.replace(PLURAL_ENDING, '') : key;
    result.set(stem, (result.get(stem) ?? new Map<string, string>()).set(stem === key ? '' : form, text));
  }
  return result;
}

function blanks(forms: Map<string, string>): string {
  const found = [...forms.values()].flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name));
  return [...new Set(found)]
    .filter((name) => name !== 'count')
    .sort()
    .join(', ');
}

function unusedAndMissing(tree: SourceTree, english: Map<string, unknown>, errorCodes: ReadonlySet<string>): string[] {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!/^(apps|packages)\/.*\.(tsx?|html|js)$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    for (const [, key] of text.matchAll(/["'`]([\w.-]+)["'`]/g)) literals.add(key);
    for (const [, template] of text.matchAll(/`([\w.-]*\$\{[^`]*)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      // A pattern with no word of its own would call everything used.
      if (parts.join('').length > 1)
        patterns.push(new RegExp(`^${parts.map((part) => part.replace(/[^\w-]/g, '\\$&')).join('[\\w.-]+')}$`));
    }
    for (const [, key] of text.matchAll(/(?:\bt|\btranslate)\(\s*'([\w.-]+)'/g))
      if (!english.has(key)) problems.push(`${path}: no text for ${key}`);
  }
  for (const key of english.keys()) {
    if (!literals.has(key) && !errorCodes.has(key) && !patterns.some((pattern) => pattern.test(key)))
      problems.push(`${key} is a text that nothing shows`);
  }
  return problems;
}
