import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = import.meta.dirname;
const document = readFileSync(join(source, '../../../docs/calculation.md'), 'utf8');

/** Every mention of a test: its file, and the titles in quotes that follow it. */
const mentions = Array.from(document.matchAll(/`([\w./-]+\.(?:test\.ts|txt))`((?:,? "[^"]+")*)/g), ([, file, quoted]) => ({
  file,
  titles: Array.from(quoted.matchAll(/"([^"]+)"/g), ([, title]) => title),
}));
const files = [...new Set(mentions.map(({ file }) => file))].filter((file) => file.includes('/'));

describe('the document on calculation', () => {
  it('names tests in every family of rules', () => {
    const rooms = new Set(files.map((file) => file.split('/')[0]));
    expect([...rooms].sort()).toEqual(['formula', 'health', 'leveling', 'progress', 'risk', 'rollup', 'spread', 'time', 'timetable']);
  });

  it.each(files)('%s exists and has the tests that are named', (file) => {
    const path = join(source, file);
    expect(existsSync(path)).toBe(true);
    const text = readFileSync(path, 'utf8').replaceAll("\\'", "'");
    const titles = mentions.filter((mention) => mention.file === file).flatMap((mention) => mention.titles);
    expect(titles.filter((title) => !text.includes(title))).toEqual([]);
  });

  it('has no other quotation after a proof than titles of tests', () => {
    const loose = document.split('\n').filter((line) => /Proved: "/.test(line));
    expect(loose).toEqual([]);
  });
});
