import type { Invitation } from '@parley/contract';
import type { StoredInvitation } from '../../ports/people.ts';

export function presentInvitation(stored: StoredInvitation): Invitation {
  const { id, role, email, createdAt, expiresAt, expired, createdByName } = stored;
  return {
    ...{ id, role, email, expired },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    createdBy: createdByName === null ? null : { displayName: createdByName },
  };
}
