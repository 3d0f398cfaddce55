import { expect, test, vi } from 'vitest';
import { BackgroundSaves } from './background-saves.ts';

const autosaver = {} as never;

test('a draft is saved in the background until that is ended, or everything is when the person signs out', () => {
  const saves = new BackgroundSaves();
  const close = saves.open();
  const [elm, oak] = [vi.fn(), vi.fn()];
  saves.add('elm', { autosaver, stop: elm });
  saves.add('oak', { autosaver, stop: oak });
  expect(saves.find('elm')).toBe(autosaver);
  saves.end('elm');
  expect(saves.find('elm')).toBeNull();
  expect([elm, oak].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  close();
  expect([elm, oak].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('what is left while the person signs out is stopped at once', () => {
  const saves = new BackgroundSaves();
  saves.open()();
  const stop = vi.fn();
  saves.add('elm', { autosaver, stop });
  expect(stop).toHaveBeenCalledOnce();
  expect(saves.find('elm')).toBeNull();
});
