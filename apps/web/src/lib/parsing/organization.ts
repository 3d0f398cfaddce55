import { type Organization, organizationResponse } from '@parley/contract';

export function parseOrganization(body: unknown): Organization | undefined {
  const parsed = organizationResponse.safeParse(body);
  return parsed.success ? parsed.data.organization : undefined;
}
