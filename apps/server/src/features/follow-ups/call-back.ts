import type { CallBack, CallDetail, FollowUp, TranscriptEntry } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { FollowUpStore } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';

/** Adds the names of the people behind the numbers. */
export type Named = (tenantId: string, followUps: readonly FollowUp[]) => Promise<FollowUp[]>;

export interface CallBackDeps {
  readonly store: Pick<FollowUpStore, 'get'>;
  readonly calls: Pick<CallStore, 'detail'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly organizations: Organizations;
  readonly named: Named;
}

const mostEntries = 5;
const mostCharacters = 1_500;

/** What the form of a call back is filled in with: from the conversation alone, and for a person to change. */
export function createCallBack(deps: CallBackDeps): (tenantId: string, id: string) => Promise<CallBack> {
  return async (tenantId, id) => {
    const stored = await deps.store.get(tenantId, id);
    if (!stored) throw followUpNotFound();
    if (stored.state === 'done') throw new AppError('follow_up_done', 'This follow-up was closed meanwhile.');
    if (stored.number === null || stored.number === '')
      throw new AppError('no_number', 'There is no number to call back.');
    const [followUp = stored] = await deps.named(tenantId, [stored]);
    const [call, { timeZone }] = await Promise.all([
      stored.callId === null ? null : deps.calls.detail(tenantId, stored.callId),
      deps.organizations.of(tenantId),
    ]);
    return {
      agentId: await agentOf(deps, tenantId, call?.agentId ?? null),
      phoneNumber: stored.number,
      contactId: followUp.contact?.id ?? null,
      instructions: instructionsFor(followUp, call, timeZone),
      followUpId: stored.id,
      revision: stored.revision,
    };
  };
}

/** The agent of the call, or the only one that makes calls. */
async function agentOf(
  { agents }: CallBackDeps,
  tenantId: string,
  agentId: string | null,
): Promise<string | null> {
  const active = (await agents.list(tenantId, null)).filter(
    ({ archivedAt, publishedVersion }) => archivedAt === null && publishedVersion !== null,
  );
  if (active.some(({ id }) => id === agentId)) return agentId;
  return active.length === 1 ? (active[0]?.id ?? null) : null;
}

export function instructionsFor(
  { contact, what, entry }: Pick<FollowUp, 'contact' | 'what' | 'entry'>,
  call: Pick<CallDetail, 'transcript' | 'createdAt'> | null,
  timeZone: string,
): string {
  // Of several people on a number nobody knows which one it was, unless one was chosen.
  const name = contact !== null && contact.id !== null && contact.name !== '' ? contact.name : null;
  const quoted = call === null ? [] : quotations(call.transcript, entry?.ordinal ?? null);
  const day = call && new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' });
  return [
    name === null ? 'Call back about this.' : `Call ${name} back about this.`,
    what,
    ...(day && quoted.length > 0
      ? [`On ${day.format(new Date(call.createdAt))} they said: ${quoted.join(' ')}`]
      : []),
    'Ask whether it is solved.',
  ].join('\n');
}

/** What the other party said, from the entry on that it is about. */
function quotations(transcript: readonly TranscriptEntry[], from: number | null): string[] {
  const quoted: string[] = [];
  let length = 0;
  for (const { ordinal, speaker, message } of transcript) {
    if (speaker !== 'user' || (from !== null && ordinal < from)) continue;
    const quote = `“${message.replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()}”`;
    length += quote.length;
    if (quoted.length === mostEntries || length > mostCharacters) break;
    quoted.push(quote);
  }
  return quoted;
}

export function followUpNotFound(): AppError {
  return new AppError('follow_up_not_found', 'There is no such follow-up.');
}
