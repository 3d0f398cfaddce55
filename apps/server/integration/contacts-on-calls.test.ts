import { type Contact, columnNames, guessColumns } from '@parley/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Answer, type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let model: ModelServer;
/** What the model does in each of its turns; then it hangs up. */
let turns: Answer[] = [];

beforeAll(async () => {
  model = await ModelServer.start(({ stream }: ModelRequest) =>
    stream === true
      ? (turns.shift() ?? [{ call: 'end_call', input: { reason: 'finished' } }])
      : [{ say: 'Summary.' }],
  );
  voice = await openVoiceDesk(
    { numbers: ['+15005550006'] },
    {
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url },
      ...{ LLM_MODEL: 'emulated', OPENAI_API_KEY: 'test-key' },
    },
  );
});
afterAll(async () => {
  await voice.stop();
  await model.stop();
});

const nothing = { language: null, timeZone: null, consent: [], notes: '', agentNotes: '' };

async function add(number: string, name: string, more: object = {}): Promise<Contact> {
  const { status, body } = await voice.client.request('POST', '/api/contacts', {
    ...nothing,
    number,
    name,
    ...more,
  });
  expect(status).toBe(200);
  return body.contact;
}

const ada = { language: 'de-DE', notes: 'Owes us money.', agentNotes: 'Prefers the morning.' };
const conversations = () => model.requests.filter(({ stream }) => stream === true);
const offered = ({ tools = [] }: ModelRequest) => tools.map((tool) => tool.function.name);

/** Everything that the model was given in a call, from this request on. */
const given = (requests: readonly ModelRequest[]) => JSON.stringify(requests.map(({ messages }) => messages));

async function callIn(from: string) {
  const before = conversations().length;
  const { sid } = voice.lab.dialIn({ from, to: '+15005550006' });
  await voice.lab.ended(sid);
  const listed = (await voice.client.calls()).find((call) => call.from === from);
  const call = await voice.client.waitUntilEnded(listed?._id ?? '');
  return { call, requests: conversations().slice(before) };
}

test('CT2, CT3: a call to a contact shows the name, and tells the agent name, language and its notes alone', async () => {
  const number = '+15005552201';
  const contact = await add(number, 'Ada Weber', ada);
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const events = await voice.client.events(closing.signal);
  const before = conversations().length;
  const id = await voice.client.placeAccepted(number);
  const call = await voice.client.waitUntilEnded(id);
  const prompt = String(conversations()[before]?.messages[0]?.content);
  expect(prompt).toContain('# The person\nThe call is for Ada Weber. They speak German (Germany).');
  expect(prompt).toContain('<notes>\nPrefers the morning.\n</notes>');
  expect(prompt).not.toContain('Owes');
  const named = { id: contact.id, name: 'Ada Weber', others: 0 };
  expect(call).toMatchObject({ contact: named, contacts: [{ id: contact.id, name: 'Ada Weber' }] });
  expect((await voice.client.calls()).find(({ _id }) => _id === id)).toMatchObject({ contact: named });
  const told = events.seen.flatMap((event) =>
    event.type === 'call.changed' && event.call._id === id ? [event.call] : [],
  );
  expect(told.length).toBeGreaterThan(0);
  for (const { contact: shown } of told) expect(shown).toEqual(named);
  const page = await voice.client.request('GET', `/api/contacts/numbers/${encodeURIComponent(number)}`);
  expect(page.body).toMatchObject({
    ...{ number, contacts: [{ name: 'Ada Weber', notes: 'Owes us money.' }], doNotCall: null, followUps: [] },
    ...{ calls: [{ _id: id, contact: named }], hasMoreCalls: false },
  });
  // A renamed contact is shown by its new name, on the calls that are over too.
  await voice.client.request('PUT', `/api/contacts/${contact.id}`, { ...contact, name: 'Ada Klein' });
  await expect.poll(async () => (await voice.client.call(id)).contact?.name).toBe('Ada Klein');
  await expect.poll(() => events.seen).toContainEqual({ type: 'contact.changed', number });
});

test('CT1, CT3: of a shared number the agent is told nobody, unless the call says whom it is for', async () => {
  const number = '+15005552202';
  await add(number, 'Ada Weber', ada);
  const ben = await add(number, 'Ben Weber', { agentNotes: 'Speaks softly.' });
  const promptOf = async (body: object) => {
    const before = conversations().length;
    const placed = await voice.client.request('POST', '/api/twilio/gs-dental/call', {
      phoneNumber: number,
      message: 'Say hello.',
      ...body,
    });
    expect(placed.status).toBe(200);
    const call = await voice.client.waitUntilEnded(placed.body.callId);
    return { call, prompt: String(conversations()[before]?.messages[0]?.content) };
  };
  const anybody = await promptOf({});
  expect(anybody.prompt).not.toMatch(/# The person|Ada|Ben|softly|morning/);
  expect(anybody.call.contact).toEqual({ id: null, name: 'Ada Weber', others: 1 });
  const chosen = await promptOf({ contactId: ben.id });
  expect(chosen.prompt).toContain('The call is for Ben Weber.');
  expect(chosen.prompt).not.toMatch(/Ada|morning/);
  expect(chosen.call).toMatchObject({
    contact: { id: ben.id, name: 'Ben Weber', others: 0 },
    contactId: ben.id,
  });
  const pageOf = async (path = '') =>
    (await voice.client.request('GET', `/api/contacts/numbers/${encodeURIComponent(number)}${path}`)).body;
  const latest = await pageOf('/calls?limit=1');
  expect(latest).toMatchObject({ calls: [{ _id: chosen.call._id, contact: { id: ben.id } }], hasMore: true });
  expect(await pageOf(`/calls?limit=1&afterId=${latest.nextCursor}`)).toMatchObject({
    ...{ calls: [{ _id: anybody.call._id }], hasMore: false, nextCursor: null },
  });
  // What is done never hides what is still to do.
  for (const what of ['Still to do.', 'Done.'])
    await voice.client.request('POST', '/api/follow-ups', { number, what });
  const [done] = (await pageOf()).followUps;
  await voice.client.request('PUT', `/api/follow-ups/${done.id}`, { revision: 1, change: { kind: 'done' } });
  expect((await pageOf()).followUps).toMatchObject([{ what: 'Still to do.' }, { what: 'Done.' }]);
});

test('CT3: a caller hears nothing of the contact before giving the name, and the model knows nothing of it', async () => {
  const number = '+15005552203';
  await add(number, 'Ada Weber', ada);
  turns = [
    [{ say: 'What is your name?' }],
    [{ call: 'check_name', input: { name: 'Ben Weber' } }],
    [{ call: 'check_name', input: { name: 'Ada Weber' } }],
    [{ say: 'Thank you.' }],
  ];
  const { call, requests } = await callIn(number);
  const [first, , afterWrong, afterRight] = requests;
  expect(first && offered(first)).toContain('check_name');
  for (const early of [first, afterWrong])
    expect(given(early ? [early] : [])).not.toMatch(/Ada|de-DE|morning|Owes/);
  expect(given(afterWrong ? [afterWrong] : [])).toContain('Nothing is noted under this name.');
  expect(given(afterRight ? [afterRight] : [])).toContain('Prefers the morning.');
  expect(given(requests)).not.toContain('Owes');
  expect(transcriptOf(call).join('\n')).not.toMatch(/Ada|morning/);
  expect(call.contact).toMatchObject({ name: 'Ada Weber' });
});

test('CT3: a shared number, and one that nobody knows, are not offered to have a name checked', async () => {
  const number = '+15005552204';
  await add(number, 'Ada Weber', ada);
  await add(number, 'Ben Weber', ada);
  for (const from of [number, '+15005552205']) {
    turns = [
      [{ say: 'What is your name?' }],
      [{ call: 'check_name', input: { name: 'Ada Weber' } }],
      [{ say: 'Thank you.' }],
    ];
    const { requests } = await callIn(from);
    expect(requests[0] && offered(requests[0])).not.toContain('check_name');
    expect(given(requests)).not.toMatch(/morning|de-DE|Ben Weber/);
  }
});

test('CT4, CT5: a file that is sent in parts is imported by the server, and undone', async () => {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const events = await voice.client.events(closing.signal);
  const ask = (method: string, path: string, body?: object) =>
    voice.client.request(method, `/api/contacts${path}`, body);
  const begun = await ask('POST', '/imports', { fileName: 'people.csv', parts: 2 });
  const { id } = begun.body.import;
  await ask('PUT', `/imports/${id}/parts/0`, { content: 'Name;Phone\r\nGrace Ho' });
  const columns = guessColumns(['Name', 'Phone']);
  expect(Object.keys(columns).toSorted()).toEqual([...columnNames].toSorted());
  const body = { columns, delimiter: ';', country: null };
  expect(await ask('POST', `/imports/${id}/start`, body)).toMatchObject({
    ...{ status: 409, body: { code: 'import_incomplete', error: 'Part 2 of the file is missing.' } },
  });
  await ask('PUT', `/imports/${id}/parts/1`, {
    content: 'pper;+15005552301\r\n王芳;+15005552301\r\nNobody;\r\n',
  });
  expect(await ask('POST', `/imports/${id}/start`, body)).toMatchObject({ status: 200 });
  await expect
    .poll(async () => (await ask('GET', `/imports/${id}`)).body)
    .toMatchObject({
      import: { state: 'done', rowsRead: 3, added: 2, refused: 1, errorCounts: { no_number: 1 } },
      errors: [{ row: 4, code: 'no_number', value: '' }],
    });
  expect(events.seen).toContainEqual({ type: 'import.changed', importId: id });
  const suggested = await ask('GET', `/suggestions?text=${encodeURIComponent('芳')}`);
  expect(suggested.body.suggestions).toMatchObject([{ name: '王芳', number: '+15005552301' }]);
  expect((await ask('POST', `/imports/${id}/undo`)).body).toMatchObject({ removed: 2, kept: 0 });
  expect((await ask('GET', '?search=hopper')).body.contacts).toEqual([]);
});
