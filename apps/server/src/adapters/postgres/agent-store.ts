import { randomUUIDv7 } from 'node:crypto';
import type { RecordingConsent } from '@parley/contract';
import type { AgentStore, PlacingManners } from '../../ports/agent-store.ts';
import type { CarrierIdentity } from '../../ports/carrier.ts';
import { columnsOf, profileOf } from './agents/agent-columns.ts';
import type { Database } from './database.ts';
import { and, asc, eq, sql } from './drizzle.ts';
import { agents, agentVersions, phoneNumbers, templates, tenants } from './schema.ts';

export function createAgentStore(database: Database): AgentStore {
  return {
    list: (tenantId, account) =>
      database.forTenant(tenantId, (tx) =>
        tx.select(summaryOf(account)).from(agents).orderBy(asc(agents.displayName), asc(agents.id)),
      ),

    get: (tenantId, id, account, version) =>
      database.forTenant(tenantId, async (tx) => {
        const columns = { ...summaryOf(account), conversation: conversationOf(version) };
        const [row] = await tx.select(columns).from(agents).where(eq(agents.id, id));
        return row ?? null;
      }),

    forCall: async ({ tenantId, agentId, agentVersion = null }) => {
      if (agentId === null) return null;
      const [row] = await database.asSystem((tx) =>
        tx
          .select({
            tenantId: agents.tenantId,
            id: agents.id,
            version: agentVersions.version,
            config: agentVersions.config,
            recording: recordingOf,
          })
          .from(agents)
          .innerJoin(
            agentVersions,
            and(
              eq(agentVersions.tenantId, agents.tenantId),
              eq(agentVersions.agentId, agents.id),
              eq(agentVersions.version, sql`coalesce(${agentVersion}::int, ${agents.publishedVersion})`),
            ),
          )
          .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId))),
      );
      return row ? { ...profileOf(row), ...(row.recording && { recording: row.recording }) } : null;
    },

    answering: (number, account) =>
      database.asSystem(async (tx) => {
        const [row] = await tx
          .select({ owner: phoneNumbers.tenantId, ...summaryOf(account) })
          .from(phoneNumbers)
          .leftJoin(
            agents,
            and(eq(agents.tenantId, phoneNumbers.tenantId), eq(agents.id, phoneNumbers.agentId)),
          )
          .where(
            and(
              eq(phoneNumbers.number, number),
              eq(phoneNumbers.carrier, account.name),
              eq(phoneNumbers.carrierAccount, account.account),
            ),
          );
        if (!row) return null;
        const { owner, ...agent } = row;
        const { tenantId, id, displayName, language, archivedAt, publishedVersion } = agent;
        const answers = archivedAt === null && publishedVersion !== null;
        return {
          tenantId: owner,
          agent:
            tenantId === null || id === null || displayName === null || language === null || !answers
              ? null
              : { ...agent, tenantId, id, displayName, language },
        };
      }),

    createTenant: (tenant, starters) =>
      database.forTenant(tenant.id, async (tx) => {
        // A concurrent insert waits here until the first transaction ends, and then does nothing.
        const [made] = await tx.insert(tenants).values(tenant).onConflictDoNothing().returning();
        if (!made) return false;
        for (const { templates: prompts, id, config } of starters) {
          // A trigger adds the first version.
          const published = { publishedVersion: 1, publishedAt: new Date(), draftSavedAt: new Date() };
          await tx.insert(agents).values({
            tenantId: tenant.id,
            id,
            ...columnsOf(id, config, tenant.name),
            draft: config,
            ...published,
          });
          for (const template of prompts) {
            const templateId = randomUUIDv7();
            await tx
              .insert(templates)
              .values({ tenantId: tenant.id, id: templateId, agentId: id, ...template });
          }
        }
        return true;
      }),
  };
}

/** The same as `consentForAgent` of the contract says of the settings. */
const recordingOf = sql<RecordingConsent | null>`(
  select coalesce(chosen.agent_consent ->> agents.id, chosen.consent) from recording_settings chosen
  where chosen.tenant_id = agents.tenant_id and chosen.enabled and agents.id = any (chosen.agent_ids))`;

/** One step into the configuration, which may be large: each one unpacks all of it. Columns are spelled out, as below. */
function conversationOf(version: number | undefined) {
  return sql<PlacingManners | null>`(
  select published.config -> 'conversation' from agent_versions published
  where published.tenant_id = agents.tenant_id and published.agent_id = agents.id
    and published.version = ${version === undefined ? sql`agents.published_version` : version})`;
}

/** `account`: the carrier account whose number counts; without one no number does. */
function summaryOf(account: CarrierIdentity | null) {
  return {
    tenantId: agents.tenantId,
    id: agents.id,
    displayName: agents.displayName,
    language: agents.language,
    engine: agents.engine,
    publishedVersion: agents.publishedVersion,
    archivedAt: agents.archivedAt,
    // Columns are spelled out: a select of one table leaves out its name, and these would be those of the inner one.
    phoneNumber: sql<string | null>`(
      select owned.number from phone_numbers owned
      where owned.tenant_id = agents.tenant_id and owned.agent_id = agents.id
        and owned.carrier = ${account?.name ?? ''} and owned.carrier_account = ${account?.account ?? ''}
        and owned.carrier <> ''
      order by owned.created_at, owned.number limit 1)`,
  };
}
