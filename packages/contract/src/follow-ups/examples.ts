import type { RouteExample } from '../route-example.ts';
import type { FollowUpCounts, followUpCountRoutes } from './counts.ts';
import type { FollowUp } from './follow-up.ts';
import type { followUpRoutes } from './routes.ts';

const callId = '019a8b5e-6c00-7000-8000-000000000001';

export const exampleFollowUp: FollowUp = {
  id: '019a8b5e-6c00-7000-8000-000000000010',
  reason: 'appointment',
  state: 'open',
  urgent: false,
  urgentWhy: null,
  number: '+15005550010',
  contact: { id: '019a8b5e-6c00-7000-8000-000000000020', name: 'Ada Weber', others: 0 },
  callId,
  entry: { ordinal: 3, speaker: 'user', message: 'I need an appointment next Tuesday morning.' },
  what: 'Wants an appointment: next Tuesday morning.',
  note: '',
  dueAt: '2026-10-13T14:00:50.000Z',
  snoozedUntil: null,
  owner: null,
  closed: null,
  lastCall: null,
  sandbox: false,
  revision: 1,
  createdAt: '2026-10-13T10:00:51.000Z',
  changedAt: '2026-10-13T10:00:51.000Z',
};

const done: FollowUp = {
  ...exampleFollowUp,
  state: 'done',
  closed: { by: { displayName: 'Ines Marchetti' }, how: 'person', at: '2026-10-13T11:00:00.000Z' },
  revision: 2,
  changedAt: '2026-10-13T11:00:00.000Z',
};

const counts: FollowUpCounts = { open: 1, urgent: 0, mine: 0, snoozed: 0 };
const people = {
  people: [{ id: 'user-1', displayName: 'Ines Marchetti' }],
  me: { id: 'user-1', displayName: 'Ines Marchetti', mailUrgent: false, mailPossible: true },
};

/** Of the routes of `follow-ups/routes.ts`. */
export const followUpExamples: Readonly<
  Record<keyof typeof followUpRoutes | keyof typeof followUpCountRoutes, RouteExample>
> = {
  listFollowUps: { response: { followUps: [exampleFollowUp], hasMore: false, nextCursor: null, counts } },
  countFollowUps: { response: counts },
  listDeskPeople: { response: people },
  setUrgentMail: {
    body: { mailUrgent: true },
    response: { ...people, me: { ...people.me, mailUrgent: true } },
  },
  getFollowUp: { response: { followUp: exampleFollowUp } },
  createFollowUp: {
    body: { number: '+15005550010', what: 'Send the form for new patients.' },
    response: {
      followUp: {
        ...exampleFollowUp,
        reason: 'hand',
        callId: null,
        entry: null,
        what: 'Send the form for new patients.',
      },
    },
  },
  changeFollowUp: {
    body: { revision: 1, change: { kind: 'done' } },
    response: { followUp: done, changed: true },
  },
  getCallBack: {
    response: {
      agentId: 'gs-dental',
      phoneNumber: '+15005550010',
      contactId: exampleFollowUp.contact?.id,
      instructions: 'Call Ada Weber back. On 13 October they asked for an appointment next Tuesday morning.',
      followUpId: exampleFollowUp.id,
      revision: 1,
    },
  },
};
