// @vitest-environment happy-dom
import { exampleOrganization, type FollowUpChange } from '@parley/contract';
import { Toaster } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followUpOf } from '../../../testing/follow-up.ts';
import { stubIntersectionObserver } from '../../../testing/intersection-observer.ts';
import { buttonNamed, eventually, fill, type Rendered, render } from '../../../testing/render.tsx';
import { createDrafts, DraftsProvider } from '../../lib/drafts.ts';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { changed } from './change.ts';
import { Inbox } from './inbox.tsx';

const me = { id: 'me', displayName: 'Ines Marchetti' };
const ben = { id: 'ben', displayName: 'Ben Ito' };

/** Other ids in every test: the page remembers what was chosen last. */
let round = 0;
const idOf = (n: number) => `round-${round}-${n}`;

let shown: Rendered;
/** What the server has. */
let stored: FollowUp[];
/** Holds the answers to changes. */
let gate: Promise<void>;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  stubIntersectionObserver();
  round += 1;
  stored = [10, 20, 30, 40].map((n) => followUpOf(n, { id: idOf(n) }));
  gate = Promise.resolve();
});
afterEach(() => {
  shown.unmount();
  vi.unstubAllGlobals();
});

const wire = (followUp: FollowUp) => ({
  ...followUp,
  closed: followUp.closed && {
    ...followUp.closed,
    by: { displayName: followUp.closed.by ?? 'Ines Marchetti' },
  },
});

/** As the server changes it: by the revision that the change is based on. */
function answerTo(id: string): (body: unknown) => Promise<Response> {
  return async (body) => {
    const { revision, change } = body as { revision: number; change: FollowUpChange };
    await gate;
    const known = stored.find((each) => each.id === id);
    if (known === undefined) throw new Error(`There is no ${id}.`);
    if (known.revision !== revision) {
      const error = `${known.closed?.by ?? 'Ben Ito'} changed this follow-up a moment ago.`;
      const refusal = { error, code: 'follow_up_changed', details: { followUp: wire(known) } };
      return Response.json(refusal, { status: 409 });
    }
    const next = { ...changed(known, change, [me, ben]), revision: revision + 1 };
    stored = stored.map((each) => (each === known ? next : each));
    return Response.json({ followUp: wire(next), changed: true });
  };
}

function show(): void {
  shown = render(
    <DraftsProvider value={createDrafts(null, 'ines@example.com')}>
      <h1 tabIndex={-1}>Follow-ups</h1>
      <Inbox
        hours={exampleOrganization.settings}
        callPathOf={(id) => `/calls/${id}`}
        contactPathOf={null}
        onCallBack={() => {}}
        liveStatus={null}
      />
      <Toaster />
    </DraftsProvider>,
    {
      'GET /api/follow-ups?state=open&owner=anyone': () => ({
        followUps: stored.filter(({ state }) => state === 'open').map(wire),
        hasMore: false,
        nextCursor: null,
      }),
      'GET /api/follow-ups/counts': () => ({
        open: stored.filter(({ state }) => state === 'open').length,
        urgent: 0,
        mine: 0,
        snoozed: 0,
      }),
      'GET /api/follow-ups/people': () => ({ people: [me, ben], me: { ...me, mailPossible: false } }),
      ...Object.fromEntries(stored.map(({ id }) => [`PUT /api/follow-ups/${id}`, answerTo(id)])),
    },
  );
}

const numberIn = (text: string | undefined) => Number(text?.slice(-2));
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-follow-up]')].map((row) =>
    numberIn(row.dataset.followUp),
  );
const focused = () => numberIn((document.activeElement as HTMLElement | null)?.dataset.followUp);
const press = (key: string, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
const changes = () =>
  shown.sent
    .filter(({ route }) => route.startsWith('PUT'))
    .map(({ route, body }) => [numberIn(route), (body as { revision: number }).revision]);
/** The list shows these, and the focus is on the first that is left. */
const untilLeft = (left: readonly number[]) =>
  eventually(() => expect([ids(), focused()]).toEqual([left, left[0]]));
/** What was pressed before is done with when the next key has moved the focus. */
async function untilNextKey(id: number): Promise<void> {
  press('j');
  await eventually(() => expect(focused()).toBe(id));
}

describe('the inbox', () => {
  test('closes one follow-up for each key, before the first answer has come', async () => {
    show();
    await eventually(() => expect(ids()).toEqual([10, 20, 30, 40]));
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    for (const left of [[20, 30, 40], [30, 40], [40]]) {
      press('e');
      await untilLeft(left);
    }
    expect(changes()).toEqual([
      [10, 1],
      [20, 1],
      [30, 1],
    ]);
    expect(document.querySelector('p[role=status]')?.textContent).toBe('Done. 1 left.');
    held.resolve();
    await eventually(() => expect(stored.filter(({ state }) => state === 'done')).toHaveLength(3));
    expect(ids()).toEqual([40]);
  });

  test('a key that is held down closes one', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    press('e');
    await untilLeft([20, 30, 40]);
    for (let n = 0; n < 5; n += 1) press('e', { repeat: true });
    await untilNextKey(30);
    expect(ids()).toEqual([20, 30, 40]);
    expect(changes()).toHaveLength(1);
  });

  test('undoes one change after the other, each with the revision that it has by then', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    press('e');
    await untilLeft([20, 30, 40]);
    press('e');
    await untilLeft([30, 40]);
    await eventually(() => expect(stored.filter(({ state }) => state === 'done')).toHaveLength(2));
    press('u');
    await eventually(() => expect(ids()).toEqual([20, 30, 40]));
    expect(focused()).toBe(20);
    press('z');
    await eventually(() => expect(stored.every(({ state }) => state === 'open')).toBe(true));
    expect(changes()).toEqual([
      [10, 1],
      [20, 1],
      [20, 2],
      [10, 2],
    ]);
  });

  test('two changes of one follow-up are sent in order, the second with the revision of the first', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    press('a');
    await eventually(() => expect(changes()).toEqual([[10, 1]]));
    press('e');
    await untilLeft([20, 30, 40]);
    expect(changes()).toEqual([[10, 1]]);
    held.resolve();
    await eventually(() => expect(stored[0]).toMatchObject({ state: 'done', owner: me, revision: 3 }));
    expect(changes()).toEqual([
      [10, 1],
      [10, 2],
    ]);
  });

  test('shows what somebody else did who was quicker, and says who', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    const closed = { by: 'Ben Ito', how: 'person', at: '2026-10-13T11:00:00.000Z' };
    stored = stored.map((each) =>
      each.id === idOf(10) ? { ...each, state: 'done', closed, revision: 2 } : each,
    );
    press('a');
    await eventually(() => expect(document.body.textContent).toContain('Ben Ito closed this a moment ago.'));
    expect(ids()).toEqual([20, 30, 40]);
    // What was refused is not taken back.
    press('u');
    await untilNextKey(20);
    expect(changes()).toHaveLength(1);
  });

  test('keeps a note that was refused in its field', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    stored = stored.map((each) => (each.id === idOf(10) ? { ...each, note: 'Of Ben.', revision: 2 } : each));
    const field = () => document.querySelector<HTMLTextAreaElement>('textarea[data-note-of]');
    const note = field();
    if (note === null) throw new Error('There is no field for a note.');
    fill(note as unknown as HTMLInputElement, 'Of Ines.');
    await eventually(() => buttonNamed('Save Note').click());
    await eventually(() => expect(changes()).toHaveLength(1));
    await eventually(() => expect(document.body.textContent).toContain('Ben Ito changed this follow-up'));
    expect(field()?.value).toBe('Of Ines.');
    buttonNamed('Save Note').click();
    await eventually(() => expect(stored[0]?.note).toBe('Of Ines.'));
    await eventually(() => expect(() => buttonNamed('Save Note')).toThrow());
  });

  test('the second press of a double click does not close the next one', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    const done = () =>
      [...document.querySelectorAll<HTMLButtonElement>('section[aria-label=Follow-up] button')].find(
        ({ textContent }) => textContent === 'Done',
      );
    // As a mouse counts its clicks; the clock of a busy machine would not do.
    for (const detail of [1, 2]) {
      done()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
      await eventually(() => expect(ids()).toEqual([20, 30, 40]));
    }
    await untilNextKey(30);
    expect(ids()).toEqual([20, 30, 40]);
    expect(changes()).toEqual([[10, 1]]);
  });

  test('keys move the choice and the focus, and stop at both ends', async () => {
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    const chosen = () =>
      numberIn(document.querySelector<HTMLElement>('[data-follow-up][aria-current]')?.dataset.followUp);
    for (const [key, id] of [
      ['k', 10],
      ['j', 20],
      ['ArrowDown', 30],
      ['j', 40],
      ['j', 40],
      ['k', 30],
    ] as const) {
      press(key);
      await eventually(() => expect([chosen(), focused()]).toEqual([id, id]));
    }
  });

  test('in a narrow window one takes the place of the list, and after Done the list is back', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    show();
    await eventually(() => expect(ids()).toHaveLength(4));
    document.querySelector<HTMLElement>(`[data-follow-up="${idOf(20)}"]`)?.click();
    await eventually(() => expect(document.querySelector('textarea')).not.toBeNull());
    expect(ids()).toEqual([]);
    buttonNamed('Back to Follow-ups').click();
    await eventually(() => expect(focused()).toBe(20));
    press('e');
    await eventually(() => expect(ids()).toEqual([10, 30, 40]));
    await eventually(() => expect(focused()).toBe(30));
    press('n');
    await eventually(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  });
});
