import { createHash, randomUUID } from 'node:crypto';
import { type DeskPeople, type FollowUp, normalizePhoneNumber, phoneNumberSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { maySee } from '../../lib/readable-parts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { DeskPeopleStore, FollowUpStore } from '../../ports/follow-ups.ts';
import type { Mailers } from '../../ports/mail.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { type createCallBack, followUpNotFound, type Named } from './call-back.ts';
import { dueTime } from './due-time.ts';

export type FollowUpEndpoints = Pick<
  Endpoints,
  | 'listFollowUps'
  | 'countFollowUps'
  | 'listDeskPeople'
  | 'setUrgentMail'
  | 'getFollowUp'
  | 'createFollowUp'
  | 'changeFollowUp'
  | 'getCallBack'
>;

export interface FollowUpEndpointDeps {
  readonly store: FollowUpStore;
  readonly people: DeskPeopleStore;
  readonly named: Named;
  readonly callBack: ReturnType<typeof createCallBack>;
  readonly organizations: Organizations;
  readonly mailers: Mailers;
  readonly clock: Clock;
}

export function followUpEndpoints(deps: FollowUpEndpointDeps): FollowUpEndpoints {
  const { store, people, clock } = deps;
  const one = async (tenantId: string, followUp: FollowUp): Promise<FollowUp> =>
    (await deps.named(tenantId, [followUp]))[0] ?? followUp;
  return {
    listFollowUps: async ({ caller, query }) => {
      const [page, counts] = await Promise.all([store.list(caller, query), store.counts(caller)]);
      if (page === null) throw new AppError('invalid_request', 'This cursor is not known.');
      return { ...page, followUps: await deps.named(caller.tenantId, page.followUps), counts };
    },

    countFollowUps: ({ caller }) => store.counts(caller),

    listDeskPeople: ({ caller }) => peopleFor(deps, caller),

    setUrgentMail: async ({ caller, body }) => {
      if (body.mailUrgent && deps.mailers.current() === null)
        throw new AppError('mail_not_connected', 'No mail server is connected. Ask an administrator.');
      if (body.mailUrgent && caller.email === null)
        throw new AppError('invalid_request', 'Your account has no e-mail address.');
      await people.setUrgentMail(caller, body.mailUrgent, clock.now());
      return peopleFor(deps, caller);
    },

    getFollowUp: async ({ caller, params }) => {
      const followUp = await store.get(caller.tenantId, params.id);
      if (!followUp) throw followUpNotFound();
      return { followUp: await one(caller.tenantId, followUp) };
    },

    createFollowUp: async ({ caller, headers, body }) => {
      const number = body.number === undefined ? undefined : normalizePhoneNumber(body.number);
      if (number === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
      const now = clock.now();
      const dueAt =
        body.dueAt === undefined
          ? dueTime('hand', false, now, await deps.organizations.of(caller.tenantId))
          : dateWithin(body.dueAt, now);
      const { number: _, ...rest } = body;
      const key = keyOf(caller, headers['idempotency-key']);
      const result = await store.create(caller, { ...rest, ...(number && { number }), dueAt, key });
      switch (result.kind) {
        case 'created':
          return { followUp: await one(caller.tenantId, result.followUp) };
        case 'no call':
          throw new AppError('call_not_found', 'There is no such call.');
        case 'no contact':
          throw new AppError('contact_not_found', 'There is no such contact.');
        case 'no person':
          throw noPerson();
      }
    },

    changeFollowUp: async ({ caller, params, body: { revision, change } }) => {
      const now = clock.now();
      if (change.kind === 'due') dateWithin(change.dueAt, now);
      if (change.kind === 'snooze' && dateWithin(change.until, now) <= now)
        throw new AppError('invalid_request', 'Choose a time to come.');
      const result = await store.change(caller, params.id, revision, change, now);
      switch (result.kind) {
        case 'missing':
          throw followUpNotFound();
        case 'no person':
          throw noPerson();
        case 'stale': {
          const followUp = await one(caller.tenantId, result.followUp);
          const name = followUp.closed?.by?.displayName ?? 'Somebody else';
          throw new AppError('follow_up_changed', `${name} changed this follow-up a moment ago.`, {
            details: { followUp },
          });
        }
        default:
          return {
            followUp: await one(caller.tenantId, result.followUp),
            changed: result.kind === 'changed',
          };
      }
    },

    getCallBack: ({ caller, params }) => deps.callBack(caller.tenantId, params.id),
  };
}

/** Whoever may only look is nobody's colleague in the inbox: nothing can be assigned to them. */
async function peopleFor(
  { people, mailers, clock }: FollowUpEndpointDeps,
  caller: Caller,
): Promise<DeskPeople> {
  const { userId, displayName, email } = caller;
  const works = maySee(caller, 'follow-ups.write');
  const { people: all, mailUrgent } = await (works ? people.seen(caller, clock.now()) : people.list(caller));
  const mailPossible = works && email !== null && mailers.current() !== null;
  return { people: all, me: { id: userId, displayName, mailUrgent, mailPossible } };
}

const longestMs = 10 * 366 * 24 * 60 * 60_000;

/** A due time may be over, but not before there were calls. */
function dateWithin(text: string, now: Date): Date {
  const at = new Date(text);
  if (Math.abs(at.getTime() - now.getTime()) > longestMs)
    throw new AppError('invalid_request', 'Choose a time within the next ten years.');
  return at;
}

/** A digest: a key is chosen by whoever sends it, and may hold anything. */
function keyOf({ userId }: Caller, key: string | undefined): string {
  return key === undefined ? randomUUID() : createHash('sha256').update(`${userId}\n${key}`).digest('hex');
}

function noPerson(): AppError {
  return new AppError('person_not_found', 'This person has not worked with follow-ups yet.');
}
