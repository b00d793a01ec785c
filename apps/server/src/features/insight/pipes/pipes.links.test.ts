import { MOST_PIPE_LINKS, type Pipe, type PipeLink } from '@gantry/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinkedPair, type LinkedStage, missingLinks } from './pipes.links.rules.ts';
import { byCode, keyOfSide } from './pipes.rules.ts';
import type { PackageWork } from './pipes.works.rules.ts';

const [MAIN, SUPPLY] = ['Drawings', 'Sheet'].map((attribute, at) => ({ schedule_id: at + 1, attribute, separator: '' }));
const pipeOf = (end: Pipe['need']['end']): Pipe => ({ id: 1, name: '', main: MAIN, supply: SUPPLY, need: { end, days: 0 } });
type Packages = Map<string, PackageWork[]>;
const noted = {
  start: 0,
  finish: 0,
  durationMinutes: 0,
  progress: 0,
  status: '',
  critical: false,
  totalFloatMinutes: 0,
  targetFinish: null,
};
const workOf = (id: number, state = 0): PackageWork => ({ ...noted, id, name: `Work ${id}`, begun: state > 0, completed: state > 1 });
const linkedStage = (side: Pipe['main'], packages: Packages, relations: LinkedStage['relations']): LinkedStage => ({
  stage: {
    schedule_id: 1,
    name: '',
    version_id: 1,
    dataDate: 0,
    missing: [],
    passing: [],
    packages: new Map([[keyOfSide(side), packages]]),
  },
  relations,
});

const someWorks = fc
  .array(fc.record({ state: fc.integer({ min: 0, max: 2 }), codes: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D')) }), { maxLength: 8 })
  .map((works) => {
    const packages: Packages = new Map();
    for (const [id, { state, codes }] of works.entries())
      for (const code of codes) packages.set(code, [...(packages.get(code) ?? []), workOf(id, state)]);
    return packages;
  });
const someId = fc.integer({ min: 0, max: 7 });
const someRelations = fc.array(fc.record({ predecessorId: someId, successorId: someId }), { maxLength: 8 });
const somePairs = fc.array(fc.record({ item_id: someId, other_item_id: someId }), { maxLength: 6 });

/** Builds every pair of each package in turn. */
function everyLink(end: Pipe['need']['end'], main: LinkedStage, supply: LinkedStage, existing: readonly LinkedPair[]): PipeLink[] {
  const isEnd = (works: PackageWork[], { relations }: LinkedStage, of: 'first' | 'last', { id }: PackageWork) =>
    !relations.some(({ predecessorId: before, successorId: behind }) => {
      const isInner = works.some((one) => one.id === before) && works.some((one) => one.id === behind);
      return isInner && id === (of === 'first' ? behind : before);
    });
  const packagesOf = (side: LinkedStage) => [...side.stage.packages.values()][0] as Packages;
  const links: PipeLink[] = [];
  for (const [code, works] of [...packagesOf(main)].toSorted(([a], [b]) => byCode(a, b)))
    for (const item of works.filter((work) => isEnd(works, main, end === 'start' ? 'first' : 'last', work))) {
      if (end === 'start' ? item.begun : item.completed) continue;
      const supplies = packagesOf(supply).get(code) ?? [];
      for (const other of supplies.filter((work) => isEnd(supplies, supply, 'last', work))) {
        const isKnown = [...existing, ...links].some((one) => one.item_id === item.id && one.other_item_id === other.id);
        const names = { item_name: item.name, other_item_name: other.name };
        if (!isKnown) links.push({ code, item_id: item.id, other_item_id: other.id, ...names });
      }
    }
  return links;
}

test('relations that a pipe lacks are those of every package in turn, each once', () => {
  const end = fc.constantFrom('start' as const, 'finish' as const);
  fc.assert(
    fc.property(
      end,
      someWorks,
      someRelations,
      someWorks,
      someRelations,
      somePairs,
      (need, works, inner, supplies, innerOther, existing) => {
        const [main, supply] = [linkedStage(MAIN, works, inner), linkedStage(SUPPLY, supplies, innerOther)];
        const links = everyLink(need, main, supply, existing);
        const found = missingLinks(pipeOf(need), main, supply, existing);
        expect(found).toMatchObject({ total: links.length, links });
        for (let pair = 0; pair < 64; pair += 1) {
          const [item_id, other_item_id] = [Math.floor(pair / 8), pair % 8];
          const isAsked = links.some((one) => one.item_id === item_id && one.other_item_id === other_item_id);
          expect(found.isMissing({ item_id, other_item_id })).toBe(isAsked);
        }
      },
    ),
  );
});

test('of packages with many works the first relations are built and all are counted, and each relation of a plan is read once', () => {
  const [codes, each] = [100, 40];
  let reads = 0;
  const relationOf = (id: number) => ({
    get predecessorId() {
      reads += 1;
      return id;
    },
    successorId: id,
  });
  const packages: Packages = new Map(
    Array.from({ length: codes }, (_, at) => [`K-${at}`, Array.from({ length: each }, (__, index) => workOf(at * each + index))]),
  );
  const main = linkedStage(
    MAIN,
    packages,
    Array.from({ length: codes }, (_, at) => relationOf(-1 - at)),
  );
  const { total, links } = missingLinks(pipeOf('start'), main, linkedStage(SUPPLY, packages, []), [{ item_id: 0, other_item_id: 0 }]);
  expect(total).toBe(codes * each * each - 1);
  expect(links).toHaveLength(MOST_PIPE_LINKS);
  expect(reads).toBe(codes);
});
