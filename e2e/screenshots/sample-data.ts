import { callOf, entryOf, liveCallOf, templateOf } from '../desk/fake-server/data.ts';
import { FakeServer } from '../desk/fake-server/fake-server.ts';
import { sampleContacts, sampleOutcome } from './sample-contacts.ts';

/** The transcript of a call that began at this minute. */
const entriesAt = (minute: number) =>
  entries.map((entry) => ({ ...entry, timestamp: entry.timestamp.replace('T10:00', `T10:${minute}`) }));

const entries = [
  entryOf(0, 'Hello, this is the AI assistant of GS Dental, calling about your appointment with', {
    interrupted: true,
  }),
  entryOf(1, 'Oh hi, yes?'),
  entryOf(2, 'I am calling to remind you of your check-up on Tuesday at ten. Does that time still suit you?'),
  entryOf(
    3,
    'Hmm, Tuesday is difficult. Could we do Wednesday in the afternoon instead? I pick up my daughter from school at one, so anything after two would be fine.',
  ),
  entryOf(4, 'Pressed 2', { speaker: 'system' }),
  entryOf(5, 'Wednesday at half past two is free. Shall I put you down for that?', { speaker: 'agent' }),
  entryOf(6, 'Perfect, thank you.', { speaker: 'user' }),
  entryOf(7, 'You are welcome. Goodbye!', { speaker: 'agent' }),
];

const reminder =
  'You are calling on behalf of GS Dental.\n\nRemind the patient of the check-up on Tuesday at ten and ask whether the time still suits. If not, offer Wednesday afternoon.';

const summary = [
  '**The check-up is moved to Wednesday, 2:30 PM.**',
  '',
  '- Tuesday does not work because of the school run',
  '- The new time was confirmed on the phone',
].join('\n');

/** The calls of a morning at a dental practice. */
export function sampleServer(): FakeServer {
  const fakeServer = new FakeServer();
  fakeServer.person = { firstName: 'Front', lastName: 'Desk', email: 'desk@example.com' };
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
  fakeServer.templates = {
    'gs-dental': [
      templateOf(1, { name: 'Appointment reminder', createdBy: { displayName: 'Front Desk' } }),
      templateOf(2, {
        name: 'Recall after six months',
        prompt:
          'You are calling <Patient Name> for GS Dental. Their last check-up was on <Last Visit>. Offer a new one within the next two weeks, mornings preferred, and note the answer.',
        placeholders: { 'Patient Name': '', 'Last Visit': '' },
        createdBy: null,
      }),
    ],
    kuzco: [],
  };
  fakeServer.calls = [
    callOf(52, {
      status: 'ringing',
      duration: null,
      answeredAt: null,
      endTime: null,
      sandbox: true,
      instructions: reminder,
    }),
    liveCallOf(51, {
      direction: 'inbound',
      from: '+493012345678',
      instructions: null,
      transcript: entriesAt(51).slice(0, 4),
    }),
    callOf(50, {
      sandbox: true,
      outcome: 'partly',
      contact: { id: null, name: 'Ada Weber', others: 0 },
      placedBy: { displayName: 'Front Desk' },
      outcomes: sampleOutcome(),
      followUps: [],
      instructions: reminder,
      summary,
      summaryState: 'ready',
      transcript: entriesAt(50),
      duration: 68,
      turns: [340, 640, 940].map((firstSpeechMs) => ({ firstTokenMs: 200, firstSpeechMs })),
    }),
    callOf(47, { status: 'no-answer', duration: null }),
    callOf(44, { status: 'failed', reason: 'unreachable_number', duration: null, agentId: 'kuzco' }),
    callOf(41, {
      summary: 'The patient confirmed Tuesday at ten and asked about parking.',
      duration: 95,
      outcome: 'reached',
      contact: { id: null, name: 'Benjamin Ortiz-Fernández', others: 1 },
    }),
    callOf(38, { reason: 'voicemail', duration: 8, outcome: 'not' }),
    callOf(36, {
      direction: 'inbound',
      from: null,
      agentId: null,
      reason: 'no_agent',
      instructions: null,
      duration: 5,
    }),
    callOf(31, { status: 'busy', duration: null }),
    callOf(29, { status: 'canceled', reason: 'ended_by_user', duration: null }),
    callOf(24, {
      summary: 'A crown came loose; the practice will ring back before noon.',
      direction: 'inbound',
      from: '+4930555012',
      instructions: null,
      duration: 3725,
    }),
    callOf(22),
  ];
  sampleContacts(fakeServer.contactsDesk);
  return fakeServer;
}
