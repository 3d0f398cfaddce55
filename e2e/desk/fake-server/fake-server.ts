import type { Agent, CallDetail, LiveEvent, Organization, Template } from '@parley/contract';
import { AccountDesk } from './account-desk.ts';
import { AgentDesk } from './agent-desk.ts';
import { AuditDesk } from './audit-desk.ts';
import { CampaignsDesk } from './campaigns-desk.ts';
import { ConnectionsDesk } from './connections-desk.ts';
import { exampleRules } from './consent-rules.ts';
import { ContactsDesk } from './contacts-desk.ts';
import { callIdOf, dental, kuzco, listed, organizationOf } from './data.ts';
import { DataDesk } from './data-desk.ts';
import { DoNotCallDesk } from './do-not-call-desk.ts';
import { exportOf } from './export-desk.ts';
import { FollowUpDesk } from './follow-up-desk.ts';
import { KeysDesk } from './keys-desk.ts';
import { PeopleDesk } from './people-desk.ts';
import { RecordingDesk } from './recording-desk.ts';
import { ReportDesk } from './report-desk.ts';
import { SearchDesk } from './search-desk.ts';
import { ToolsDesk } from './tools-desk.ts';
import { WatchedCampaign } from './watched-campaign.ts';
import { WebhooksDesk } from './webhooks-desk.ts';

export interface ReceivedRequest {
  /** Method and path with `:id` in place of ids, such as `GET /api/calls/:id`. */
  route: string;
  url: string;
  id: string;
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FakeResponse {
  status?: number;
  /** Sent as JSON, unless it is a string or bytes. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The response is the event stream. */
  stream?: true;
  /** The connection breaks off before the end of the body. */
  brokenOff?: true;
  /** Of an override: what was asked is done all the same. */
  done?: true;
}

/** Sent instead of the default response; 'disconnect' closes the connection without one. */
export type ResponseOverride = FakeResponse | 'disconnect';

interface Override {
  route: string;
  response: ResponseOverride | null;
  gate: Promise<void> | null;
  /** The number of requests it still applies to. */
  left: number;
}

/**
 * The state and responses of the fake server. By default it behaves like a small version of the real one; a test says
 * which routes are slow, refuse or disconnect.
 */
export class FakeServer {
  agents: Agent[] = [kuzco, dental];
  /** What Settings ▸ Agents shows. */
  agentDesk = new AgentDesk();
  /** What Settings ▸ Connections and Go live show. */
  connectionsDesk = new ConnectionsDesk();
  /** What Your Account shows. */
  accountDesk = new AccountDesk();
  /** What Follow-ups shows. */
  followUpDesk = new FollowUpDesk();
  contactsDesk = new ContactsDesk();
  campaignsDesk = new CampaignsDesk();
  /** What Settings ▸ Tools shows. */
  toolsDesk = new ToolsDesk();
  /** What Settings ▸ Data shows. */
  dataDesk = new DataDesk();
  callExport = exportOf();
  /** What Settings ▸ Do Not Call shows. */
  doNotCallDesk = new DoNotCallDesk();
  /** What Settings ▸ People shows. */
  peopleDesk = new PeopleDesk();
  /** What Settings ▸ Developers shows. */
  keysDesk = new KeysDesk();
  webhooksDesk = new WebhooksDesk();
  /** What Settings ▸ Audit Log shows. */
  auditDesk = new AuditDesk();
  /** What the player of a call plays. */
  recordingDesk = new RecordingDesk();
  /** What Reports shows. */
  reportDesk = new ReportDesk();
  /** What the call list is searched by. */
  searchDesk = new SearchDesk();
  /** What Settings ▸ Consent shows. */
  consentRules = exampleRules;
  /** The campaign that was started. */
  watched = new WatchedCampaign();
  templates: Record<string, Template[]> = { kuzco: [], 'gs-dental': [] };
  organization: Organization = organizationOf();
  person = { firstName: 'Ines', lastName: 'Marchetti', email: 'ines@example.com' };
  sandbox: { handsetUrl: string } | null = null;
  /** The country of phone numbers without a calling code. */
  country: string | null = null;
  /** The claim `m` of the session token; an empty object means no access. */
  claims: Record<string, unknown> = { parley: 'admin' };
  /** The organization requires a second factor that the account does not have. */
  lacksSecondFactor = false;
  /** Seconds that a session token lasts. */
  tokenLifetime = 3600;
  readonly requests: ReceivedRequest[] = [];
  readonly #overrides: Override[] = [];
  readonly #streams = new Set<EventStream>();
  /** Requests so far, those for files too. */
  received = 0;
  /** Requests that are being answered, except for those that a test holds. */
  answering = 0;
  /** Told of the next request. */
  #waiting: (() => void)[] = [];
  #lastCallNumber = 500;
  #calls: CallDetail[] = [];
  /** For a moment they can be brought back. */
  deletedCalls: CallDetail[] = [];
  #changedAt = Number.NEGATIVE_INFINITY;

  get calls(): CallDetail[] {
    return this.#calls;
  }

  /** Changes the calls without an event, as happens while no stream is open. What is set before a page asks is no change. */
  set calls(calls: CallDetail[]) {
    this.#calls = calls;
    if (this.requests.length > 0) this.#changedAt = performance.now();
  }

  /**
   * How long nothing has changed; for a day at most. With less than a page needs to read it, a page on a busy machine would
   * fetch everything again when its stream opens.
   */
  get quietMs(): number {
    return Math.min(performance.now() - this.#changedAt, 86_400_000);
  }

  /** Overrides the response of the next requests to a route. */
  respondWith(route: string, response: ResponseOverride, times = Number.POSITIVE_INFINITY): void {
    this.#overrides.push({ route, response, gate: null, left: times });
  }

  /** Removes the overrides of a route. */
  resetResponse(route: string): void {
    for (const override of this.#overrides) if (override.route === route) override.left = 0;
  }

  /** Holds the requests to a route until the returned function is called. */
  hold(route: string, response: ResponseOverride | null = null): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const override: Override = { route, response, gate: promise, left: Number.POSITIVE_INFINITY };
    this.#overrides.push(override);
    return () => {
      override.left = 0;
      resolve();
    };
  }

  /** The override of the route, or else the default response. */
  async respond(request: ReceivedRequest, defaultResponse: () => FakeResponse): Promise<ResponseOverride> {
    this.requests.push(request);
    for (const tell of this.#waiting.splice(0)) tell();
    const override = this.#overrides.find(({ route, left }) => route === request.route && left > 0);
    if (override === undefined) return defaultResponse();
    override.left -= 1;
    this.answering -= 1;
    await override.gate;
    this.answering += 1;
    if (override.response !== 'disconnect' && override.response?.done) defaultResponse();
    return override.response ?? defaultResponse();
  }

  requestsTo(route: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.route === route);
  }

  /** Waits until a route was requested so many times; sooner than a poll would see it. */
  async untilRequested(route: string, times: number): Promise<void> {
    const late = AbortSignal.timeout(30_000);
    while (this.requestsTo(route).length < times) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      late.addEventListener('abort', () => reject(new Error(`${route} was not requested ${times} times.`)));
      await promise;
    }
  }

  nextCallId(): string {
    this.#lastCallNumber += 1;
    return callIdOf(this.#lastCallNumber);
  }

  /** Changes a call as the server does: stores it and sends the event. */
  updateCall(call: CallDetail): void {
    const others = this.calls.filter(({ _id }) => _id !== call._id);
    this.calls = [...others, call].toSorted((one, other) => (one._id < other._id ? 1 : -1));
    this.emit({ type: 'call.changed', call: listed(call) });
  }

  emit(event: LiveEvent): void {
    this.#changedAt = performance.now();
    for (const stream of this.#streams) stream.write(event);
  }

  addStream(stream: EventStream): void {
    this.#streams.add(stream);
  }

  removeStream(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  endStreams(): void {
    for (const stream of [...this.#streams]) stream.end();
  }
}

export interface EventStream {
  write(event: LiveEvent): void;
  end(): void;
}
