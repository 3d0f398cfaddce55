import { sandboxCarrier } from '../../../ports/call.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { Actor, NumberStore, TenantNumber } from '../../../ports/number-store.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, isNotNull, or, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { agents, phoneNumbers, tenants } from '../schema.ts';
import { audit, lockNumbersOf, notifyAgent, showNumbers } from './agent-changes.ts';
import { adoptNumbers, giveNumber, registerNumbers } from './number-registration.ts';

const shown = {
  id: phoneNumbers.id,
  number: phoneNumbers.number,
  label: phoneNumbers.label,
  carrier: phoneNumbers.carrier,
  carrierAccount: phoneNumbers.carrierAccount,
  agentId: phoneNumbers.agentId,
};

export function createNumberStore(database: Database): NumberStore {
  return {
    list: (tenantId, accounts) =>
      database.forTenant(tenantId, async (tx) => {
        if (accounts.length === 0) return [];
        const rows = await tx
          .selectDistinctOn([phoneNumbers.number], shown)
          .from(phoneNumbers)
          .where(or(...accounts.map(isOf)))
          .orderBy(asc(phoneNumbers.number));
        return rows;
      }),

    answered: (account) =>
      database.asSystem(async (tx) => {
        const rows = await tx
          .select({ number: phoneNumbers.number })
          .from(phoneNumbers)
          .where(and(isOf(account), isNotNull(phoneNumbers.agentId)))
          .orderBy(asc(phoneNumbers.number));
        return rows.map(({ number }) => number);
      }),

    take: (tenantId, number, { agentId, takenFrom }, actor) =>
      database.forTenant(tenantId, async (tx) => {
        await lockNumbersOf(tx, tenantId);
        const [agent] = await tx
          .select({ archivedAt: agents.archivedAt })
          .from(agents)
          .where(eq(agents.id, agentId))
          .for('share');
        if (!agent) return { kind: 'no_agent' };
        const known = await locked(tx, number);
        if (!known) return { kind: 'no_number' };
        if (agent.archivedAt !== null) return { kind: 'archived' };
        const holder = known.agentId;
        if (holder !== null && holder !== agentId && holder !== takenFrom) {
          return { kind: 'conflict', agentId: holder, displayName: await nameOf(tx, holder) };
        }
        await setAgent(tx, tenantId, number, agentId, actor);
        if (holder !== agentId) {
          await showNumbers(tx, tenantId, holder === null ? [agentId] : [agentId, holder]);
          const data = { numberId: known.id, ...(holder !== null && { takenFrom: holder }) };
          await audit(tx, tenantId, actor, 'number.assigned', agentId, data);
          await notifyAgent(tx, tenantId, agentId);
          if (holder !== null) await notifyAgent(tx, tenantId, holder);
        }
        return { kind: 'taken', number: { ...known, agentId } };
      }),

    release: (tenantId, number, actor) =>
      database.forTenant(tenantId, async (tx) => {
        await lockNumbersOf(tx, tenantId);
        const known = await locked(tx, number);
        if (!known) return null;
        const { agentId } = known;
        await setAgent(tx, tenantId, number, null, actor);
        if (agentId !== null) {
          await showNumbers(tx, tenantId, [agentId]);
          await audit(tx, tenantId, actor, 'number.released', agentId, { numberId: known.id });
          await notifyAgent(tx, tenantId, agentId);
        }
        return { ...known, agentId: null };
      }),

    label: (tenantId, number, label, actor) =>
      database.forTenant(tenantId, async (tx) => {
        const known = await locked(tx, number);
        if (!known) return null;
        if (known.label === label) return known;
        await tx
          .update(phoneNumbers)
          .set({ label })
          .where(and(eq(phoneNumbers.tenantId, tenantId), eq(phoneNumbers.number, number)));
        await audit(tx, tenantId, actor, 'number.labelled', known.id);
        await notify(tx, { tenantId, kind: 'listed', list: 'agents' });
        return { ...known, label };
      }),

    sandboxAccounts: (number) =>
      database.asSystem(async (tx) => {
        const rows = await tx
          .selectDistinct({ account: phoneNumbers.carrierAccount })
          .from(phoneNumbers)
          .where(and(eq(phoneNumbers.number, number), eq(phoneNumbers.carrier, sandboxCarrier)));
        return rows.map(({ account }) => ({ name: sandboxCarrier, account }));
      }),

    adopt: (account) => database.asSystem((tx) => adoptNumbers(tx, account)),

    register: (tenantId, account, found) =>
      database.asSystem((tx) => registerNumbers(tx, tenantId, account, found)),

    onlyTenant: () =>
      database.asSystem(async (tx) => {
        const [first, second] = await tx.select({ id: tenants.id }).from(tenants).limit(2);
        return first && !second ? first.id : null;
      }),

    give: (tenantId, account, number, actor, { take }) =>
      database.asSystem((tx) => giveNumber(tx, tenantId, account, number, actor, take)),
  };
}

function isOf({ name, account }: CarrierIdentity) {
  return and(eq(phoneNumbers.carrier, name), eq(phoneNumbers.carrierAccount, account));
}

/** The number as one, whichever accounts have it: they all have the same agent. */
async function locked(tx: Transaction, number: string): Promise<TenantNumber | null> {
  const rows = await tx
    .select(shown)
    .from(phoneNumbers)
    .where(eq(phoneNumbers.number, number))
    .orderBy(asc(phoneNumbers.createdAt))
    .for('update');
  return rows.find(({ agentId }) => agentId !== null) ?? rows[0] ?? null;
}

async function setAgent(
  tx: Transaction,
  tenantId: string,
  number: string,
  agentId: string | null,
  { userId }: Actor,
): Promise<void> {
  await tx
    .update(phoneNumbers)
    .set({ agentId, setBy: userId, setAt: sql`now()` })
    .where(and(eq(phoneNumbers.tenantId, tenantId), eq(phoneNumbers.number, number)));
}

async function nameOf(tx: Transaction, agentId: string): Promise<string> {
  const [row] = await tx
    .select({ displayName: agents.displayName })
    .from(agents)
    .where(eq(agents.id, agentId));
  return row?.displayName ?? agentId;
}
