import { sandboxCarrier } from '../../../ports/call.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { NumberStore } from '../../../ports/number-store.ts';
import type { Database } from '../database.ts';
import { and, asc, eq, isNotNull, or } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { phoneNumbers, tenants } from '../schema.ts';
import { audit, lockNumbersOf, notifyAgent, showNumbers } from './agent-changes.ts';
import { giveNumber } from './give-number.ts';
import { adoptNumbers, registerNumbers } from './number-registration.ts';
import { lockedNumber, setAgentOf, shownNumber, takeNumber } from './take-number.ts';

export function createNumberStore(database: Database): NumberStore {
  return {
    list: (tenantId, accounts) =>
      database.forTenant(tenantId, async (tx) => {
        if (accounts.length === 0) return [];
        const rows = await tx
          .selectDistinctOn([phoneNumbers.number], shownNumber)
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
      database.forTenant(tenantId, (tx) =>
        takeNumber(tx, tenantId, number, agentId, (holder) => holder === takenFrom, actor),
      ),

    release: (tenantId, number, actor) =>
      database.forTenant(tenantId, async (tx) => {
        await lockNumbersOf(tx, tenantId);
        const known = await lockedNumber(tx, tenantId, number);
        if (!known) return null;
        const { agentId } = known;
        await setAgentOf(tx, tenantId, number, null, actor);
        if (agentId !== null) {
          await showNumbers(tx, tenantId, [agentId]);
          await audit(tx, tenantId, actor, 'number.released', agentId, { numberId: known.id });
          await notifyAgent(tx, tenantId, agentId);
        }
        return { ...known, agentId: null };
      }),

    label: (tenantId, number, label, actor) =>
      database.forTenant(tenantId, async (tx) => {
        const known = await lockedNumber(tx, tenantId, number);
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

    give: (tenantId, number, to, actor) => giveNumber(database, tenantId, number, to, actor),

    wouldGive: (tenantId, number, to) =>
      giveNumber(database, tenantId, number, to, { userId: '', displayName: null }, { keep: false }),
  };
}

function isOf({ name, account }: CarrierIdentity) {
  return and(eq(phoneNumbers.carrier, name), eq(phoneNumbers.carrierAccount, account));
}
