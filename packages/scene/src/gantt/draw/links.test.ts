import { describe, expect, it } from 'vitest';
import { drawnFrame, drawnText } from '../../testing/drawn-plan.ts';
import { hitChart, hitLink, LINK_HANDLE, rowsInside } from '../hit.ts';
import { beginScene, openZone } from '../../drawing/scene.ts';
import { sceneToText } from '../../drawing/scene-to-text.ts';
import { GANTT_COLOURS } from '../colours.ts';
import { frameRows } from './chart.ts';
import { drawHeldLink, drawLinksOf } from './links.ts';
import { LINK_FLAGS } from '../links/links.ts';

const PAIR = 't Walls 2-5\nt Roof 8-12';

describe('links', () => {
  it('drop forward ones straight onto the successor', () => {
    expect(drawnText(drawnFrame(PAIR, ['Walls fs Roof']), ['link'])).toEqual([
      'rect link 150,10 37x1',
      'rect link 186,10 1x16',
      'polygon link 182.5,20 190.5,20 186.5,25',
    ]);
  });
  it('bring backward ones round by the row’s edge', () => {
    const frame = drawnFrame('t Walls 6-9\nt Roof 2-5', ['Walls fs Roof']);
    expect(drawnText(frame, ['link'])).toEqual([
      'rect link 190,10 9x1',
      'rect link 198,10 1x10',
      'rect link 112,19 87x1',
      'rect link 112,19 1x12',
      'rect link 112,30 9x1',
      'polygon link 115,26.5 115,34.5 120,30.5',
    ]);
  });
  it('enter finishes from the right', () => {
    const frame = drawnFrame('t Walls 2-5\nt Roof 2-7', ['Walls ff Roof']);
    expect(drawnText(frame, ['link'])).toEqual([
      'rect link 150,10 31x1',
      'rect link 180,10 1x21',
      'rect link 170,30 11x1',
      'polygon link 175,26.5 175,34.5 170,30.5',
    ]);
  });
  it('share a pixel column where they only pass by', () => {
    const rows = ['t From 0-5', 't Other 0-5', ...Array.from({ length: 40 }, (_, row) => `t n${row} 0-1`), 't To 8-12'];
    const frame = drawnFrame(rows.join('\n'), ['From fs To', 'Other fs To'], (_, view) => {
      view.top = 200;
    });
    expect(drawnText(frame, ['link'])).toEqual(['rect link 186,-2 1x104']);
    expect(frame.linksDrawn).toBe(2);
    expect(frame.linksVisited).toBe(2);
  });
  it('are stronger where they drive and critical where both ends are', () => {
    const frame = drawnFrame(PAIR, ['Walls fs Roof', 'Walls ss Roof'], ({ links }) => {
      links.flags[0] = LINK_FLAGS.driving;
      links.flags[1] = LINK_FLAGS.critical;
    });
    expect(drawnText(frame, ['link'])).toEqual([]);
    expect(drawnText(frame, ['link-driving'])).toHaveLength(3);
    const heads = drawnText(frame, ['surface']).filter((line) => line.startsWith('polygon'));
    expect(heads, 'the one that does not drive has a hollow head').toHaveLength(1);
    expect(drawnText(frame, ['link-critical'])).toHaveLength(4);
  });
  it('bundle where they share an end: each stretch is drawn once, and one head', () => {
    const frame = drawnFrame('t Hub 0-2\nt A 5-8\nt B 10-12\nt C 5-8', ['Hub fs A', 'Hub fs B', 'Hub fs C', 'A ss C', 'B ss C']);
    const lines = drawnText(frame, ['link']);
    expect(lines.filter((line) => line.endsWith('x1') && line.includes(',10 '))).toEqual([
      'rect link 120,10 37x1',
      'rect link 156,10 51x1',
    ]);
    const stretches = lines.filter((line) => line.startsWith('rect')).map((line) => line.split(' ')[2] + line.split(' ')[3]);
    expect(new Set(stretches).size).toBe(stretches.length);
    expect(drawnText(frame, ['link']).filter((line) => line.startsWith('polygon'))).toHaveLength(3 + 0);
  });
  it('fade in a crowd, but not the driving ones and those of a selected row', () => {
    const crowd = (selected: boolean): Record<string, number> => {
      const ties = ['Walls fs Roof', 'Walls ss Roof', 'Walls ff Roof', 'Walls fs Door', 'Walls ss Door', 'Door fs Yard', 'Door ss Yard'];
      const frame = drawnFrame(
        't Walls 2-5\nt Roof 8-12\nt Door 8-12\nt Yard 13-14',
        [...ties, 'Door ff Yard', 'Roof fs Yard'],
        (model) => {
          model.links.flags[0] = LINK_FLAGS.driving;
          model.selected[2] = selected ? 1 : 0;
        },
      );
      const lines = drawnText(frame, ['link', 'link-faded', 'link-selected', 'link-driving']);
      const count = (role: string): number => lines.filter((line) => line.split(' ')[1] === role && line.startsWith('polygon')).length;
      return { faded: count('link-faded'), link: count('link'), own: count('link-selected') };
    };
    expect(crowd(false).link).toBe(1);
    expect(crowd(false).own).toBe(0);
    expect(crowd(false).faded).toBeGreaterThan(3);
    expect(crowd(true).own).toBeGreaterThan(1);
    expect(crowd(true).faded).toBeLessThan(crowd(false).faded);
  });
  it('leave out in a throng those that only pass by', () => {
    const passing = (count: number, flag = 0) => {
      const rows = ['t From 0-5', ...Array.from({ length: 40 }, (_, row) => `t n${row} 0-1`), 't To 8-12'];
      return drawnFrame(rows.join('\n'), [...Array.from({ length: count }, () => 'From fs To'), 'n10 fs To'], (model, view) => {
        view.top = 200;
        model.links.flags.fill(flag, 0, 1);
      });
    };
    const linksDrawn = (frame: ReturnType<typeof passing>): number => {
      drawnText(frame, []);
      return frame.linksDrawn;
    };
    expect(linksDrawn(passing(900))).toBe(901);
    expect(linksDrawn(passing(1200)), 'the one that ends in sight').toBe(1);
    expect(linksDrawn(passing(1200, LINK_FLAGS.critical)), 'and a critical one').toBe(2);
  });
  it('light up when one or a row is held', () => {
    const frame = drawnFrame('t Walls 2-5\nt Roof 8-12\nt Yard 13-14', ['Walls fs Roof', 'Roof fs Yard', 'Walls fs Yard']);
    const held = (draw: () => void): number => {
      frameRows(frame);
      beginScene(frame.scene, 300, 100);
      openZone(frame.scene, 100, 0, 200, 100);
      draw();
      return sceneToText(frame.scene, GANTT_COLOURS)
        .split('\n')
        .filter((line) => line.includes('polygon link-selected')).length;
    };
    expect(held(() => drawHeldLink(frame, 1))).toBe(1);
    expect(held(() => drawLinksOf(frame, 1))).toBe(2);
  });
  it('stay away with ends folded or without dates', () => {
    const folded = drawnFrame('s Sum 0-9\n  t Walls 2-5\nt Roof 8-12', ['Walls fs Roof'], ({ rows }) => void (rows.collapsed[0] = 1));
    expect(drawnText(folded, ['link'])).toEqual([]);
    expect(drawnText(drawnFrame('t Walls\nt Roof 8-12', ['Walls fs Roof']), ['link'])).toEqual([]);
  });
});

describe('what lies under the pointer', () => {
  it('is told by parts', () => {
    const frame = drawnFrame('s Sum 0-9\n  t Walls 2-12', [], ({ rows }) => void (rows.progress[1] = 0.5));
    frameRows(frame);
    const part = (x: number, y: number): string => `${hitChart(frame, x, y).row} ${hitChart(frame, x, y).part}`;
    expect(part(14, 10)).toBe('0 fold');
    expect(part(60, 10)).toBe('0 none');
    expect(part(150, 30)).toBe('1 body');
    expect(part(121, 30)).toBe('1 start');
    expect(part(219, 30)).toBe('1 finish');
    expect(part(170, 33)).toBe('1 progress');
    expect(part(220 + LINK_HANDLE, 30)).toBe('1 link-finish');
    expect(part(120 - LINK_HANDLE, 30)).toBe('1 link-start');
    expect(part(150, 90)).toBe('-1 none');
    expect(hitChart(frame, 100, 50).area).toBe('splitter');
  });
  it('is a link along its whole way', () => {
    const frame = drawnFrame(PAIR, ['Walls fs Roof']);
    frameRows(frame);
    expect(hitLink(frame, 170, 11)).toBe(0);
    expect(hitLink(frame, 187, 20)).toBe(0);
    expect(hitLink(frame, 240, 11)).toBe(-1);
  });
  it('is every bar a frame touches', () => {
    const frame = drawnFrame('t A 0-2\nt B 5-9\nt C 0-9', []);
    frameRows(frame);
    expect(rowsInside(frame, 145, 5, 20, 40)).toEqual([1, 2]);
  });
});
