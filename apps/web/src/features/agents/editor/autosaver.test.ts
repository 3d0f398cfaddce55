import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AutosaveEvent, saveDelayMs, type UnsavedDraft } from './autosave.ts';
import { createAutosaver } from './autosaver.ts';

interface Config {
  name: string;
}
type Sent = { config: Config; revision: number };

const server = { revision: 1, config: { name: 'Elm' }, savedAt: null, savedBy: null };

/** A server that answers when the test says so. */
function setUp(unsaved: UnsavedDraft<Config> | null = null) {
  const sent: Sent[] = [];
  const answers: ((event: AutosaveEvent<Config>) => void)[] = [];
  let kept = unsaved;
  const onBackgroundSave = vi.fn();
  const autosaver = createAutosaver<Config>({
    server,
    unsaved,
    readOnly: false,
    save: (draft) => {
      sent.push({ config: draft.config, revision: draft.revision });
      return new Promise((resolve) => answers.push(resolve));
    },
    keep: (next) => {
      kept = next;
    },
    onBackgroundSave,
  });
  const answer = async (event: AutosaveEvent<Config>) => {
    answers.shift()?.(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosaver, sent, answer, kept: () => kept, onBackgroundSave };
}

const saved = (revision: number): AutosaveEvent<Config> => ({
  type: 'saved',
  revision,
  savedAt: null,
  savedBy: null,
});
const away: AutosaveEvent<Config> = { type: 'failed', sentence: 'Away.', retryable: true };
const typed = (name: string): AutosaveEvent<Config> => ({ type: 'typed', config: { name } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is typed is kept in the tab until the server has it', async () => {
  const { autosaver, sent, answer, kept } = setUp();
  autosaver.start();
  autosaver.apply(typed('Oak'));
  expect(kept()).toEqual({ base: server, typed: { name: 'Oak' } });
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect(sent).toEqual([{ config: { name: 'Oak' }, revision: 1 }]);
  expect(kept()).not.toBeNull();
  await answer(saved(2));
  expect(kept()).toBeNull();
});

test('what an earlier visit did not get saved is saved at once', async () => {
  const { autosaver, sent } = setUp({ base: server, typed: { name: 'Oak' } });
  autosaver.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ config: { name: 'Oak' }, revision: 1 }]);
});

test('leaving the page without a connection saves it when the server answers, and says so', async () => {
  const { autosaver, sent, answer, kept, onBackgroundSave } = setUp();
  const leave = autosaver.start();
  autosaver.apply(typed('Oak'));
  leave();
  expect(sent).toHaveLength(1);
  expect(onBackgroundSave).not.toHaveBeenCalled();
  await answer(away);
  await vi.advanceTimersByTimeAsync(1_000);
  await answer(away);
  expect(onBackgroundSave.mock.calls).toEqual([['unreachable']]);
  expect(kept()?.typed.name).toBe('Oak');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(3);
  await answer(saved(2));
  expect(onBackgroundSave.mock.calls).toEqual([['unreachable'], ['saved']]);
  expect(kept()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(3);
});

test('a page that is opened again goes on with what is not saved yet', async () => {
  const { autosaver, sent, answer, onBackgroundSave } = setUp();
  const leave = autosaver.start();
  autosaver.apply(typed('Oak'));
  leave();
  await answer(away);
  autosaver.stop();
  autosaver.start();
  expect(sent).toHaveLength(2);
  autosaver.apply(typed('Oak Lane'));
  await answer(saved(2));
  await vi.advanceTimersByTimeAsync(saveDelayMs);
  expect(sent.at(-1)).toEqual({ config: { name: 'Oak Lane' }, revision: 2 });
  expect(onBackgroundSave.mock.calls).toEqual([['unreachable']]);
});

test('once it is over nothing is sent or kept', async () => {
  const { autosaver, sent, answer, kept, onBackgroundSave } = setUp();
  const leave = autosaver.start();
  autosaver.apply(typed('Oak'));
  leave();
  autosaver.stop();
  const before = kept();
  await answer(away);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(kept()).toBe(before);
  expect(onBackgroundSave).not.toHaveBeenCalled();
});

test('leaving the page while it is saving also saves what was typed since', async () => {
  const { autosaver, sent, answer, kept, onBackgroundSave } = setUp();
  const stop = autosaver.start();
  autosaver.apply(typed('Oak'));
  autosaver.apply({ type: 'hurried' });
  autosaver.apply(typed('Oak Lane'));
  stop();
  await answer(saved(2));
  expect(sent.at(-1)).toEqual({ config: { name: 'Oak Lane' }, revision: 2 });
  await answer(saved(3));
  expect(kept()).toBeNull();
  expect(onBackgroundSave).not.toHaveBeenCalled();
});

test('leaving the page tells when somebody else has changed the same', async () => {
  const { autosaver, answer, kept, onBackgroundSave } = setUp();
  const stop = autosaver.start();
  autosaver.apply(typed('Oak'));
  stop();
  await answer({ type: 'stale', theirs: { ...server, revision: 2, config: { name: 'Fir' } } });
  expect(onBackgroundSave.mock.calls).toEqual([['stuck']]);
  expect(kept()?.typed.name).toBe('Oak');
});

test('a minute without a connection loses nothing', async () => {
  const { autosaver, sent, answer, kept } = setUp();
  autosaver.start();
  for (let second = 0; second < 60; second += 1) {
    autosaver.apply(typed(`Oak ${second}`));
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(away);
  }
  expect(kept()?.typed.name).toBe('Oak 59');
  autosaver.apply({ type: 'hurried' });
  expect(sent.at(-1)).toEqual({ config: { name: 'Oak 59' }, revision: 1 });
  await answer(saved(2));
  expect(autosaver.current().phase.name).toBe('saved');
});

test('flush saves everything that was typed, also while it was saving', async () => {
  const { autosaver, sent, answer } = setUp();
  autosaver.start();
  autosaver.apply(typed('Oak'));
  const flushed = autosaver.flush();
  autosaver.apply(typed('Oak Lane'));
  await answer(saved(2));
  expect(sent.at(-1)).toEqual({ config: { name: 'Oak Lane' }, revision: 2 });
  await answer(saved(3));
  await expect(flushed).resolves.toBe(true);
});

test('flush says when it could not save', async () => {
  const { autosaver, answer } = setUp();
  autosaver.start();
  await expect(autosaver.flush()).resolves.toBe(true);
  autosaver.apply(typed('Oak'));
  const flushed = autosaver.flush();
  await answer({ type: 'failed', sentence: 'No.', retryable: false });
  await expect(flushed).resolves.toBe(false);
});

test('what was typed on an agent that is deleted is neither sent nor kept for one of the same name', async () => {
  const { autosaver, sent, answer, kept, onBackgroundSave } = setUp();
  const leave = autosaver.start();
  autosaver.apply(typed('Oak'));
  autosaver.apply({ type: 'hurried' });
  autosaver.apply(typed('Oak Lane'));
  autosaver.discard();
  leave();
  await answer({ type: 'failed', sentence: 'There is no such agent.', retryable: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(kept()).toBeNull();
  expect(autosaver.current().phase.name).toBe('saved');
  expect(onBackgroundSave).not.toHaveBeenCalled();
});
