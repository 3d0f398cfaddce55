import {
  type CreatedInvitation,
  createInvitationResponse,
  type People,
  peopleResponse,
  type ResetLink,
  resetLinkResponse,
} from '@parley/contract';

export function parsePeople(body: unknown): People | undefined {
  return peopleResponse.safeParse(body).data;
}

export function parseCreatedInvitation(body: unknown): CreatedInvitation | undefined {
  return createInvitationResponse.safeParse(body).data;
}

export function parseResetLink(body: unknown): ResetLink | undefined {
  return resetLinkResponse.safeParse(body).data;
}
