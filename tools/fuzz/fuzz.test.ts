import { expect, it } from 'vitest';
import { fuzzBackups } from './fuzz-backups.ts';
import { fuzzEstimates } from './fuzz-estimates.ts';
import { fuzzForgeries } from './fuzz-forgeries.ts';
import { fuzzModels } from './fuzz-models.ts';
import { fuzz } from './fuzz-run.ts';
import { fuzzTemplates } from './fuzz-templates.ts';

it('no reader of interchange crashes, stands still or eats the memory', async () => {
  const report = await fuzz({ inputs: 3000, bombs: true, seed: 20_260 });
  expect(report.failures).toEqual([]);
  expect(report.tried).toBeGreaterThan(3000);
  for (const [format, { read, refused }] of Object.entries(report.byFormat)) {
    expect(read, `${format} read`).toBeGreaterThan(10);
    expect(refused, `${format} refused`).toBeGreaterThan(0);
  }
}, 300_000);

it('no reader of estimates crashes or answers what does not add up', async () => {
  const { byFormat, failures } = await fuzzEstimates(300, 7);
  expect(failures).toEqual([]);
  for (const [format, { read, refused }] of Object.entries(byFormat)) expect(read + refused, format).toBe(300);
  for (const format of ['gge', 'gaeb', 'bc3', 'csv', 'xlsx']) expect(byFormat[format].read, format).toBeGreaterThan(10);
}, 120_000);

it('no broken model hangs or fells the server: each ends in a model or in a sentence', async () => {
  const { converted, notConverted, served, failures } = await fuzzModels(120, 3, 60);
  expect(failures).toEqual([]);
  expect(converted).toBeGreaterThan(40);
  expect(Object.values(notConverted).reduce((sum, count) => sum + count, converted)).toBe(120);
  expect(served).toBeGreaterThan(0);
}, 240_000);

it('no broken form of a report crashes the check or the filling', async () => {
  const { byKind, failures } = await fuzzTemplates(300, 11);
  expect(failures).toEqual([]);
  for (const [kind, { filled, refused }] of Object.entries(byKind)) {
    expect(filled, kind).toBeGreaterThan(10);
    expect(refused, kind).toBeGreaterThan(10);
  }
}, 120_000);

it('no broken or forged backup is taken for another one, crashes the restore or leaves a row outside it', async () => {
  const broken = await fuzzBackups(500, 5);
  expect(broken.failures).toEqual([]);
  expect(broken.refused['backup.damaged']).toBeGreaterThan(100);
  const forged = await fuzzForgeries(230, 1);
  expect(forged.failures).toEqual([]);
  expect(forged.whole).toBeGreaterThan(10);
  for (const code of ['backup.damaged', 'backup.newer', 'backup.differs']) expect(forged.refused[code], code).toBeGreaterThan(0);
}, 240_000);
