import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from './desk.ts';

let told: string[];
let desk: Desk;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  desk = new Desk({
    onAbandoned: () => told.push('abandoned'),
    onForsaken: (callSid) => told.push(`forsaken ${callSid}`),
    onChange: () => {},
  });
});
afterEach(() => vi.useRealTimers());

describe('the desk', () => {
  it('takes calls while a page is open and they are wanted', () => {
    expect(desk.taking).toBe(false);
    const close = desk.open('one');
    expect(desk.taking).toBe(true);
    close();
    expect(desk.taking).toBe(true);
    vi.advanceTimersByTime(4_000);
    expect(desk.taking).toBe(false);
    expect(told).toEqual(['abandoned']);
  });

  it('waits for a page that is loaded again', () => {
    const close = desk.open('one');
    desk.claim('CA1', 'one');
    close();
    vi.advanceTimersByTime(3_000);
    desk.open('one');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });

  it('hangs up for a page that never came back', () => {
    const close = desk.open('one');
    desk.open('two');
    desk.claim('CA1', 'one');
    desk.claim('CA2', 'two');
    close();
    vi.advanceTimersByTime(23_000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(told).toEqual(['forsaken CA1']);
  });

  it('gives a call to the first that asks, and to another once that page is gone', () => {
    const close = desk.open('one');
    desk.open('two');
    expect(desk.claim('CA1', 'one')).toBe(true);
    expect(desk.claim('CA1', 'two')).toBe(false);
    expect(desk.isHeldElsewhere('CA1', 'two')).toBe(true);
    close();
    vi.advanceTimersByTime(4_000);
    expect(desk.claim('CA1', 'two')).toBe(true);
    expect(desk.state.held).toEqual({ CA1: 'two' });
    desk.release('CA1');
    expect(desk.state.held).toEqual({});
  });
});
