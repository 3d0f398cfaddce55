import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetPages } from './pages.ts';

let told: string[];
let pages: HandsetPages;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  pages = new HandsetPages({
    onUnavailable: () => told.push('unavailable'),
    onPageLost: (callSid) => told.push(`lost ${callSid}`),
    onChange: () => {},
  });
});
afterEach(() => vi.useRealTimers());

describe('open handset pages', () => {
  it('takes calls while a page is open and they are wanted', () => {
    expect(pages.taking).toBe(false);
    const close = pages.open('one');
    expect(pages.taking).toBe(true);
    close();
    expect(pages.taking).toBe(true);
    vi.advanceTimersByTime(4_000);
    expect(pages.taking).toBe(false);
    expect(told).toEqual(['unavailable']);
  });

  it('waits for a page that reloads', () => {
    const close = pages.open('one');
    pages.claim('CA1', 'one');
    close();
    vi.advanceTimersByTime(3_000);
    pages.open('one');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });

  it('hangs up for a page that did not come back', () => {
    const close = pages.open('one');
    pages.open('two');
    pages.claim('CA1', 'one');
    pages.claim('CA2', 'two');
    close();
    vi.advanceTimersByTime(23_000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(told).toEqual(['lost CA1']);
  });

  it('gives a call to the first page that claims it, and to another when that page is gone', () => {
    const close = pages.open('one');
    pages.open('two');
    expect(pages.claim('CA1', 'one')).toBe(true);
    expect(pages.claim('CA1', 'two')).toBe(false);
    expect(pages.isHeldElsewhere('CA1', 'two')).toBe(true);
    close();
    vi.advanceTimersByTime(4_000);
    expect(pages.claim('CA1', 'two')).toBe(true);
    expect(pages.state.held).toEqual({ CA1: 'two' });
    pages.release('CA1');
    expect(pages.state.held).toEqual({});
  });
});
