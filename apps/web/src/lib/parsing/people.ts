import {
  type CreatedInvitation,
  createInvitationResponse,
  type People,
  peopleResponse,
  resetLinkResponse,
} from '@parley/contract';

export function parsePeople(body: unknown): People | undefined {
  return peopleResponse.safeParse(body).data;
}

export function parseCreatedInvitation(body: unknown): CreatedInvitation | undefined {
  return createInvitationResponse.safeParse(body).data;
}

export function parseResetLink(body: unknown): string | undefined {
  return resetLinkResponse.safeParse(body).data?.link;
}
