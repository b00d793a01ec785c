import { LIMIT_TYPES, MINUTES_PER_DAY } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { drawnFrame, drawnText, ORIGIN } from '../../testing/drawn-plan.ts';
import type { GanttModel } from '../frame.ts';
import { EXTERNAL_ENDS, ROW_FLAGS } from '../rows.ts';
import type { DecorationId } from './index.ts';
import { decorationsOf } from './index.ts';

const DAY = MINUTES_PER_DAY;
const at = (...days: number[]): Int32Array => Int32Array.from(days, (day) => ORIGIN + day * DAY);

/** What one decoration draws of a plan, only these roles. */
function drawn(id: DecorationId, drawing: string, roles: string[], change: (model: GanttModel) => void = () => undefined): string[] {
  const frame = drawnFrame(drawing, [], (model) => {
    model.decorations = decorationsOf([id]);
    change(model);
  });
  return drawnText(frame, roles);
}

describe('limits', () => {
  const bracket = (type: (typeof LIMIT_TYPES)[number], date: number): string[] =>
    drawn('limits', 't Walls 2-5', ['mark'], ({ rows }) => {
      rows.startLimit = Uint8Array.from([1 + LIMIT_TYPES.indexOf(type)]);
      rows.startLimitDate = at(date);
    });
  it('opens to the side that is allowed', () => {
    expect(bracket('not_earlier', 2)).toEqual(['rect mark 120,3 2x14', 'rect mark 120,3 5x2', 'rect mark 120,15 5x2']);
    expect(bracket('not_later', 2)).toEqual(['rect mark 120,3 2x14', 'rect mark 117,3 5x2', 'rect mark 117,15 5x2']);
  });
  it('closes on both sides where the date is fixed', () => {
    expect(bracket('in_date', 2)).toEqual([
      'rect mark 120,3 2x14',
      'rect mark 120,3 5x2',
      'rect mark 117,3 5x2',
      'rect mark 120,15 5x2',
      'rect mark 117,15 5x2',
    ]);
  });
  it('draws nothing out of the window, and those of the finish at their own date', () => {
    expect(bracket('not_earlier', 40)).toEqual([]);
    const finish = drawn('limits', 't Walls 2-5', ['mark'], ({ rows }) => {
      rows.finishLimit = Uint8Array.from([1 + LIMIT_TYPES.indexOf('not_later')]);
      rows.finishLimitDate = at(9);
    });
    expect(finish[0]).toBe('rect mark 190,3 2x14');
  });
  it('points to the right where the item is planned as late as possible', () => {
    const late = (model: GanttModel): void => void (model.rows.flags[0] = ROW_FLAGS.late);
    expect(drawn('limits', 't Walls 2-5', ['mark'], late)).toEqual(['polygon mark 153,6 158,10 153,14']);
  });
});

describe('deadline', () => {
  const deadline = (day: number): string[] =>
    drawn('deadline', 't Walls 2-5', ['mark', 'critical-text'], ({ rows }) => void (rows.deadline = at(day)));
  it('is a flag with a line', () => {
    expect(deadline(7)).toEqual(['rect mark 170,7 1x12', 'polygon mark 165,3 175,3 170,9']);
  });
  it('takes the critical colour when the finish has passed it, not when it meets it', () => {
    expect(deadline(4)[0]).toContain('critical-text');
    expect(deadline(5)[0]).toContain(' mark ');
  });
  it('is not drawn without a date or out of the window', () => {
    expect(deadline(60)).toEqual([]);
    expect(drawn('deadline', 't Walls 2-5', ['mark'])).toEqual([]);
  });
});

describe('pause', () => {
  const pause = (change: (model: GanttModel) => void): string[] =>
    drawn('pause', 't Walls 0-10', ['surface', 'non-working', 'selection'], (model) => {
      model.rows.suspend = at(3);
      model.rows.resume = at(7);
      change(model);
    }).slice(1);
  it('leaves a thread of the bar', () => {
    expect(pause(() => undefined)).toEqual(['rect surface 130,4 40x5', 'rect surface 130,11 40x5']);
  });
  it('shows days off and the selection in the gap', () => {
    const off = { weekOff: 0b1100000, off: new Int32Array(0), worked: new Int32Array(0) };
    expect(pause((model) => void (model.calendars = [off])).filter((line) => line.endsWith('x5'))).toEqual([
      'rect surface 130,4 40x5',
      'rect surface 130,11 40x5',
      'rect non-working 150,4 20x5',
      'rect non-working 150,11 20x5',
    ]);
    expect(pause((model) => void (model.selected[0] = 1)).filter((line) => line.endsWith('x5'))).toEqual([
      'rect selection 130,4 40x5',
      'rect selection 130,11 40x5',
    ]);
  });
  it('is nothing where work goes on before it stops', () => {
    expect(pause((model) => void (model.rows.resume = at(2)))).toEqual([]);
  });
});

describe('milestone', () => {
  it('is hollow where something starts, full where it ends, at its own date', () => {
    expect(drawn('milestone', '< Start 3-3\n> Done 5-5', ['milestone', 'surface']).slice(1)).toEqual([
      'polygon milestone 123.5,10 130.5,3 137.5,10 130.5,17',
      'polygon milestone 143.5,30 150.5,23 157.5,30 150.5,37',
      'polygon surface 126.5,10 130.5,6 134.5,10 130.5,14',
    ]);
  });
  it('tells critical, near and done ones', () => {
    const marks = (flag: number, progress: number): string[] =>
      drawn('milestone', '> Done 5-5', ['milestone', 'critical', 'critical-done', 'near-done'], ({ rows }) => {
        rows.flags[0] = flag;
        rows.progress[0] = progress;
      }).map((line) => line.split(' ')[1]);
    expect(marks(ROW_FLAGS.critical, 0)).toEqual(['critical-done', 'critical']);
    expect(marks(ROW_FLAGS.critical, 1)).toEqual(['critical-done']);
    expect(marks(ROW_FLAGS.near, 0)).toEqual(['near-done']);
    expect(marks(0, 0)).toEqual(['milestone']);
  });
});

describe('summary', () => {
  it('shows the done part as a line inside, and the critical ones by colour', () => {
    const bracket = drawn('summary', 's House 0-10', ['summary', 'summary-done', 'critical-done'], ({ rows }) => {
      rows.progress[0] = 0.5;
      rows.flags[0] = ROW_FLAGS.critical;
    });
    expect(bracket).toEqual([
      'rect critical-done 100,6 100x5',
      'polygon critical-done 100,11 105,11 100,16',
      'polygon critical-done 195,11 200,11 200,16',
      'rect summary-done 101,8 48x1',
    ]);
  });
  it('keeps eight pixels however short it is', () => {
    expect(drawn('summary', 's House 3-3', ['summary'])[0]).toBe('rect summary 130,6 8x5');
  });
});

describe('float', () => {
  it('is thicker as far as no successor moves', () => {
    const lines = drawn('float', 't Walls 0-5', ['float'], ({ rows }) => {
      rows.lateFinish = at(12);
      rows.freeFinish = at(8);
    });
    expect(lines).toEqual(['rect float 150,10 70x1', 'rect float 219,8 1x5', 'rect float 150,9 30x3']);
  });
  it('is not drawn of summaries', () => {
    expect(drawn('float', 's House 0-5', ['float'], ({ rows }) => void (rows.lateFinish = at(12)))).toEqual([]);
  });
});

describe('baseline', () => {
  it('of a milestone is a small diamond', () => {
    const lines = drawn('baseline', '> Done 5-5', ['baseline'], ({ rows }) => {
      rows.baselineStart = at(3);
      rows.baselineFinish = at(3);
    });
    expect(lines).toEqual(['polygon baseline 126.5,16 130.5,12 134.5,16 130.5,20']);
  });
});

describe('bar', () => {
  it('of the user’s colour shows what is done as a stripe', () => {
    const lines = drawn('bar', 't Walls 0-10', ['tint-3', 'mark'], ({ rows }) => {
      rows.tint = Uint8Array.from([3]);
      rows.progress[0] = 0.5;
    });
    expect(lines).toEqual(['round tint-3 100,5 100x10 r2', 'rect mark 100,11 50x4']);
  });
  it('has no dashes beyond the window, and those in it where they are without one', () => {
    const near = ({ rows }: GanttModel): void => void (rows.flags[0] = ROW_FLAGS.near);
    const dashes = drawn('bar', 't Walls -300-300', ['near-text'], near);
    expect(dashes).toHaveLength(25);
    expect(dashes[0]).toBe('rect near-text 100,13 4x2');
    expect(drawn('bar', 'd Walls -300-300', ['draft']).length).toBeLessThan(64);
  });
});

describe('external relations', () => {
  const stubs = (ends: number, change: (model: GanttModel) => void = () => undefined): string[] =>
    drawn('external', 't Walls 2-5', ['link-driving'], (model) => {
      model.rows.external = Uint8Array.of(ends);
      change(model);
    });
  it('come into the start from the left and leave the finish to the right, with a stop at the far end', () => {
    expect(stubs(EXTERNAL_ENDS.intoStart)).toEqual([
      'rect link-driving 104,7 11x1',
      'rect link-driving 104,4 1x7',
      'polygon link-driving 115,4.5 120,7.5 115,10.5',
    ]);
    expect(stubs(EXTERNAL_ENDS.outOfFinish)).toEqual([
      'rect link-driving 150,12 11x1',
      'rect link-driving 166,9 1x7',
      'polygon link-driving 161,9.5 166,12.5 161,15.5',
    ]);
  });
  it('turn round where the type takes the other end', () => {
    expect(stubs(EXTERNAL_ENDS.intoFinish)[2]).toBe('polygon link-driving 155,4.5 150,7.5 155,10.5');
    expect(stubs(EXTERNAL_ENDS.outOfStart)[2]).toBe('polygon link-driving 109,9.5 104,12.5 109,15.5');
  });
  it('are not drawn where links are hidden, nor where a row has none', () => {
    expect(stubs(EXTERNAL_ENDS.intoStart, (model) => void (model.showLinks = false))).toEqual([]);
    expect(stubs(0)).toEqual([]);
  });
});
