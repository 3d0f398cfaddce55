// @vitest-environment happy-dom
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Answers,
  buttonNamed,
  controlLabelled,
  eventually,
  fill,
  type Rendered,
  render,
} from '../../../../testing/render.tsx';
import { CallView } from './call-view.tsx';

const id = '019a8b5e-6c00-7000-8000-000000000001';
const confirmed = { id: 'confirmed', label: 'Confirmed', type: 'yes_no', choices: [], required: true };
const proof = { kind: 'entry', entry: 1, quote: 'Yes', question: null };
const outcomes = {
  state: 'ready',
  outcome: {
    zone: 'UTC',
    result: 'reached',
    sentence: 'It stands.',
    fields: [confirmed],
    values: [{ field: 'confirmed', value: true, proof }],
  },
  corrections: [] as unknown[],
  fieldsChanged: false,
};
const call = {
  _id: id,
  agentId: 'gs-dental',
  direction: 'outbound',
  to: '+15005550010',
  status: 'completed',
  instructions: 'Ask.',
  contact: { id: null, name: 'Ada Weber', others: 0 },
  summary: 'Confirmed.',
  transcript: [{ ordinal: 1, speaker: 'user', message: 'Yes, fine.', timestamp: '2026-10-13T10:00:08.000Z' }],
  outcomes,
  followUps: [],
};
const correction = { field: 'confirmed', value: false, revision: 1, by: { displayName: 'Ann' }, at: '' };

let shown: Rendered;
const leave = vi.fn();
const onCallAgain = vi.fn();

function show(answers: Answers = {}): void {
  shown = render(
    <CallView
      callId={id}
      listPath="/calls"
      versionPathOf={null}
      contactPathOf={(number) => `/contacts/${number}`}
      addContactPathOf={null}
      liveStatus={null}
      leave={leave}
      onCallAgain={onCallAgain}
      followUps={() => 'Nothing to do.'}
      followUpPathOf={null}
    />,
    { [`GET /api/calls/${id}`]: () => ({ call }), ...answers },
  );
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});

const text = () => document.body.textContent ?? '';

test('OC4: the words that prove a value lead to their entry', async () => {
  show();
  (await eventually(() => buttonNamed('“Yes”'))).click();
  await eventually(() =>
    expect(document.querySelector('[aria-current=true]')?.textContent).toContain('Yes, fine.'),
  );
  await eventually(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled());
});

test('OC10: a correction is sent with its revision, and both values are shown', async () => {
  show({
    [`PUT /api/calls/${id}/outcome/confirmed`]: () => ({ ...outcomes, corrections: [correction] }),
    'GET /api/calls': () => ({ calls: [] }),
  });
  await eventually(() => buttonNamed('Correct'));
  [...document.querySelectorAll('button')].filter((button) => button.textContent === 'Correct')[1]?.click();
  await eventually(() => fill(controlLabelled<HTMLSelectElement>('Confirmed'), 'no'));
  buttonNamed('Save').click();
  await eventually(() => expect(text()).toContain('Corrected by Ann · was: Yes'));
  expect(shown.sent.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
    revision: 0,
    value: false,
  });
});

test('OC10: who was second is told, and what was chosen stays', async () => {
  const error = 'Somebody else has corrected this value meanwhile.';
  show({
    [`PUT /api/calls/${id}/outcome/result`]: () =>
      Response.json({ error, code: 'outcome_changed' }, { status: 409 }),
  });
  (await eventually(() => buttonNamed('Correct'))).click();
  await eventually(() => fill(controlLabelled<HTMLSelectElement>('Result'), 'not'));
  buttonNamed('Save').click();
  await eventually(() => expect(text()).toContain(error));
  expect(controlLabelled<HTMLSelectElement>('Result').value).toBe('not');
  // What the other has corrected is asked for.
  await eventually(() => expect(shown.sent.filter(({ route }) => route.startsWith('GET'))).toHaveLength(2));
});

test('a deleted call leads to the list, and Undo brings it back', async () => {
  const told = vi.spyOn(toast, 'success');
  show({
    [`DELETE /api/calls/${id}`]: () => ({ deleted: true }),
    [`POST /api/calls/${id}/restore`]: () => ({ call }),
  });
  (await eventually(() => buttonNamed('Delete'))).click();
  await eventually(() => expect(leave).toHaveBeenCalled());
  const [title, options] = told.mock.calls[0] ?? [];
  expect([title, options?.duration]).toEqual(['Call deleted successfully', 10_000]);
  const undo = options?.action as unknown as { onClick: () => void };
  undo.onClick();
  undo.onClick();
  await eventually(() => expect(told).toHaveBeenCalledWith('Call restored'));
  expect(shown.sent.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
});

test('a page does not ask for the call that it deletes, whoever tells it of the deletion', async () => {
  const key = ['call', id];
  const answer = Promise.withResolvers<object>();
  show({ [`DELETE /api/calls/${id}`]: () => answer.promise, 'GET /api/calls': () => ({ calls: [] }) });
  (await eventually(() => buttonNamed('Delete'))).click();
  await eventually(() => buttonNamed('Deleting...'));
  await shown.client.invalidateQueries({ queryKey: key });
  let left = '';
  leave.mockImplementationOnce(() => {
    left = text();
    shown.unmount();
  });
  answer.resolve({ deleted: true });
  await eventually(() => expect(left).toContain('Yes, fine.'));
  await eventually(() => expect(shown.client.getQueryData(key)).toEqual({ call: null }));
  expect(shown.sent.filter(({ route }) => route === `GET /api/calls/${id}`)).toHaveLength(1);
});

test("the name of the other party is a link, its number stays, and 'Call Again' has the instructions", async () => {
  show();
  (await eventually(() => buttonNamed('Call Again'))).click();
  expect(onCallAgain.mock.calls[0]?.[0]).toEqual({
    agentId: 'gs-dental',
    phoneNumber: '+15005550010',
    message: 'Ask.',
  });
  const heading = document.querySelector('h1');
  expect(heading?.textContent).toBe('Ada Weber+15005550010');
  expect(heading?.querySelector('a')?.getAttribute('href')).toBe('/contacts/+15005550010');
  expect(text()).toContain('What to do nextNothing to do.');
});
