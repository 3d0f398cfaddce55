import {
  createInvitationResponse,
  peopleResponse,
  resetLinkResponse,
  type CreatedInvitation as WireCreated,
  type People as WirePeople,
  type ResetLink as WireResetLink,
} from '@parley/contract';
import { type Opened, readOpen } from './open.ts';

/** Words that a newer server may have added: they are shown as they are. */
const words = ['role', 'policy', 'managedBy', 'mail'] as const;
type Word = (typeof words)[number];

export type People = Opened<WirePeople, Word>;
export type Person = People['people'][number];
export type Invitation = People['invitations'][number];
export type CreatedInvitation = Opened<WireCreated, Word>;
export type ResetLink = Opened<WireResetLink, Word>;

export function parsePeople(body: unknown): People | undefined {
  const lists = { people: 'person', waiting: 'person who waits', invitations: 'invitation' };
  return readOpen(peopleResponse, body, { words, lists });
}

export function parseCreatedInvitation(body: unknown): CreatedInvitation | undefined {
  return readOpen(createInvitationResponse, body, { words });
}

export function parseResetLink(body: unknown): ResetLink | undefined {
  return readOpen(resetLinkResponse, body, { words });
}
