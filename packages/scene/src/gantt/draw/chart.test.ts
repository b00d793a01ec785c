import { MINUTES_PER_DAY } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { drawnFrame, drawnText, ORIGIN } from '../../testing/drawn-plan.ts';
import { DECORATIONS, decorationsOf } from '../decorations/index.ts';
import { beginScene } from '../../drawing/scene.ts';
import { sceneToText } from '../../drawing/scene-to-text.ts';
import { GANTT_COLOURS } from '../colours.ts';
import { frameRows } from './chart.ts';
import { drawHeader } from './header.ts';
import { ROW_FLAGS } from '../rows.ts';

const DAY = MINUTES_PER_DAY;

describe('a chart as text', () => {
  it('draws each type of item', () => {
    const frame = drawnFrame(`
s House 0-10
  t Walls 0-5
  w Roof 5-10
  > Done 10-10
  d Idea 2-4`);
    expect(drawnText(frame, ['task', 'work', 'summary', 'milestone', 'draft']).sort()).toEqual([
      'polygon milestone 193.5,70 200.5,63 207.5,70 200.5,77',
      'polygon summary 100,11 105,11 100,16',
      'polygon summary 195,11 200,11 200,16',
      'rect draft 120,85 1x10',
      'rect draft 120,85 4x1',
      'rect draft 120,94 4x1',
      'rect draft 127,85 4x1',
      'rect draft 127,94 4x1',
      'rect draft 134,85 4x1',
      'rect draft 134,94 4x1',
      'rect draft 139,85 1x10',
      'rect summary 100,6 100x5',
      'round task 100,25 50x10 r2',
      'round work 150,46 50x8 r2',
    ]);
  });

  it('marks critical items by colour and by a stripe', () => {
    const frame = drawnFrame('t Walls 0-5\nt Roof 5-7', [], ({ rows }) => {
      rows.flags[0] = ROW_FLAGS.critical;
      rows.flags[1] = ROW_FLAGS.near;
      rows.progress[0] = 0.4;
    });
    expect(drawnText(frame, ['critical', 'critical-done', 'critical-text', 'near', 'near-text'])).toEqual([
      'round critical 100,5 50x10 r2',
      'round near 150,25 20x10 r2',
      'round critical-done 100,5 20x10 r2',
      'rect critical-text 100,13 50x2',
      'rect near-text 150,33 4x2',
      'rect near-text 158,33 4x2',
      'rect near-text 166,33 4x2',
    ]);
  });

  it('draws baseline below the bar, float to its right, negative float to its left', () => {
    const frame = drawnFrame('t Walls 2-5\nt Roof 5-9', [], (model) => {
      model.decorations = decorationsOf(['baseline', 'float', 'bar']);
      model.rows.baselineStart = Int32Array.from([ORIGIN, ORIGIN + 5 * DAY]);
      model.rows.baselineFinish = Int32Array.from([ORIGIN + 3 * DAY, ORIGIN + 9 * DAY]);
      model.rows.lateFinish = Int32Array.from([ORIGIN + 8 * DAY, ORIGIN + 7 * DAY]);
    });
    expect(drawnText(frame, ['baseline', 'float', 'critical-text', 'task'])).toEqual([
      'rect critical-text 170,22 20x1',
      'rect critical-text 170,20 1x5',
      'rect baseline 100,14 30x3',
      'rect baseline 150,34 40x3',
      'rect float 150,8 30x1',
      'rect float 179,6 1x5',
      'round task 120,4 30x8 r2',
      'round task 150,24 40x8 r2',
    ]);
  });

  it('shades days off by the row’s own calendar', () => {
    const frame = drawnFrame('t Walls 0-5\nt Roof 0-5\nt Night 0-5', [], (model) => {
      model.calendars = [
        { weekOff: 0b1100000, off: new Int32Array(0), worked: new Int32Array(0) },
        { weekOff: 0, off: Int32Array.from([ORIGIN / DAY + 1]), worked: new Int32Array(0) },
      ];
      model.rows.calendar = Uint16Array.from([0, 0, 1]);
    });
    expect(drawnText(frame, ['non-working'])).toEqual([
      'rect non-working 150,0 20x40',
      'rect non-working 220,0 20x40',
      'rect non-working 290,0 10x40',
      'rect non-working 110,40 10x20',
    ]);
  });

  it('shades the hours between shifts where days are wide', () => {
    const shifts = Int32Array.from([480, 720, 780, 1020]);
    const chart = (pixelsPerDay: number): string[] =>
      drawnText(
        drawnFrame('t Walls 0-5', [], (model, view) => {
          view.scale = { ...view.scale, pixelsPerDay };
          const hours = {
            week: Array.from({ length: 7 }, () => shifts),
            exceptions: new Map([[ORIGIN / DAY + 1, new Int32Array([0, 1440])]]),
          };
          model.calendars = [{ weekOff: 0, off: new Int32Array(0), worked: new Int32Array(0), hours }];
        }),
        ['non-working'],
      );
    expect(chart(95)).toEqual([]);
    expect(chart(144)).toEqual(['rect non-working 100,0 48x20', 'rect non-working 172,0 6x20', 'rect non-working 202,0 42x20']);
  });

  it('draws only rows in sight', () => {
    const frame = drawnFrame(Array.from({ length: 500 }, (_, row) => `t n${row} 0-3`).join('\n'), [], (_, view) => {
      view.top = 4010;
    });
    const texts = drawnText(frame, ['text']);
    expect(texts).toHaveLength(6);
    expect(texts[0]).toBe('text text regular left 26,0.5 "n200"');
  });

  it('indents, folds and cuts the tree', () => {
    const frame = drawnFrame('s House\n  t ALongNameThatDoesNotFit 0-1', []);
    expect(drawnText(frame, ['text', 'text-muted'])).toEqual([
      'polygon text-muted 12,8 21,8 16.5,13',
      'text text regular left 40,30.5 "ALongNa…"',
      'text text strong left 26,10.5 "House"',
    ]);
  });

  it('puts labels on every side', () => {
    const sides = ['left', 'right', 'inside', 'above', 'below'] as const;
    const frame = drawnFrame('t Walls 8-16', [], (model) => {
      model.decorations = [DECORATIONS.label];
      model.labels = sides.map((side) => ({ side, text: () => side }));
    });
    expect(drawnText(frame, ['text-muted', 'text-on-bar']).sort()).toEqual([
      'text text-muted caption left 180,-1 "above"',
      'text text-muted caption left 180,22 "below"',
      'text text-muted caption left 274,10.5 "right"',
      'text text-muted caption right 172,10.5 "left"',
      'text text-on-bar caption left 186,10.5 "inside"',
    ]);
  });

  it('draws today and the data date', () => {
    const frame = drawnFrame('t Walls 0-5', [], (model) => {
      model.marks = [{ minute: ORIGIN + 3 * DAY, label: 'Data date', kind: 'data-date' }];
    });
    expect(drawnText(frame, ['data-date'])).toEqual(['rect data-date 130,0 2x100']);
  });
});

describe('a header as text', () => {
  const header = (change: Parameters<typeof drawnFrame>[2]): string[] => {
    const frame = drawnFrame('t Walls 0-5', [], change);
    frameRows(frame);
    beginScene(frame.scene, 300, 48);
    drawHeader(frame, 48);
    return sceneToText(frame.scene, GANTT_COLOURS)
      .split('\n')
      .filter((line) => line.includes('text ') && line.includes('caption'))
      .map((line) => line.trim());
  };
  it('leaves out what would lie under a flag', () => {
    expect(header(() => undefined)).toEqual([
      'text text-muted caption center 135,36.5 "week 23"',
      'text text-muted caption center 205,36.5 "week 24"',
      'text text-muted caption center 275,36.5 "week 25"',
    ]);
    expect(header((model) => void (model.marks = [{ minute: ORIGIN + 8 * DAY, label: 'Today', kind: 'today' }]))).toEqual([
      'text text-muted caption center 135,36.5 "week 23"',
      'text text-muted caption center 275,36.5 "week 25"',
      'text mark-text caption center 201,38.5 "Today"',
    ]);
  });
});
