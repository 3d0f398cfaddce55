import {
  type ContactBody,
  type FollowUp,
  limits,
  normalizePhoneNumber,
  phoneNumberSentence,
  tooManyContactsSentence,
  tooManyPeopleSentence,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import { maySee } from '../../lib/readable-parts.ts';
import { tidyName } from '../../lib/tidy-name.ts';
import type { ContactStore, KnownNames, StoredContact } from '../../ports/contacts.ts';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { namedCallList, namedFollowUps } from './named-calls.ts';

export interface ContactEndpointDeps {
  readonly contacts: ContactStore;
  readonly names: KnownNames;
  readonly doNotCall: Pick<DoNotCallList, 'find'>;
  /** What is still to do first, then the latest. */
  readonly followUpsOf: (tenantId: string, number: string, limit: number) => Promise<FollowUp[]>;
}

export type ContactEndpoints = Pick<
  Endpoints,
  | 'listContacts'
  | 'suggestContacts'
  | 'getContactPage'
  | 'listCallsOfNumber'
  | 'createContact'
  | 'changeContact'
  | 'deleteContact'
  | 'exportContacts'
>;

/** How many calls and follow-ups the page of a number shows. */
const shownOfNumber = 20;

export function contactEndpoints(deps: ContactEndpointDeps): ContactEndpoints {
  const { contacts, names } = deps;
  return {
    listContacts: async ({ caller, query }) => {
      const page = await contacts.list(caller.tenantId, query);
      if (!page) throw new AppError('invalid_request', 'There is no such page. Load the list again.');
      return { ...page, contacts: [...page.contacts] };
    },

    suggestContacts: async ({ caller, query }) => ({
      suggestions: await contacts.suggest(caller.tenantId, query.text, limits.contactSuggestions),
    }),

    getContactPage: async ({ caller, params }) => {
      const { tenantId } = caller;
      const number = phoneNumberIn(params.number);
      const [people, entry, calls, followUps] = await Promise.all([
        contacts.ofNumber(tenantId, number),
        deps.doNotCall.find(tenantId, number),
        maySee(caller, 'calls.read') ? contacts.calls(tenantId, number, shownOfNumber + 1) : [],
        maySee(caller, 'follow-ups.read') ? deps.followUpsOf(tenantId, number, shownOfNumber) : [],
      ]);
      const shown = calls.slice(0, shownOfNumber);
      return {
        number,
        contacts: people,
        doNotCall: entry && { createdAt: entry.createdAt.toISOString(), unconfirmed: entry.unconfirmed },
        calls: [...(await namedCallList(names, tenantId, shown))],
        hasMoreCalls: calls.length > shownOfNumber,
        followUps: await namedFollowUps(names, tenantId, followUps),
      };
    },

    listCallsOfNumber: async ({ caller: { tenantId }, params, query: { limit, afterId } }) => {
      const found = await contacts.calls(tenantId, phoneNumberIn(params.number), limit + 1, afterId);
      const calls = await namedCallList(names, tenantId, found.slice(0, limit));
      const hasMore = found.length > limit;
      return { calls: [...calls], hasMore, nextCursor: hasMore ? (calls.at(-1)?._id ?? null) : null };
    },

    createContact: async ({ caller, body }) => ({
      contact: storedIn(await contacts.create(caller, stored(body), 'hand')),
    }),

    changeContact: async ({ caller, params, body }) => {
      const { revision } = body;
      const result = await contacts.change(caller, params.id, { ...stored(body), revision });
      if (result.kind === 'missing') throw contactNotFound();
      if (result.kind === 'stale')
        throw new AppError('contact_changed', 'Somebody else has changed this contact meanwhile.', {
          details: { contact: result.contact },
        });
      return { contact: storedIn(result) };
    },

    deleteContact: async ({ caller, params }) => {
      const contact = await contacts.remove(caller, params.id);
      if (!contact) throw contactNotFound();
      return { deleted: true, contact };
    },

    exportContacts: async ({ caller, query: { afterId, limit } }) => {
      const page = await contacts.page(caller, afterId, limit);
      return { contacts: page, nextCursor: page.length === limit ? (page.at(-1)?.id ?? null) : null };
    },
  };
}

function contactNotFound(): AppError {
  return new AppError('contact_not_found', 'There is no such contact.');
}

function phoneNumberIn(typed: string): string {
  const number = normalizePhoneNumber(typed);
  if (number === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
  return number;
}

function nameIn(typed: string): string {
  const name = tidyName(typed);
  if (name === '') throw new AppError('invalid_request', 'Enter a name.');
  return name;
}

/** As it is stored: the number in E.164 format, texts without space around them. */
function stored({ number, name, language, timeZone, consent, notes, agentNotes }: ContactBody): ContactBody {
  return {
    ...{ language, timeZone, consent },
    number: phoneNumberIn(number),
    name: nameIn(name),
    notes: notes.trim(),
    agentNotes: agentNotes.trim(),
  };
}

function storedIn(result: StoredContact) {
  switch (result.kind) {
    case 'stored':
      return result.contact;
    case 'exists':
      throw new AppError('contact_exists', `${result.name} with this number is there already.`);
    case 'too_many_contacts':
      throw new AppError('too_many_contacts', tooManyContactsSentence);
    case 'too_many_people':
      throw new AppError('too_many_people', tooManyPeopleSentence);
  }
}
