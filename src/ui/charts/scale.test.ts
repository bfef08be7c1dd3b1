import { describe, expect, it } from 'vitest';
import { areaPath, changeOf, labelledOf, linePath, niceTop, stepOf, ticksOf } from './scale.ts';

describe('the axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [7, 10],
    [999, 1_000],
    [1_001, 2_000],
    [45_000, 50_000],
  ])('of figures up to %i ends at %i', (most, top) => expect(niceTop(most)).toBe(top));

  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [1_200, [0, 500, 1_000, 1_500]],
    [2_000, [0, 500, 1_000, 1_500, 2_000]],
  ])('of counts up to %i has whole steps, four at most', (most, ticks) =>
    expect(ticksOf(most)).toEqual(ticks),
  );

  it('names the hours of a day, or the days of a month, always as far apart', () => {
    expect(labelledOf(24, 11)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
    expect(labelledOf(30, 12)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    expect(labelledOf(7, 11)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('names the first, the last, and some between, each once', () => {
    expect(labelledOf(31, 4)).toEqual([0, 10, 20, 30]);
    expect(labelledOf(2, 6)).toEqual([0, 1]);
    expect(labelledOf(1, 6)).toEqual([0]);
    expect(labelledOf(0, 6)).toEqual([]);
  });
});

describe('a line', () => {
  it('goes through each point and stays flat between equal ones', () => {
    expect(linePath([])).toBe('');
    expect(linePath([{ x: 4, y: 2 }])).toBe('M4,2');
    expect(
      linePath([
        { x: 0, y: 10 },
        { x: 3, y: 10 },
        { x: 6, y: 4 },
      ]),
    ).toBe('M0,10C1,10 2,10 3,10C4,10 5,6 6,4');
  });
  it('is closed along the floor when it is filled', () => {
    expect(
      areaPath(
        [
          { x: 0, y: 1 },
          { x: 3, y: 1 },
        ],
        9,
      ),
    ).toBe('M0,1C1,1 2,1 3,1L3,9L0,9Z');
  });
});

describe('a comparison', () => {
  it('is a part of the figure before, and none against nothing', () => {
    expect(changeOf(125, 100)).toBe(0.25);
    expect(changeOf(0, 40)).toBe(-1);
    expect(changeOf(50, -100)).toBe(1.5);
    expect([changeOf(3, 0), changeOf(3, null)]).toEqual([null, null]);
  });
});

describe('the arrow keys', () => {
  it('walk from end to end and stop there', () => {
    expect(stepOf('ArrowRight', null, 5)).toBe(0);
    expect(stepOf('ArrowLeft', null, 5)).toBe(4);
    expect(stepOf('ArrowRight', 4, 5)).toBe(4);
    expect(stepOf('End', 1, 5)).toBe(4);
    expect(stepOf('Home', 3, 5)).toBe(0);
    expect(stepOf('Tab', 3, 5)).toBeNull();
    expect(stepOf('ArrowRight', null, 0)).toBeNull();
  });
  it('go a row up and down in a grid', () => {
    expect(stepOf('ArrowDown', 3, 168, 24)).toBe(27);
    expect(stepOf('ArrowUp', 3, 168, 24)).toBe(3);
  });
});
