import type { AuditRead, apiRoutes, RouteName } from '@parley/contract';
import type { Endpoint, EndpointRequest } from '../../ports/endpoint.ts';

/** What is written about an answer; null: there is nothing to write. */
export interface RouteReading {
  readonly action: AuditRead;
  /** The id of what was read; the organization where none is given. */
  readonly subject?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Answer<Name extends RouteName> = Awaited<ReturnType<Endpoint<Name>>>;
type ReadRoute = {
  [Name in RouteName]: (typeof apiRoutes)[Name] extends { method: 'GET'; guard: 'bearer' } ? Name : never;
}[RouteName];
type ReadRule<Name extends RouteName> = (
  answer: Answer<Name>,
  request: EndpointRequest<Name>,
) => RouteReading | null;

/** Settings, figures and what the desk offers: nothing about anybody who was called. */
const settings = null;
/** The endpoint writes it itself, for each part that is fetched; of the audit log, for each file. */
const byEndpoint = null;

/** What reading each route means. Every route with the method GET is here: a new one does not compile without its line. */
export const readRoutes: { readonly [Name in ReadRoute]: ReadRule<Name> | null } = {
  listCalls: ({ calls }) =>
    listOf(
      'calls.listed',
      calls.map(({ _id }) => _id),
    ),
  searchCalls: ({ hits }) =>
    listOf(
      'calls.listed',
      hits.map(({ call }) => call._id),
    ),
  getCall: ({ call }) => ({ action: 'call.read', subject: call._id }),
  // How far it is and how loud; the sound has an address, and that is written by its endpoint.
  getRecording: settings,
  getRecordingSettings: settings,
  readMetrics: settings,
  listCallsOfNumber: ({ calls }) =>
    listOf(
      'calls.listed',
      calls.map(({ _id }) => _id),
    ),
  // The file is written by its endpoint; how many there are shows nobody.
  previewExport: settings,
  getExport: settings,
  events: () => ({ action: 'calls.watched' }),
  listFollowUps: ({ followUps }) =>
    listOf(
      'follow-ups.listed',
      followUps.map(({ id }) => id),
    ),
  getFollowUp: ({ followUp }) => ({ action: 'follow-up.read', subject: followUp.id }),
  getCallBack: (_, { params }) => ({ action: 'follow-up.read', subject: params.id }),
  countFollowUps: settings,
  listDeskPeople: settings,
  listContacts: ({ contacts }) =>
    listOf(
      'contacts.listed',
      contacts.map(({ id }) => id),
    ),
  suggestContacts: ({ suggestions }) =>
    listOf(
      'contacts.listed',
      suggestions.map(({ id }) => id),
    ),
  // A number stands for nobody here: it is named by its contacts and calls.
  getContactPage: ({ contacts, calls }) => ({
    action: 'contact.read',
    ...(contacts[0] && { subject: contacts[0].id }),
    data: { contacts: contacts.map(({ id }) => id), calls: calls.length },
  }),
  exportContacts: byEndpoint,
  listCampaigns: settings,
  getCampaign: settings,
  listRecipients: ({ recipients }, { params }) => rowsOf(params.id, recipients),
  previewCampaign: ({ examples }, { params }) => rowsOf(params.id, examples),
  getCampaignProgress: ({ progress }, { params }) => rowsOf(params.id, progress.live),
  listCampaignEvents: settings,
  getRecipient: ({ recipient }, { params }) => rowsOf(params.id, [recipient]),
  getCampaignReport: settings,
  exportCampaignResults: byEndpoint,
  getConsentRules: settings,
  listContactImports: settings,
  getContactImport: settings,
  listDoNotCall: ({ entries }) =>
    listOf(
      'do_not_call.listed',
      entries.map(({ id }) => id),
    ),
  exportDoNotCall: byEndpoint,
  // Counts and ids; finding and exporting a person are written by their endpoints.
  listErasures: settings,
  getRetention: settings,
  getSignInPolicy: settings,
  // Colleagues, not people who were called.
  listPeople: settings,
  listUnansweredQuestions: ({ questions }, { params }) =>
    questions.length === 0
      ? null
      : { action: 'questions.listed', subject: params.agentId, data: { count: questions.length } },
  listOpenTries: settings,
  tryEvents: (_, { params }) => ({ action: 'try.read', subject: params.id }),
  listAudit: ({ entries }) => ({ action: 'audit.listed', data: { count: entries.length } }),
  listAuditActors: settings,
  exportAudit: byEndpoint,
  getAuditEntry: ({ entry }) => ({ action: 'audit.read', subject: String(entry.id) }),
  getOrganization: settings,
  getSpending: settings,
  listAgents: settings,
  listAgentCards: settings,
  getAgent: settings,
  listAgentVersions: settings,
  getAgentVersion: settings,
  compareAgentVersions: settings,
  listNumbers: settings,
  listCallViews: settings,
  listApiKeys: settings,
  // Types, times and ids of calls; what was sent is read one by one.
  listWebhooks: settings,
  listDeliveries: settings,
  getDelivery: ({ delivery }) => ({
    ...{ action: 'webhook.read', subject: delivery.id },
    ...(delivery.callId && { data: { callId: delivery.callId } }),
  }),
  listTemplates: settings,
  listConnections: settings,
  listPhoneNumbers: settings,
  getCalling: settings,
  getGoLive: settings,
  getLocalModels: settings,
  listConnectedModels: settings,
  listTools: settings,
  listToolSecrets: settings,
  listMcpServers: settings,
  getTool: settings,
  getReport: settings,
};

/** An empty list shows nobody. */
function listOf(action: AuditRead, ids: readonly string[]): RouteReading | null {
  if (ids.length === 0) return null;
  return { action, data: { count: ids.length, first: ids[0], last: ids.at(-1) } };
}

/** A row stands for nobody here: it is named by its campaign. */
function rowsOf(campaignId: string, rows: readonly { readonly row: number }[]): RouteReading | null {
  if (rows.length === 0) return null;
  const data = { count: rows.length, first: rows[0]?.row, last: rows.at(-1)?.row };
  return { action: 'recipients.listed', subject: campaignId, data };
}
