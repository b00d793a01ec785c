import { describe, expect, test } from 'vitest';
import { type NamedWork, worksByWords, worksForRow } from './cost-links.suggestions.rules.ts';

const DOINGS = ['Устройство', 'Разборка', 'Окраска', 'Монтаж'];
const PLACES = ['бетонной подготовки', 'кирпичных перегородок', 'подвесных потолков', 'оконных блоков'];
const works = Array.from({ length: 960 }, (_none, at): NamedWork => {
  const [section, level] = [1 + (Math.floor(at / 16) % 10), 1 + Math.floor(at / 160)];
  return { id: at + 1, code: `W-${at}`, name: `${DOINGS[at % 4]} ${PLACES[Math.floor(at / 4) % 4]}, секция ${section}, этаж ${level}` };
});
const known = worksByWords(works);
const ask = (name: string, more: Partial<Parameters<typeof worksForRow>[1]> = {}) =>
  worksForRow(known, { code: '', volumeCode: '', uses: [], name, ...more });

describe('works for a row of an estimate', () => {
  test.each([
    ['another order', (name: string) => name.split(', ').reverse().join(', ')],
    ['words more and upper case', (name: string) => `${name} (все работы) по проекту`.toUpperCase()],
    ['other endings', (name: string) => name.replaceAll(/(?<=\p{L}{6})\p{L}+/gu, 'енными')],
  ])('are found by a name with %s', (_what, written) => {
    const missed = works.filter(({ id, name }) => ask(written(name))[0]?.item_id !== id);
    expect(missed.length / works.length).toBeLessThan(0.02);
  });

  test('go before all by their volume code, then by what was linked before, then by their code', () => {
    const offered = ask(works[40].name, { volumeCode: 'w-7', code: 'W-9', uses: [['W-11', 3], [works[12].name, 1]] }); // prettier-ignore
    expect(offered.slice(0, 4).map(({ item_id, why }) => [item_id, why])).toEqual([[8, 'volume_code'], [12, 'history'], [13, 'history'], [10, 'code']]); // prettier-ignore
    expect(offered[4]).toMatchObject({ item_id: 41, why: 'name', score: 0.89 });
    expect(offered).toHaveLength(8);
  });

  test('go by the elements of models behind their volume code, those with the most elements first', () => {
    const offered = ask('', { volumeCode: 'W-7', uses: [['W-11', 1]], elements: [[3, 1], [5, 4], [5000, 9]] }); // prettier-ignore
    expect(offered.map(({ item_id, why }) => [item_id, why])).toEqual([[5, 'element'], [8, 'volume_code'], [3, 'element'], [12, 'history']]); // prettier-ignore
  });

  test('of one name are told apart by the section of the row; a section with few works offers them last', () => {
    const floors = Array.from({ length: 100 }, (_none, at): NamedWork[] => [
      { id: 2 * at + 1, code: '', name: 'Concrete slab', path: `House/Floor ${at}` },
      { id: 2 * at + 2, code: '', name: 'Screed', path: `House/Floor ${at}` },
    ]);
    const byFloor = worksByWords(floors.flat());
    const on = (section: string) => worksForRow(byFloor, { code: '', volumeCode: '', uses: [], name: 'Concrete slab', section });
    const missed = floors.filter(([slab], at) => on(`House/Floor ${at}`)[0].item_id !== slab.id);
    expect(missed).toEqual([]);
    expect(on('Roof')[0]).toMatchObject({ item_id: 1, score: 0.89 });
    const alone = worksForRow(byFloor, { code: '', volumeCode: '', uses: [], name: 'Waterproofing', section: 'House/Floor 7' });
    expect(alone).toEqual([15, 16].map((item_id) => expect.objectContaining({ item_id, why: 'section', score: 0.3 })));
  });

  test('of a unit that measures something else come after all others, and are offered with little behind them', () => {
    const walls = ['м3', '100 м2', 'т', ''].map((unit, at): NamedWork => ({ id: at + 1, code: '', name: 'Brick wall', unit }));
    const byUnit = worksByWords([...walls, { id: 9, code: '', name: 'Brick wall, glazed', unit: 'm2' }]);
    const offered = worksForRow(byUnit, { code: '', volumeCode: '', uses: [], name: 'Brick wall', unit: 'м2' });
    expect(offered.map(({ item_id }) => item_id)).toEqual([2, 4, 9, 1, 3]);
    expect(offered.slice(3).every(({ score }) => score <= 0.3)).toBe(true);
    expect(worksForRow(byUnit, { code: '', volumeCode: '', uses: [], name: 'Brick wall', unit: 'room' })[0].item_id).toBe(1);
  });

  test('come in by frequent words too, where works with the rarer words are not as alike', () => {
    const walls = Array.from({ length: 3000 }, (_none, at): NamedWork => ({ id: at + 1, code: '', name: `Concrete wall of axis ${at}` }));
    const sheds = Array.from({ length: 100 }, (_none, at): NamedWork => ({
      id: 5000 + at,
      code: '',
      name: `Shed north paint roof floor door ${at}`,
    }));
    const known = worksByWords([...walls, ...sheds, { id: 9000, code: '', name: 'Concrete wall' }]);
    const [first] = worksForRow(known, { code: '', volumeCode: '', uses: [], name: 'Shed: concrete wall' });
    expect(first).toMatchObject({ item_id: 9000, why: 'name' });
  });

  test('are none where nothing is alike', () => {
    expect(ask('Geodesy')).toEqual([]);
    expect(ask('')).toEqual([]);
    expect(worksForRow(worksByWords([]), { code: 'x', volumeCode: '', uses: [], name: 'Wall' })).toEqual([]);
  });
});
