import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge } from '../config/merge.ts';
import { changedPlaces, isSameAt, placesOf } from '../config/places.ts';
import { type Autosave, autosaveStep, openDraft, type SavedDraft, type Step } from './autosave.ts';

interface Entry {
  id: string;
  text: string;
}
interface Config {
  name: string;
  speech: { hints: string[] };
  knowledge: { entries: Entry[] };
}
type Edit = (config: Config) => Config;

const withEntries = (config: Config, entries: Entry[]): Config => ({ ...config, knowledge: { entries } });

const word = fc.constantFrom('elm', 'oak', 'fir');
const index = fc.nat({ max: 5 });
// Few ids, so that both people add the same one now and then, as with an answer to the same question.
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');

const edit: fc.Arbitrary<Edit> = fc.oneof(
  word.map((name) => (config: Config) => ({ ...config, name })),
  fc.array(word, { maxLength: 2 }).map((hints) => (config: Config) => ({ ...config, speech: { hints } })),
  fc.tuple(id, word, index).map(([added, text, at]) => (config: Config) => {
    const { entries } = config.knowledge;
    if (entries.some((entry) => entry.id === added)) return config;
    return withEntries(config, entries.toSpliced(at, 0, { id: added, text }));
  }),
  fc.tuple(id, word).map(
    ([edited, text]) =>
      (config: Config) =>
        withEntries(
          config,
          config.knowledge.entries.map((entry) => (entry.id === edited ? { ...entry, text } : entry)),
        ),
  ),
  id.map(
    (removed) => (config: Config) =>
      withEntries(
        config,
        config.knowledge.entries.filter((entry) => entry.id !== removed),
      ),
  ),
  fc.tuple(id, index).map(([moved, to]) => (config: Config) => {
    const { entries } = config.knowledge;
    const entry = entries.find((each) => each.id === moved);
    if (entry === undefined) return config;
    return withEntries(config, entries.filter((each) => each !== entry).toSpliced(to, 0, entry));
  }),
);
const edits = fc.array(edit, { maxLength: 4 });

const start: Config = {
  name: 'elm',
  speech: { hints: [] },
  knowledge: { entries: ['a', 'b', 'c', 'd'].map((each) => ({ id: each, text: each })) },
};
const afterAll = (config: Config, all: readonly Edit[]) => all.reduce((given, each) => each(given), config);

test('no change of a place is lost that the other person did not change too', () => {
  fc.assert(
    fc.property(edits, edits, (byMe, byThem) => {
      const [mine, theirs] = [afterAll(start, byMe), afterAll(start, byThem)];
      const { config, disputed } = merge(start, mine, theirs);
      const [base, merged] = [placesOf(start), placesOf(config)];
      const [my, their] = [placesOf(mine), placesOf(theirs)];
      const [changedByMe, changedByThem] = [changedPlaces(base, my), changedPlaces(base, their)];
      for (const key of changedByMe) expect(isSameAt(key, my, merged), key).toBe(true);
      for (const key of changedByThem)
        if (!disputed.includes(key)) expect(isSameAt(key, their, merged), key).toBe(true);
      for (const key of merged.keys())
        if (!changedByMe.includes(key) && !changedByThem.includes(key))
          expect(isSameAt(key, base, merged), key).toBe(true);
      const ids = config.knowledge.entries.map((entry) => entry.id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 500 },
  );
});

test('whoever changed nothing gets exactly what the other saved', () => {
  fc.assert(
    fc.property(edits, (byThem) => {
      const theirs = afterAll(start, byThem);
      expect(merge(start, start, theirs).config).toEqual(theirs);
      expect(merge(start, theirs, start).config).toEqual(theirs);
    }),
  );
});

/** One server, and the pages of two people; each request is answered when the test says so. */
function setUp() {
  let server: SavedDraft<Config> = { revision: 1, config: start, savedAt: null, savedBy: null };
  let saves = 0;
  const pages = [0, 1].map(() => {
    let state: Autosave<Config> = openDraft(server, null).state;
    let armed = false;
    let sent: { config: Config; revision: number } | null = null;
    const take = ({ state: next, effects }: Step<Config>) => {
      state = next;
      for (const effect of effects) {
        armed = effect.type === 'arm';
        if (effect.type === 'save') sent = effect;
      }
    };
    const apply = (event: Parameters<typeof autosaveStep<Config>>[1]) => take(autosaveStep(state, event));
    return {
      current: () => state,
      type: (change: Edit) => apply({ type: 'typed', config: change(state.typed) }),
      fire: () => {
        if (armed) apply({ type: 'timer.fired' });
      },
      fetch: () => apply({ type: 'fetched', draft: server }),
      answer: () => {
        if (sent === null) return;
        const { config, revision } = sent;
        sent = null;
        if (revision !== server.revision) return apply({ type: 'stale', theirs: server });
        server = { revision: revision + 1, config, savedAt: null, savedBy: null };
        saves += 1;
        apply({ type: 'saved', revision: server.revision, savedAt: null, savedBy: null });
      },
      /** Whether or not it arrives, the page hears nothing of it. */
      lose: (arrives: boolean) => {
        if (sent === null) return;
        const { config, revision } = sent;
        sent = null;
        if (arrives && revision === server.revision)
          server = { revision: revision + 1, config, savedAt: null, savedBy: null };
        apply({ type: 'failed', sentence: 'Away.', retryable: true });
      },
      decide: (concedes: boolean) => {
        const { phase, base, typed } = state;
        if (phase.name !== 'conflict') return;
        const { disputed } = merge(base.config, typed, phase.theirs.config);
        const { config } = merge(base.config, typed, phase.theirs.config, concedes ? disputed : []);
        apply({ type: 'decided', config });
      },
      isAtRest: () => state.phase.name === 'saved' && state.base.revision === server.revision,
    };
  });
  return { pages, server: () => server, saves: () => saves };
}

const happening = fc.record({
  page: fc.nat({ max: 1 }),
  what: fc.constantFrom('type', 'type', 'fire', 'fetch', 'answer', 'decide', 'lose'),
  edit,
  concedes: fc.boolean(),
});

test('one person alone is never in conflict with themselves, whatever gets lost on the way', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const { pages, server } = setUp();
      const [page] = pages;
      if (page === undefined) throw new Error('There is no page.');
      let typed = start;
      for (const { what, edit: change, concedes } of happenings) {
        if (what === 'type') {
          typed = change(typed);
          page.type(change);
        } else if (what === 'lose') page.lose(concedes);
        else if (what !== 'decide') page[what]();
        expect(page.current()).toMatchObject({ typed, takenOver: null });
        expect(page.current().phase.name).not.toBe('conflict');
      }
      for (let round = 0; round < 4; round += 1) {
        page.fire();
        page.answer();
      }
      expect(page.isAtRest()).toBe(true);
      expect(server().config).toEqual(typed);
    }),
    { numRuns: 1_000 },
  );
});

test('two pages that see what each other saves come to rest with the same draft', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const { pages, server, saves } = setUp();
      for (const { page, what, edit: change, concedes } of happenings) {
        const each = pages[page];
        if (what === 'type') each?.type(change);
        else if (what === 'decide') each?.decide(concedes);
        else if (what === 'lose') each?.lose(concedes);
        else each?.[what]();
      }
      const before = saves();
      for (let round = 0; round < 10; round += 1)
        for (const page of pages) {
          page.fire();
          page.answer();
          page.decide(false);
          page.fetch();
        }
      expect(pages.map((page) => page.isAtRest())).toEqual([true, true]);
      expect(pages.map((page) => page.current().typed)).toEqual([server().config, server().config]);
      // Nobody types any more: each page has at most what it was sending and what was typed meanwhile.
      expect(saves() - before).toBeLessThanOrEqual(4);
    }),
    { numRuns: 500 },
  );
});
