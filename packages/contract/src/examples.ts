import { agentExamples } from './agent-examples.ts';
import { apiKeyExamples } from './api-keys/examples.ts';
import type { RouteName } from './api-routes.ts';
import { auditExamples } from './audit/examples.ts';
import { callExportExamples } from './call-export/examples.ts';
import { callSearchExamples } from './call-search/examples.ts';
import { callViewExamples } from './call-views/examples.ts';
import { campaignExamples } from './campaigns/examples.ts';
import { campaignReportExamples } from './campaigns/report-examples.ts';
import { connectionExamples } from './connections/examples.ts';
import { consentExamples } from './consent/examples.ts';
import { contactExamples } from './contacts/examples.ts';
import { exampleCallCost, spendingExamples } from './costs/examples.ts';
import { dataExamples } from './data/examples.ts';
import { doNotCallExamples } from './do-not-call/examples.ts';
import { exampleFollowUp, followUpExamples } from './follow-ups/examples.ts';
import { exampleOrganization } from './organization/example.ts';
import { exampleFields, exampleOutcome, outcomeExamples } from './outcomes/examples.ts';
import { peopleExamples } from './people/examples.ts';
import { recordingExamples } from './recordings/examples.ts';
import { reportExamples } from './reports/examples.ts';
import type { RouteExample } from './route-example.ts';
import { exampleSignInPolicy } from './sign-in-policy.ts';
import { toolExamples } from './tools/examples.ts';
import { webhookExamples } from './webhooks/examples.ts';

const call = {
  _id: '019a8b5e-6c00-7000-8000-000000000001',
  agentId: 'gs-dental',
  direction: 'outbound',
  from: '+15005550006',
  to: '+15005550010',
  status: 'completed',
  reason: null,
  instructions: 'Remind the patient of the check-up on Tuesday at 10 and ask whether the time still suits.',
  duration: 42,
  createdAt: '2026-10-13T10:00:00.000Z',
  answeredAt: '2026-10-13T10:00:08.000Z',
  endTime: '2026-10-13T10:00:50.000Z',
  summary: '**The patient confirmed Tuesday at 10.**',
  summaryState: 'ready',
  sandbox: false,
  engine: 'relay',
  outcome: 'reached',
  contact: exampleFollowUp.contact,
};

const template = {
  _id: '019a8b5e-6c00-7000-8000-000000000002',
  name: 'Appointment reminder',
  prompt: 'Remind <Patient Name> of the appointment on <Day>.',
  agentId: 'gs-dental',
  placeholders: { 'Patient Name': '', Day: 'Tuesday' },
  createdBy: { displayName: 'Front desk' },
  outcomeFields: exampleFields,
};

const trySaid = {
  number: 2,
  at: call.answeredAt,
  type: 'said',
  ordinal: 0,
  speaker: 'agent',
  text: 'Hello, this is the AI assistant of GS Dental.',
  interrupted: false,
  final: true,
};

/** An example request body and response of each route, for the OpenAPI document. */
export const examples: Readonly<Record<RouteName, RouteExample>> = {
  health: { response: { status: 'ok' } },
  ready: { response: { status: 'ok' } },
  config: {
    response: {
      appKey: 'parley',
      identity: { provider: 'built-in', firstAccountNeedsCode: false },
      sandbox: { handsetUrl: 'http://127.0.0.1:4010/' },
      speaker: 'scripted',
    },
  },
  getSignInPolicy: { response: exampleSignInPolicy },
  updateSignInPolicy: {
    body: { revision: 0, policy: exampleSignInPolicy.policy },
    response: exampleSignInPolicy,
  },
  getOrganization: { response: { organization: exampleOrganization } },
  updateOrganization: {
    body: { revision: exampleOrganization.revision, settings: exampleOrganization.settings },
    response: { organization: { ...exampleOrganization, revision: exampleOrganization.revision + 1 } },
  },
  listAgents: {
    response: {
      agents: [{ id: 'gs-dental', displayName: 'GS Dental', phoneNumber: '+15005550006', engine: 'relay' }],
      archived: [{ id: 'summer-desk', displayName: 'Summer desk' }],
    },
  },
  placeCall: {
    body: { phoneNumber: '+15005550010', message: call.instructions },
    response: { to: call.to, callId: call._id },
  },
  createCall: {
    body: {
      agentId: 'gs-dental',
      phoneNumber: call.to,
      template: { id: template._id, values: { 'Patient Name': 'Ada Weber' } },
      externalId: 'appointment-4711',
    },
    response: { to: call.to, callId: call._id },
  },
  previewCall: {
    body: { phoneNumber: '+15005550010', message: call.instructions },
    response: { to: '+15005550010', from: '+15005550006', side: 'real', allowed: true, refusal: null },
  },
  listCalls: { response: { calls: [call], hasMore: false, nextCursor: null } },
  getCall: {
    response: {
      call: {
        ...call,
        transcript: [
          {
            ordinal: 0,
            speaker: 'agent',
            message: 'Hello, this is the assistant of GS Dental.',
            timestamp: call.answeredAt,
            interrupted: false,
          },
        ],
        turns: [{ firstTokenMs: 310, firstSpeechMs: 340 }],
        agentVersion: 4,
        placedBy: { displayName: 'Ines Marchetti' },
        knowledge: [
          {
            question: 'Is there parking at the practice?',
            entries: [{ id: 'parking', title: 'Parking' }],
            askedAt: call.answeredAt,
          },
        ],
        outcomes: exampleOutcome,
        cost: exampleCallCost,
        followUps: [exampleFollowUp],
        contacts: [{ id: '019a8b5e-6c00-7000-8000-000000000020', name: 'Ada Weber' }],
        contactId: null,
        templateId: null,
        externalId: 'appointment-4711',
      },
    },
  },
  deleteCall: { response: { deleted: true } },
  restoreCall: { response: { call } },
  endCall: { response: { call } },
  events: { response: `event: call.changed\ndata: ${JSON.stringify({ type: 'call.changed', call })}\n\n` },
  listTemplates: { response: { templates: { 'gs-dental': [template], kuzco: [] } } },
  createTemplate: {
    body: {
      name: template.name,
      prompt: template.prompt,
      agentId: template.agentId,
      placeholders: { Day: 'Tuesday' },
    },
    response: { template },
  },
  updateTemplate: {
    body: { name: template.name, prompt: template.prompt },
    response: { template: { ...template, placeholders: { 'Patient Name': '', Day: '' } } },
  },
  deleteTemplate: { response: { deleted: true } },
  ...callViewExamples,
  readMetrics: { response: 'parley_database_up 1\n' },
  ...apiKeyExamples,
  ...webhookExamples,
  ...agentExamples,
  ...connectionExamples,
  ...outcomeExamples,
  ...followUpExamples,
  ...contactExamples,
  ...campaignExamples,
  ...campaignReportExamples,
  ...consentExamples,
  ...doNotCallExamples,
  ...auditExamples,
  ...dataExamples,
  ...callSearchExamples,
  ...reportExamples,
  ...spendingExamples,
  ...recordingExamples,
  ...callExportExamples,
  ...toolExamples,
  ...peopleExamples,
  listUnansweredQuestions: {
    response: {
      questions: [
        {
          id: '019a8b5e-6c00-7000-8000-000000000003',
          question: 'Do you treat children under three?',
          calls: 2,
          lastAskedAt: call.answeredAt,
          lastCallId: call._id,
        },
      ],
      hasMore: false,
    },
  },
  dismissUnansweredQuestion: { response: { deleted: true } },
  startTry: {
    body: { channel: 'text', direction: 'inbound', instructions: '' },
    response: {
      try: {
        id: call._id,
        agentId: 'gs-dental',
        channel: 'text',
        direction: 'inbound',
        revision: 7,
        startedAt: call.createdAt,
        engine: 'relay',
        callEngine: 'realtime',
      },
    },
  },
  listOpenTries: {
    response: {
      tries: [
        {
          id: call._id,
          agentId: 'gs-dental',
          displayName: 'GS Dental',
          channel: 'text',
          direction: 'inbound',
          revision: 7,
          startedAt: call.createdAt,
          engine: 'relay',
          callEngine: 'relay',
        },
      ],
    },
  },
  tryEvents: { response: `id: 2\nevent: said\ndata: ${JSON.stringify(trySaid)}\n\n` },
  sendToTry: {
    body: { kind: 'say', text: 'When are you open on Friday?' },
    response: { accepted: true },
  },
  endTry: { response: { ended: true } },
};
