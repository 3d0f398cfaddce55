import { describe, expect, test } from 'vitest';
import {
  type Autosave,
  type AutosaveEffect,
  type AutosaveEvent,
  autosaveStep,
  isUnsaved,
  openDraft,
  type SavedDraft,
  saveDelayMs,
} from './autosave.ts';

interface Config {
  name: string;
  voice: string;
}
type Event = AutosaveEvent<Config>;

const first: Config = { name: 'Elm', voice: 'F' };
const draft = (revision: number, config: Config, savedBy = 'Ines'): SavedDraft<Config> => ({
  revision,
  config,
  savedAt: '2026-11-16T09:00:00.000Z',
  savedBy,
});
const typed = (change: Partial<Config>): Event => ({ type: 'typed', config: { ...first, ...change } });
const saved = (revision: number): Event => ({ type: 'saved', revision, savedAt: null, savedBy: 'Ines' });
const lost: Event = { type: 'failed', sentence: 'Could not reach the server.', retryable: true };
const fired: Event = { type: 'timer.fired' };
const stale = (config: Config): Event => ({ type: 'stale', theirs: draft(2, config, 'Omar') });
const fetched = (revision: number, config: Config): Event => ({
  type: 'fetched',
  draft: draft(revision, config, 'Omar'),
});

const opened = openDraft(draft(1, first), null).state;

function play(events: readonly Event[], from = opened) {
  let state: Autosave<Config> = from;
  const effects: AutosaveEffect<Config>[] = [];
  for (const event of events) {
    const step = autosaveStep(state, event);
    state = step.state;
    effects.push(...step.effects.filter(({ type }) => type !== 'disarm'));
  }
  return { state, effects, last: effects.at(-1) };
}

const save = (config: Partial<Config>, revision: number) => ({
  type: 'save',
  config: { ...first, ...config },
  revision,
});
const arm = (ms: number) => ({ type: 'arm', ms });

describe('what is typed is saved', () => {
  test.each<[string, readonly Event[], string, readonly unknown[]]>([
    ['after a delay', [typed({ name: 'O' })], 'waiting', [arm(saveDelayMs)]],
    [
      'without another delay for every key',
      [typed({ name: 'O' }), typed({ name: 'Oa' })],
      'waiting',
      [arm(saveDelayMs)],
    ],
    [
      'with the revision that it is based on',
      [typed({ name: 'O' }), fired],
      'saving',
      [arm(saveDelayMs), save({ name: 'O' }, 1)],
    ],
    [
      'once',
      [typed({ name: 'O' }), fired, fired, { type: 'hurried' }],
      'saving',
      [arm(saveDelayMs), save({ name: 'O' }, 1)],
    ],
    [
      'not at all when it is undone before',
      [typed({ name: 'O' }), typed({}), fired],
      'saved',
      [arm(saveDelayMs)],
    ],
    [
      'at once when asked to',
      [typed({ name: 'O' }), { type: 'hurried' }],
      'saving',
      [arm(saveDelayMs), save({ name: 'O' }, 1)],
    ],
  ])('%s', (_, events, phase, effects) => {
    const played = play(events);
    expect(played.state.phase.name).toBe(phase);
    expect(played.effects).toEqual(effects);
  });

  test('also what is typed while saving: with the next revision', () => {
    const { state, last } = play([typed({ name: 'O' }), fired, typed({ name: 'Oak' }), saved(2), fired]);
    expect(state.phase.name).toBe('saving');
    expect(last).toEqual(save({ name: 'Oak' }, 2));
  });

  test('and then nothing is unsaved', () => {
    const { state } = play([typed({ name: 'Oak' }), fired, saved(2)]);
    expect(isUnsaved(state)).toBe(false);
    expect(state.base).toMatchObject({ revision: 2, config: { name: 'Oak' } });
  });
});

describe('without a connection', () => {
  const offline = [typed({ name: 'O' }), fired, lost];

  test('it is tried again, less and less often', () => {
    const { effects } = play([...offline, fired, lost, fired, lost, fired, lost, fired, lost]);
    expect(effects.filter(({ type }) => type === 'arm').map((effect) => 'ms' in effect && effect.ms)).toEqual(
      [saveDelayMs, 1_000, 2_000, 5_000, 10_000, 10_000],
    );
  });

  test('what is typed meanwhile is what is saved', () => {
    const { last, state } = play([...offline, typed({ name: 'Oak' }), { type: 'hurried' }]);
    expect(last).toEqual(save({ name: 'Oak' }, 1));
    expect(play([saved(2)], state).state.phase.name).toBe('saved');
  });

  test('a save whose answer was lost is not a conflict with itself', () => {
    const { state } = play([...offline, fired, stale({ ...first, name: 'O' })]);
    expect(state.phase.name).toBe('saved');
    expect(state.takenOver).toBeNull();
  });

  test.each([
    ['answered as stale', [fired, stale({ ...first, name: 'O' })]],
    ['fetched', [fetched(2, { ...first, name: 'O' })]],
    ['fetched while it is sent again', [fired, fetched(2, { ...first, name: 'O' }), lost]],
  ])('typing on where the answer to a save was lost is no conflict with oneself: %s', (_, events) => {
    const { state, last } = play([...offline, typed({ name: 'Oak' }), ...events]);
    expect(state).toMatchObject({ typed: { name: 'Oak' }, phase: { name: 'waiting' }, takenOver: null });
    expect(last).toEqual(arm(0));
    expect(play([fired], state).last).toEqual(save({ name: 'Oak' }, 2));
  });

  test('what somebody else wrote there is a conflict all the same', () => {
    const { state } = play([...offline, typed({ name: 'Oak' }), fired, stale({ ...first, name: 'Fir' })]);
    expect(state.phase.name).toBe('conflict');
  });
});

test('a refusal is not repeated until something is changed', () => {
  const refusal: Event = { type: 'failed', sentence: 'Too long.', retryable: false };
  const refused = play([typed({ name: 'O' }), fired, refusal]);
  expect(refused.state.phase).toEqual({ name: 'refused', sentence: 'Too long.' });
  expect(refused.last).toEqual(save({ name: 'O' }, 1));
  expect(play([typed({ name: 'Oa' })], refused.state).last).toEqual(arm(saveDelayMs));
});

describe('somebody else saves', () => {
  test('while nothing is typed: it is shown, and told', () => {
    const { state, effects } = play([fetched(2, { ...first, voice: 'M' })]);
    expect(state).toMatchObject({ typed: { name: 'Elm', voice: 'M' }, phase: { name: 'saved' } });
    expect(state.takenOver).toEqual({ by: 'Omar', places: ['voice'] });
    expect(effects).toEqual([]);
    expect(play([{ type: 'told' }], state).state.takenOver).toBeNull();
  });

  test('another place: both are kept and saved at once, and it is told', () => {
    const { state, last } = play([typed({ name: 'O' }), fired, stale({ ...first, voice: 'M' })]);
    expect(state.typed).toEqual({ name: 'O', voice: 'M' });
    expect(state.takenOver).toEqual({ by: 'Omar', places: ['voice'] });
    expect(last).toEqual(arm(0));
    expect(play([fired], state).last).toEqual(save({ name: 'O', voice: 'M' }, 2));
  });

  test('the same place: nothing is saved until a person decides, and what was typed stays', () => {
    const conflict = play([typed({ name: 'O' }), fired, stale({ ...first, name: 'Birch' })]);
    expect(conflict.state.phase.name).toBe('conflict');
    expect(conflict.state.typed.name).toBe('O');
    const more = play([fired, typed({ name: 'Oak' })], conflict.state);
    expect(more.effects).toEqual([]);
    expect(isUnsaved(more.state)).toBe(true);
    const mine = play([{ type: 'decided', config: { ...first, name: 'Oak' } }, fired], more.state);
    expect(mine.last).toEqual(save({ name: 'Oak' }, 2));
    const theirs = play([{ type: 'decided', config: { ...first, name: 'Birch' } }], more.state);
    expect(theirs.state.phase.name).toBe('saved');
  });

  test('again, while a person decides: the newest is what they decide about', () => {
    const conflict = play([typed({ name: 'O' }), fired, stale({ ...first, name: 'Birch' })]);
    const { state } = play([fetched(3, { ...first, name: 'Fir' })], conflict.state);
    expect(state.phase).toMatchObject({ name: 'conflict', theirs: { revision: 3 } });
  });

  test('what is fetched while saving is not taken for it', () => {
    const { state } = play([typed({ name: 'O' }), fired, fetched(2, { ...first, name: 'O' }), saved(2)]);
    expect(state).toMatchObject({ phase: { name: 'saved' }, takenOver: null });
  });

  test('what somebody else saved behind the own save, fetched while that is not answered, is not forgotten', () => {
    const theirs = fetched(3, { name: 'O', voice: 'M' });
    const { state } = play([typed({ name: 'O' }), fired, theirs, saved(2)]);
    expect(state).toMatchObject({ base: { revision: 3 }, typed: { voice: 'M' }, phase: { name: 'saved' } });
    expect(state.takenOver).toEqual({ by: 'Omar', places: ['voice'] });
    const more = play([typed({ name: 'O' }), fired, typed({ name: 'Oak' }), theirs, saved(2)]);
    expect(more.state.typed).toEqual({ name: 'Oak', voice: 'M' });
    expect(play([fired], more.state).last).toEqual(save({ name: 'Oak', voice: 'M' }, 3));
  });

  test('what is fetched late changes nothing', () => {
    const { state } = play([typed({ name: 'O' }), fired, saved(2), fetched(1, first)]);
    expect(state.typed.name).toBe('O');
  });
});

describe('the order of entries that somebody else changed', () => {
  const entries = (ids: string) => ({ knowledge: { entries: [...ids].map((id) => ({ id, text: id })) } });
  const newer = (ids: string, revision = 2) => ({ ...draft(1, first), revision, config: entries(ids) });
  const open = (ids: string, readOnly = false) => openDraft(newer(ids, 1), null, readOnly).state;

  test.each([
    ['moved', 'abc', 'bac', ['knowledge.entries:order']],
    ['put back into the middle', 'ac', 'abc', ['knowledge.entries.b']],
    ['removed from the middle', 'abc', 'ac', ['knowledge.entries.b']],
  ])('is not saved back by a page on which nothing was typed: %s', (_, before, after, places) => {
    const { state, effects } = autosaveStep(open(before), { type: 'fetched', draft: newer(after) });
    expect(state).toMatchObject({ phase: { name: 'saved' }, typed: entries(after), takenOver: { places } });
    expect(effects).toEqual([{ type: 'disarm' }]);
  });

  test('is disputed with another order that was typed', () => {
    const { state } = autosaveStep(open('abc'), { type: 'typed', config: entries('cab') });
    const met = autosaveStep(state, { type: 'fetched', draft: newer('bac') });
    expect(met.state).toMatchObject({ phase: { name: 'conflict' }, typed: entries('cab') });
  });
});

describe('whoever may only read', () => {
  const reading = openDraft(draft(1, first), null, true).state;
  const reader = (readOnly: boolean): Event => ({ type: 'access.changed', readOnly });

  test('sees what others save, and saves nothing', () => {
    const { state, effects } = play([fetched(2, { ...first, voice: 'M' }), { type: 'hurried' }], reading);
    expect(state).toMatchObject({ typed: { voice: 'M' }, phase: { name: 'saved' } });
    expect(effects).toEqual([]);
  });

  test('does not send what an earlier visit of the tab did not get saved, and keeps it', () => {
    const unsaved = { base: draft(1, first), typed: { ...first, name: 'O' } };
    const { state } = openDraft(draft(1, first), unsaved, true);
    const { state: later, effects } = play([fired, { type: 'hurried' }], state);
    expect(later).toMatchObject({ typed: { name: 'O' }, phase: { name: 'refused' } });
    expect(effects).toEqual([]);
    expect(play([reader(false), fired], later).last).toEqual(save({ name: 'O' }, 1));
  });

  test('from the middle of typing on sends nothing more', () => {
    const { state, effects } = play([typed({ name: 'O' }), reader(true), fired]);
    expect(state).toMatchObject({ typed: { name: 'O' }, phase: { name: 'refused' } });
    expect(effects).toEqual([arm(saveDelayMs)]);
  });
});

test('a restored version takes the place of the draft, and nothing is told', () => {
  const { state, effects } = play([{ type: 'replaced', draft: draft(2, { name: 'Old', voice: 'M' }) }]);
  expect(state).toMatchObject({ typed: { name: 'Old' }, phase: { name: 'saved' }, takenOver: null });
  expect(effects).toEqual([]);
});

describe('a draft that this tab has not saved', () => {
  const unsaved = { base: draft(1, first), typed: { ...first, name: 'O' } };

  test('goes on where it was', () => {
    const { state, effects } = openDraft(draft(1, first), unsaved);
    expect(state).toMatchObject({ typed: { name: 'O' }, phase: { name: 'waiting' } });
    expect(effects).toEqual([arm(0)]);
  });

  test('is combined with what was saved since', () => {
    const { state } = openDraft(draft(2, { ...first, voice: 'M' }, 'Omar'), unsaved);
    expect(state.typed).toEqual({ name: 'O', voice: 'M' });
    expect(state.takenOver?.by).toBe('Omar');
  });

  test('is a conflict when the same was changed since', () => {
    expect(openDraft(draft(2, { ...first, name: 'Birch' }), unsaved).state.phase.name).toBe('conflict');
  });

  test('is forgotten when the server has it', () => {
    expect(openDraft(draft(2, unsaved.typed), unsaved)).toMatchObject({
      state: { base: { revision: 2 }, phase: { name: 'saved' } },
      effects: [],
    });
  });

  test('is kept on a server that went back to an earlier revision', () => {
    const { state } = openDraft(draft(1, first), { ...unsaved, base: draft(7, first) });
    expect(state).toMatchObject({ base: { revision: 1 }, typed: { name: 'O' } });
  });
});
