import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClockEstimate } from './clock-estimate.js';

const START = Date.UTC(2026, 2, 1);
/** In milliseconds: of sums with an instant. */
const ROUNDING = 0.001;

/** Readings of a clock that runs up to 0.1 % faster or slower than the one here, by answers of any slowness. */
const readings = fc.record({
  rate: fc.double({ min: 0.999, max: 1.001, noNaN: true }),
  asked: fc.array(
    fc.record({ wait: fc.nat(10_000), there: fc.nat(400), back: fc.nat(400), reads: fc.nat(5) }),
    { minLength: 1, maxLength: 40 },
  ),
});

describe('the estimate of a distant clock', () => {
  test('lies within what the last reading allows, and never runs backwards', () => {
    fc.assert(
      fc.property(readings, ({ rate, asked: steps }) => {
        const distant = (here: number) => START + here * rate;
        let here = 0;
        let estimate: ClockEstimate | undefined;
        let last = 0;
        for (const { wait, there, back, reads } of steps) {
          here += wait;
          const asked = here;
          const theirs = distant(asked + there);
          here += there + back;
          const reading = { asked, answered: here, theirs };
          if (estimate) expect(estimate.correct(reading)).toBe(0);
          else estimate = new ClockEstimate(reading);
          for (let read = 0; read <= reads; read++) {
            const shown = estimate.at(here);
            expect(shown).toBeGreaterThanOrEqual(Math.max(last, theirs - ROUNDING));
            expect(shown).toBeLessThanOrEqual(Math.max(last, theirs + there + back + ROUNDING));
            last = shown;
          }
        }
      }),
    );
  });

  test('a quick reading makes up for a slow one, and a slow one does no harm', () => {
    const estimate = new ClockEstimate({ asked: 0, answered: 800, theirs: START });
    estimate.correct({ asked: 1_000, answered: 1_002, theirs: START + 1_001 });
    expect(Math.abs(estimate.at(2_000) - (START + 2_000))).toBeLessThanOrEqual(1);
    estimate.correct({ asked: 3_000, answered: 3_900, theirs: START + 3_001 });
    expect(Math.abs(estimate.at(4_000) - (START + 4_000))).toBeLessThanOrEqual(1);
  });

  test.each([-3_600_000, 3_600_000])('follows a step of %i ms at the next reading', (step) => {
    const estimate = new ClockEstimate({ asked: 0, answered: 2, theirs: START });
    estimate.at(1_000);
    const stepped = estimate.correct({ asked: 2_000, answered: 2_002, theirs: START + 2_001 + step });
    expect(Math.abs(stepped - step)).toBeLessThan(10);
    expect(Math.abs(estimate.at(3_000) - (START + 3_000 + step))).toBeLessThanOrEqual(2);
  });
});
