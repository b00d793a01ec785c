/** Somebody of the sample, by their place in `people`. */
export type Somebody = 0 | 1 | 2 | 3 | 4 | 5;

/** All words of the sample in one language. Rows are named by their keys; `{n}` is a storey. */
export type DemoTexts = {
  facility: string;
  project: string;
  schedule: string;
  version: string;
  baseline: string;
  currency: string;
  /** What one unit of the sample prices is in the currency. */
  rate: number;
  /** First and last name: site manager, frame, façade, building services, finishes, costs. */
  people: readonly (readonly [string, string])[];
  rows: Readonly<Record<string, string>>;
  units: Readonly<Record<string, string>>;
  chat: readonly (readonly [Somebody, string])[];
  comments: readonly (readonly [row: string, by: Somebody, text: string])[];
  checklists: readonly { row: string; name: string; items: readonly string[]; done: number }[];
  board: {
    name: string;
    /** To do, under way, to be checked, done. */
    columns: readonly [string, string, string, string];
    labels: readonly string[];
    cards: readonly { title: string; text: string; column: 0 | 1 | 2 | 3; by: Somebody; label: number; due: number; priority: number }[];
  };
  worksBoard: string;
  actions: readonly { row: string; title: string; text: string; to: Somebody; due: number }[];
  roadblocks: readonly { row: string; category: 'materials' | 'information' | 'people' | 'permit' | 'space'; text: string; by: Somebody }[];
  /** What was seen on photos, from the first to the last. */
  photos: readonly string[];
  hours: string;
  estimate: string;
  model: string;
  storey: string;
  attributes: { storey: string; trade: string; package: string };
  link: string;
  /** The schedule that delivers what the works need, the packages that both are divided into, and what joins them. */
  supply: string;
  package: string;
  pipe: string;
  scoreboard: string;
  /** Tax of acts, in percent. */
  vat: string;
};

/** Names of a trade: its work, crew, machine and material. */
type TradeWords = readonly [work: string, crew: string, machine: string, material: string];
export type NormWords = {
  titles: Record<'types' | 'norms' | 'resources' | 'output' | 'price' | 'kind' | 'normsOfTypes' | 'crewsOfNorms' | 'calendar', string>;
  /** In the order of the English ones; left out: those. */
  trades?: readonly TradeWords[];
  holidays?: readonly string[];
  places: readonly string[];
  methods: readonly string[];
};
