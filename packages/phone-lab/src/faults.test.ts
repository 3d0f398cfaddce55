import { describe, expect, it } from 'vitest';
import { FaultError, Faults } from './faults.ts';

describe('a knob', () => {
  it('triggers by its probability, repeatably by seed', () => {
    const draw = (seed: number) => {
      const faults = new Faults({ dropCallback: 0.5 }, seed);
      return Array.from({ length: 100 }, () => faults.trigger('dropCallback') !== null);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const triggered = draw(7).filter(Boolean).length;
    expect(triggered).toBeGreaterThan(30);
    expect(triggered).toBeLessThan(70);
  });

  it('skips opportunities, triggers so many times, and only where it applies', () => {
    const faults = new Faults({
      dropCallback: { skip: 1, times: 2, events: ['ringing'], to: '+15005550010' },
    });
    const fits = { to: '+15005550010', event: 'ringing' };
    expect(faults.trigger('dropCallback', { ...fits, to: '+15005550011' })).toBeNull();
    expect(faults.trigger('dropCallback', { ...fits, event: 'completed' })).toBeNull();
    const triggered = [1, 2, 3, 4].map(() => faults.trigger('dropCallback', fits) !== null);
    expect(triggered).toEqual([false, true, true, false]);
  });

  it('draws each wait from a range, repeatably by seed', () => {
    const draw = () => {
      const faults = new Faults({ cutWebsocket: { ms: 200, upToMs: 300 } }, 7);
      return Array.from({ length: 50 }, () => faults.trigger('cutWebsocket')?.ms ?? 0);
    };
    expect(draw()).toEqual(draw());
    expect(new Set(draw()).size).toBeGreaterThan(10);
    expect(Math.min(...draw())).toBeGreaterThanOrEqual(200);
    expect(Math.max(...draw())).toBeLessThanOrEqual(300);
  });

  it.each([
    { unknown: 1 },
    { dropCallback: 2 },
    { dropCallback: { ms: -1 } },
    { dropCallback: { often: 1 } },
    { dropCallback: 'yes' },
  ])('refuses %o', (settings) => {
    expect(() => new Faults(settings as never)).toThrow(FaultError);
  });
});
