import { describe, expect, it } from 'vitest';
import { chartPlan } from '../../testing/chart.ts';
import { calculate } from '../calculate.ts';

type By = 'total_float' | 'free_float';

/** The items on each path, path 1 first, in the order from its start to its end. */
function pathsOf(text: string, by: By, end?: string): string[] {
  const plan = chartPlan(text);
  const endItemId = end === undefined ? null : (plan.items.find(({ code }) => code === end)?.id ?? null);
  plan.options.floatPaths = { count: 9, by, endItemId };
  const result = calculate(plan);
  const paths: string[][] = [];
  plan.items.forEach(({ code }, at) => {
    if (result.floatPath[at] > 0) (paths[result.floatPath[at] - 1] ??= [])[result.floatPathOrder[at] - 1] = code;
  });
  return paths.map((path) => path.join(' '));
}

describe('float paths by total float', () => {
  it('path 1 is the critical one, the others follow by their total float', () => {
    expect(pathsOf('A 3d\nB 4d A\nC 2d A\nD 3d\nE 1d C D\nF 2d B E', 'total_float')).toEqual(['A B F', 'C E', 'D']);
  });

  it('a path grows in both directions from the item that leaves no free float', () => {
    expect(pathsOf('A 1d\nB 2d A\nC 1d B\nZ 9d\nE 1d C Z', 'total_float')).toEqual(['Z E', 'A B C']);
  });

  it('a path does not follow a link that has more float than it has', () => {
    const text = 'A 5d\nE 1d A K N\nM 1d\nK 3d M\nN 1d M snet=3';
    expect(pathsOf(text, 'total_float')).toEqual(['A E', 'M K', 'N']);
  });

  it('of equal items: the longer work, the chain that begins first, the shorter chain, the code', () => {
    expect(pathsOf('A 2d\nB 3d A\nC 5d\nE 1d B C', 'total_float')).toEqual(['C E', 'A B']);
    expect(pathsOf('A 2d\nB 2d\nE 1d B A', 'total_float')).toEqual(['A E', 'B']);
  });

  it('of two candidates that hang together the nearer one comes first', () => {
    expect(pathsOf('A 4d\nB 2d A:ff\nE 1d A B', 'total_float')).toEqual(['A B E']);
  });

  it('lead to the chosen end; what does not lead there is on none, nor is work that is done', () => {
    const text = 'A 2d\nB 3d A\nC 1d A\nD 9d';
    expect(pathsOf(text, 'total_float', 'C')).toEqual(['A C']);
    expect(pathsOf('A 2d as=-4 af=-3\nB 3d A', 'total_float')).toEqual(['B']);
  });
});

describe('float paths by free float', () => {
  it('branch off where the link has the least room', () => {
    expect(pathsOf('A 3d\nB 4d A\nC 2d A\nD 3d\nE 1d C D\nF 2d B E', 'free_float')).toEqual(['A B F', 'C E', 'D']);
  });
});
