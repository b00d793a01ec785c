import type { Job } from '@gantry/contract';
import { expect, it } from 'vitest';
import { countFindings, shownJobs, withJob } from './jobs.model.ts';

const job = (id: number, status: Job['status'], progress = 0): Job => ({
  id,
  kind: 'import',
  title: 'a.xer',
  status,
  progress,
  stage: '',
  result: null,
  findings: [],
  findings_count: { error: 0, warning: 0, info: 0 },
  error: null,
  created_at: '',
  finished_at: null,
});

it('puts new work first and renews what is known', () => {
  expect(withJob([job(1, 'running')], job(2, 'waiting')).map(({ id }) => id)).toEqual([2, 1]);
  expect(withJob([job(1, 'running', 0.1)], job(1, 'running', 0.5))[0].progress).toBe(0.5);
});

it('does not let a late message wake up work that has ended', () => {
  expect(withJob([job(1, 'done', 1)], job(1, 'running', 0.9))[0].status).toBe('done');
});

it('shows what runs, and what ended while somebody watched, until it is put away', () => {
  const jobs = [job(1, 'running'), job(2, 'done'), job(3, 'failed'), job(4, 'done')];
  expect(shownJobs(jobs, new Set([2, 3]), new Set([3])).map(({ id }) => id)).toEqual([1, 2]);
});

it('counts findings by severity, gravest first', () => {
  const finding = (severity: 'error' | 'warning' | 'info') => ({ severity, code: 'x', message: '', line: null, parameters: {} });
  const noisy = { ...job(1, 'done'), findings: [finding('info')], findings_count: { error: 1, warning: 0, info: 2 } };
  expect(countFindings(noisy)).toEqual([
    { severity: 'error', count: 1 },
    { severity: 'info', count: 2 },
  ]);
});
