import { randomUUID } from 'node:crypto';
import {
  type Campaign,
  type CampaignFileBody,
  type ConsentPurpose,
  exampleOrganization,
  type OrganizationSettings,
  permissionsOf,
} from '@parley/contract';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import {
  type CampaignDeps,
  type CampaignEndpoints,
  campaignEndpoints,
} from '../src/features/campaigns/endpoints.ts';
import type { Caller } from '../src/ports/caller.ts';
import { type Clock, wallClock } from '../src/ports/clock.ts';
import type { EndpointRequest } from '../src/ports/endpoint.ts';
import { createTenant } from './create-tenant.ts';
import { testDigest } from './number-digest.ts';

/** Columns: name, number, day, time zone, consent, own id. */
export const exampleFile: CampaignFileBody = {
  fileName: 'recall.csv',
  digest: 'a'.repeat(64),
  header: ['Name', 'Phone', 'Day', 'Zone', 'Consent', 'Id'],
  columns: {
    ...{ name: 0, number: 1, lastName: null, timeZone: 3, consent: 4, externalId: 5, notes: null },
  },
  placeholders: { 'Patient Name': 0, Day: 2 },
  country: 'US',
};

const sandbox: CampaignDeps['calls'] = {
  side: () => 'sandbox',
  accountLimits: async () => ({ callsAtOnce: null, callsPerSecond: null }),
};

/** What somebody does with campaigns in an organization of their own. */
export class CampaignDesk {
  readonly caller: Caller;
  readonly endpoints: CampaignEndpoints;
  readonly #templateId: string;

  private constructor(caller: Caller, endpoints: CampaignEndpoints, templateId: string) {
    this.caller = caller;
    this.endpoints = endpoints;
    this.#templateId = templateId;
  }

  static async open(
    database: Database,
    settings: Partial<OrganizationSettings> = {},
    clock: Clock = wallClock,
    calls: CampaignDeps['calls'] = sandbox,
  ): Promise<CampaignDesk> {
    const expiresAt = new Date(Date.now() + 60_000);
    const actor = await createTenant(database);
    const caller = {
      ...actor,
      displayName: 'Kit',
      permissions: permissionsOf.operator,
      email: null,
      expiresAt,
    };
    const { tenantId } = caller;
    const templateId = randomUUID();
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
        values (${tenantId}, 'ada', 'Ada', '', '', '')`),
    );
    await database.forTenant(tenantId, (tx) =>
      tx.execute(sql`
        insert into templates (tenant_id, id, agent_id, name, prompt, placeholders)
        values (${tenantId}, ${templateId}, 'ada', 'Recall', 'Remind <Patient Name> of <Day>.',
          '{"Patient Name": "", "Day": "Tuesday"}')`),
    );
    const endpoints = campaignEndpoints({
      campaigns: createCampaignStore(database, testDigest),
      organizations: { of: async () => ({ ...exampleOrganization.settings, ...settings }) },
      isAllowed: (number) => !number.startsWith('+1900'),
      ...{ clock, calls },
    });
    return new CampaignDesk(caller, endpoints, templateId);
  }

  /** A request as the web server hands it over. */
  ask<Request>(parts: object = {}): Request {
    return { caller: this.caller, ...parts } as Request;
  }

  async create(
    purpose: ConsentPurpose = 'reminder',
    body: Partial<EndpointRequest<'createCampaign'>['body']> = {},
  ) {
    const given = { name: 'Recall', purpose, agentId: 'ada', templateId: this.#templateId, ...body };
    return (await this.endpoints.createCampaign(this.ask({ body: given }))).campaign;
  }

  setFile({ id }: Campaign, body: Partial<CampaignFileBody> = {}) {
    return this.endpoints.setCampaignFile(this.ask({ params: { id }, body: { ...exampleFile, ...body } }));
  }

  /** A campaign with these rows, counted from 2. */
  async withRows(rows: readonly (readonly string[])[], purpose: ConsentPurpose = 'reminder') {
    const { campaign } = await this.setFile(await this.create(purpose));
    return (await this.send(campaign, rows)).campaign;
  }

  send({ id, file }: Campaign, rows: readonly (readonly string[])[], first = 2) {
    const body = {
      file: file?.file ?? 0,
      rows: rows.map((cells, n) => ({ row: first + n, cells: [...cells], problem: null })),
    };
    return this.endpoints.addCampaignRows(this.ask({ params: { id }, body }));
  }

  async recipients({ id }: Campaign, query: object = {}) {
    const given = { after: 0, limit: 100, ...query };
    return this.endpoints.listRecipients(this.ask({ params: { id }, query: given }));
  }

  /** Each reason, or the state, with how many rows have it. */
  async counts({ id }: Campaign): Promise<Record<string, number>> {
    const { counts } = await this.endpoints.getCampaign(this.ask({ params: { id } }));
    return Object.fromEntries(counts.map(({ state, reason, count }) => [reason ?? state, count]));
  }

  correct({ id, file }: Campaign, row: number | string, cells: string[], timeZone?: string) {
    const body = { file: file?.file ?? 0, cells, timeZone };
    return this.endpoints.mendRecipient(this.ask({ params: { id, row: String(row) }, body }));
  }
}
