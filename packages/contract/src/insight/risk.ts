import { z } from 'zod';
import { ANYWHERE, atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

const itemId = z.number().int().positive();
const MOST_WORKS = 5000;
const MOST_EVENTS = 100;

/** Shares of the planned remaining duration: at best, most likely and at worst. */
const spread = {
  low: z.number().min(0).max(10),
  likely: z.number().min(0).max(10),
  high: z.number().min(0).max(10),
};
const inOrder = ({ low, likely, high }: { low: number; likely: number; high: number }) => low <= likely && likely <= high;

/** What is uncertain in a plan, and how often it is drawn; equal settings give equal results for a revision. */
export const riskSettings = z.object({
  iterations: z.number().int().min(100).max(5000).default(1000),
  seed: z.number().int().min(0).max(2_147_483_647).default(1),
  /** Of every work that is not finished. */
  usual: z.object(spread).refine(inOrder, 'validation.spread_order').default({ low: 0.9, likely: 1, high: 1.3 }),
  /** How much durations go up and down together: 0 is not at all. */
  correlation: z.number().min(0).max(0.95).default(0),
  /** Works that are more or less certain than the usual one. */
  works: z
    .array(z.object({ item_id: itemId, ...spread }).refine(inOrder, 'validation.spread_order'))
    .max(MOST_WORKS)
    .default([]),
  /** What may happen, and by which shares of their duration it then makes works longer. */
  events: z
    .array(
      z
        .object({
          name: z.string().trim().min(1).max(128),
          probability: z.number().min(0).max(1),
          item_ids: z.array(itemId).min(1).max(MOST_WORKS),
          ...spread,
        })
        .refine(inOrder, 'validation.spread_order'),
    )
    .max(MOST_EVENTS)
    .default([]),
});
export type RiskSettings = z.output<typeof riskSettings>;

const levels = { planned_share: z.number() };
const dates = z.object({
  planned: z.string(),
  mean: z.string(),
  p10: z.string(),
  p50: z.string(),
  p80: z.string(),
  p90: z.string(),
  ...levels,
  /** How many runs end in each stretch of time, and the share of all that end before its end. */
  bars: z.array(z.object({ from: z.string(), to: z.string(), count: z.number(), share: z.number() })),
});
const money = z.object({
  planned: z.number(),
  mean: z.number(),
  p10: z.number(),
  p50: z.number(),
  p80: z.number(),
  p90: z.number(),
  ...levels,
});
const driver = z.object({
  item_id: z.number(),
  /** The share of runs in which it is critical. */
  criticality: z.number(),
  /** Rank correlation of its duration with the finish. */
  spearman: z.number(),
  /** Calendar days and money between the tenth of the runs where it is longest and the one where it is shortest. */
  swing_days: z.number(),
  swing_cost: z.number().nullable(),
});
export const riskResult = z.object({
  iterations: z.number(),
  finish: dates,
  /** Null where nothing costs anything, or where the caller may not see it. */
  cost: money.nullable(),
  /** The share of runs that keep both P80 of the finish and P80 of the money. */
  joint_share: z.number().nullable(),
  /** Some runs: finish and money. */
  points: z.array(z.object({ finish: z.string(), cost: z.number() })),
  drivers: z.array(driver),
  events: z.array(z.object({ name: z.string(), share: z.number(), delay_days: z.number() })),
});
export type RiskResultRow = z.output<typeof riskResult>;

/** The counted version of a schedule as it was simulated last; without a promise the finish of its plan is held against P80. */
const promise = z.object({
  schedule_id: z.number(),
  version_id: z.number(),
  promised: z.string().nullable(),
  planned: z.string(),
  p80: z.string(),
  /** Days from the promise to P80: more than 0 is late. */
  gap_days: z.number(),
  /** Whether the plan has changed since. */
  outdated: z.boolean(),
});
export type RiskPromise = z.output<typeof promise>;

export const risk = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/risk',
    summary: 'The last Monte Carlo simulation of a version: finish and cost by levels, and what drives them',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    output: z.object({
      revision: z.number(),
      /** Null before the first simulation. */
      computed: z.object({ revision: z.number(), at: z.string(), settings: riskSettings, result: riskResult }).nullable(),
    }),
  }),
  promises: endpoint({
    method: 'GET',
    path: '/api/v1/risk/promises',
    summary: 'The simulated schedules of the space: P80 of the finish against the finish that was promised, the latest first',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    output: z.object({ promises: z.array(promise) }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/risk',
    summary: 'Simulate a version as a job; the event risk_simulated tells its end',
    right: 'plan.calculate',
    place: atVersion('id'),
    whileLocked: true,
    bodyBytes: LARGE_BODY,
    params: z.object({ id: pathId }),
    body: riskSettings,
    output: z.object({ success: z.literal(true), job_id: z.number() }),
  }),
};

export const riskEvents = {
  risk_simulated: heardBy('plan.read', 'version', 'version_id', event({ version_id: z.number() })),
};
