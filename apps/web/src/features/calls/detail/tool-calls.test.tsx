// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../../testing/render.tsx';
import { CallView } from './call-view.tsx';

const id = '019a8b5e-6c00-7000-8000-000000000001';
const at = '2026-10-13T10:00:09.000Z';
const found = {
  id: 'tool-1',
  ordinal: 0.5,
  name: 'find_free_times',
  title: 'Looked up free times',
  state: 'done',
  at,
  ms: 412,
  sample: true,
  tries: 1,
  input: { day: '2026-10-14' },
  answer: '{"slots":["09:00"]}',
};
const booked = {
  ...found,
  id: 'tool-2',
  ordinal: 2,
  title: 'Booked a time',
  state: 'unknown',
  followUpId: 'check',
  sample: false,
  input: null,
  answer: null,
};
const texted = {
  ...booked,
  id: 'tool-3',
  ordinal: 3,
  title: 'Sent a text message',
  state: 'done',
  delivery: 'undelivered',
  followUpId: null,
};
const moved = {
  ...booked,
  id: 'tool-4',
  ordinal: 4,
  title: 'Moved a time',
  state: 'done',
  followUpId: 'tell',
};
const call = {
  _id: id,
  agentId: 'gs-dental',
  direction: 'outbound',
  to: '+15005550010',
  status: 'completed',
  transcript: [
    { ordinal: 0, speaker: 'user', message: 'Tomorrow?', timestamp: at },
    { ordinal: 1, speaker: 'agent', message: 'Nine is free.', timestamp: at },
  ],
  toolCalls: [booked, found, texted, moved, { noId: true }],
  outcomes: {
    state: 'ready',
    outcome: {
      zone: 'UTC',
      result: 'reached',
      sentence: null,
      fields: [{ id: 'time', label: 'Time', type: 'time', choices: [], required: false }],
      values: [
        { field: 'time', value: '09:00', proof: { kind: 'tool', toolCall: 'tool-1', quote: '09:00' } },
      ],
    },
    corrections: [],
    fieldsChanged: false,
  },
};

let shown: Rendered;

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  shown = render(
    <CallView
      callId={id}
      listPath="/calls"
      versionPathOf={null}
      contactPathOf={null}
      addContactPathOf={null}
      liveStatus={null}
      leave={() => {}}
      onCallAgain={() => {}}
      followUps={() => null}
      followUpPathOf={(followUpId) => `/follow-ups/${followUpId}`}
    />,
    { [`GET /api/calls/${id}`]: () => ({ call }) },
  );
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});

const rows = () => [...document.querySelectorAll('ol > li')];

test('what the agent did stands between what was said, and opens to what was asked and answered', async () => {
  await eventually(() => expect(rows()).toHaveLength(6));
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringContaining('Tomorrow?'),
    expect.stringContaining('Looked up free times, 0.4 sSample answer'),
    expect.stringContaining('Nine is free.'),
    expect.stringContaining('Booked a time, 0.4 sUnknown'),
    expect.stringContaining('Sent a text message'),
    expect.stringContaining('Moved a time'),
  ]);
  expect(document.querySelectorAll('ol details')).toHaveLength(1);
  expect(rows()[1]?.querySelector('details')?.open).toBe(false);
  expect([...document.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
    '{\n  "day": "2026-10-14"\n}',
    '{\n  "slots": [\n    "09:00"\n  ]\n}',
  ]);
});

test('what nobody knows leads to whoever checks it', async () => {
  await eventually(() => expect(rows()).toHaveLength(6));
  expect(rows()[3]?.textContent).toContain('It may have been carried out. Check it');
  expect(rows()[3]?.querySelector('a')?.getAttribute('href')).toBe('/follow-ups/check');
});

test('FU14: what was done and not told leads to whoever tells it; what was told to nobody', async () => {
  await eventually(() => expect(rows()).toHaveLength(6));
  expect(rows()[5]?.textContent).toContain('They may not know how it ended. Tell them');
  expect(rows()[5]?.querySelector('a')?.getAttribute('href')).toBe('/follow-ups/tell');
  expect(rows()[4]?.querySelector('a')).toBe(null);
});

test('TX6: a text message says whether it was delivered', async () => {
  await eventually(() => expect(rows()).toHaveLength(6));
  expect(rows()[4]?.textContent).toContain('Sent a text message, 0.4 sText message: not delivered');
});

test('OC4: a value that a tool proves lights up the tool, opened', async () => {
  (await eventually(() => buttonNamed('“09:00”'))).click();
  await eventually(() =>
    expect(document.querySelector('[aria-current=true] details')).toHaveProperty('open', true),
  );
});
