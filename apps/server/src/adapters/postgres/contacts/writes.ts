import { randomUUIDv7 } from 'node:crypto';
import { type AuditAction, type Contact, type ContactBody, limits, nameKey } from '@parley/contract';
import { contactWords } from '../../../lib/contact-words.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { ContactStore } from '../../../ports/contacts.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { isUuid } from '../uuid.ts';
import { presentContact, storedConsent } from './columns.ts';
import { insertWords, replaceWords } from './words.ts';

/** What people do to contacts. A trigger announces every change of the table. */
export function contactWrites(
  database: Database,
): Pick<ContactStore, 'create' | 'ensure' | 'removeUnused' | 'change' | 'remove'> {
  const create: ContactStore['create'] = (caller, body, source) =>
    database.forTenant(caller.tenantId, async (tx) => {
      const { tenantId } = caller;
      await lockNumber(tx, tenantId, body.number);
      const refused = await whyNotStored(tx, tenantId, body, null);
      if (refused) return refused;
      if (await isFull(tx, tenantId)) return { kind: 'too_many_contacts' };
      const id = randomUUIDv7();
      const { rows } = await tx.execute(sql`
          insert into contacts (tenant_id, id, number, name, name_key, language, time_zone, consent, notes, agent_notes,
            source, created_by, created_by_name)
          values (${tenantId}, ${id}, ${body.number}, ${body.name}, ${nameKey(body.name)}, ${body.language},
            ${body.timeZone}, ${storedConsent(body.consent)}::jsonb, ${body.notes}, ${body.agentNotes}, ${source},
            ${caller.userId}, ${caller.displayName})
          returning *`);
      await insertWords(tx, tenantId, [{ id, words: contactWords(body.name, body.number) }]);
      await record(tx, caller, 'contact.created', id);
      return { kind: 'stored', contact: presentContact(rows[0]) };
    });

  return {
    create,

    ensure: async (caller, number, name) => {
      for (;;) {
        const made = await create(caller, { ...nothingElse, number, name }, 'call');
        if (made.kind === 'stored') return { ...made, isNew: true };
        if (made.kind !== 'exists') return made;
        const contact = await database.forTenant(caller.tenantId, (tx) =>
          readContact(tx, caller.tenantId, made.id),
        );
        // Otherwise somebody has deleted it at this moment, and it is made again.
        if (contact) return { kind: 'stored', contact, isNew: false };
      }
    },

    removeUnused: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          delete from contacts
          where tenant_id = ${caller.tenantId} and id = ${id} and source = 'call' and revision = 1
            and not exists (select from calls where tenant_id = ${caller.tenantId} and contact_id = ${id})
          returning 1`);
        if (rows.length > 0) await record(tx, caller, 'contact.deleted', id);
      }),

    change: (caller, id, { revision, ...body }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        if (!isUuid(id)) return { kind: 'missing' };
        const before = await lockContact(tx, tenantId, id);
        if (!before) return { kind: 'missing' };
        // Sent twice, or two people had the same idea.
        if (isSame(before, body)) return { kind: 'stored', contact: before };
        if (before.revision !== revision) return { kind: 'stale', contact: before };
        const named = before.number !== body.number || before.name !== body.name;
        if (named) {
          await lockNumber(tx, tenantId, body.number);
          const refused = await whyNotStored(tx, tenantId, body, before);
          if (refused) return refused;
        }
        const { rows } = await tx.execute(sql`
          update contacts set number = ${body.number}, name = ${body.name}, name_key = ${nameKey(body.name)},
            language = ${body.language}, time_zone = ${body.timeZone}, consent = ${storedConsent(body.consent)}::jsonb,
            notes = ${body.notes}, agent_notes = ${body.agentNotes}, revision = revision + 1, changed_at = now()
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        if (named) await replaceWords(tx, tenantId, { id, name: body.name, number: body.number });
        await record(tx, caller, 'contact.changed', id);
        return { kind: 'stored', contact: presentContact(rows[0]) };
      }),

    remove: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const { rows } = await tx.execute(
          sql`delete from contacts where tenant_id = ${caller.tenantId} and id = ${id} returning *`,
        );
        if (rows.length === 0) return null;
        await record(tx, caller, 'contact.deleted', id);
        return presentContact(rows[0]);
      }),
  };
}

/** What a call tells of somebody: the number and the name. */
const nothingElse = { language: null, timeZone: null, consent: [], notes: '', agentNotes: '' };

async function readContact(tx: Transaction, tenantId: string, id: string): Promise<Contact | null> {
  const { rows } = await tx.execute(sql`select * from contacts where tenant_id = ${tenantId} and id = ${id}`);
  return rows.length > 0 ? presentContact(rows[0]) : null;
}

/** So that of two people who add somebody at once, one sees what the other has added. */
async function lockNumber(tx: Transaction, tenantId: string, number: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('parley contacts'), hashtext(${`${tenantId} ${number}`}))`,
  );
}

async function lockContact(tx: Transaction, tenantId: string, id: string): Promise<Contact | null> {
  const { rows } = await tx.execute(
    sql`select * from contacts where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return rows.length > 0 ? presentContact(rows[0]) : null;
}

/** `before`: the contact that is changed. */
async function whyNotStored(
  tx: Transaction,
  tenantId: string,
  { number, name }: Pick<ContactBody, 'number' | 'name'>,
  before: Contact | null,
) {
  const { rows } = await tx.execute(
    sql`select id, name, name_key from contacts where tenant_id = ${tenantId} and number = ${number}`,
  );
  const others = (rows as { id: string; name: string; name_key: string }[]).filter(
    ({ id }) => id !== before?.id,
  );
  const same = others.find((other) => other.name_key === nameKey(name));
  if (same) return { kind: 'exists', id: same.id, name: same.name } as const;
  return others.length >= limits.contactsPerNumberMax ? ({ kind: 'too_many_people' } as const) : null;
}

async function isFull(tx: Transaction, tenantId: string): Promise<boolean> {
  // Counts no further than it has to, by the index alone.
  const { rows } = await tx.execute(sql`
    select 1 from contacts where tenant_id = ${tenantId} offset ${limits.contactsMax - 1} limit 1`);
  return rows.length > 0;
}

function isSame(before: Contact, body: ContactBody): boolean {
  return (
    before.number === body.number &&
    before.name === body.name &&
    before.language === body.language &&
    before.timeZone === body.timeZone &&
    before.notes === body.notes &&
    before.agentNotes === body.agentNotes &&
    storedConsent(before.consent) === storedConsent(body.consent)
  );
}

/** Ids and actions alone: the audit log holds no names and no numbers. */
async function record(tx: Transaction, caller: Caller, action: AuditAction, subject: string): Promise<void> {
  const { tenantId, userId: actor } = caller;
  await appendAudit(tx, { tenantId, actor, action, subject });
}
