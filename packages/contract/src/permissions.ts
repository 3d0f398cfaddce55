import type { Membership } from './membership.ts';

/** From the least to the most: each role may do everything that the one before it may do. */
export const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What each role may do in addition to the one before it. `docs/permissions.md` says what each permission is for. */
const added = {
  viewer: [
    'calls.read',
    'templates.read',
    'agents.read',
    'tools.read',
    'contacts.read',
    'follow-ups.read',
    'campaigns.read',
    'reports.read',
    'dnc.read',
  ],
  operator: [
    'calls.place',
    'calls.control',
    'calls.listen',
    'calls.delete',
    'calls.export',
    'outcomes.correct',
    'templates.write',
    'agents.try',
    'contacts.write',
    'follow-ups.write',
    'campaigns.write',
    'dnc.add',
  ],
  admin: [
    'agents.write',
    'tools.write',
    'organization.write',
    'connections.manage',
    'dnc.remove',
    'people.manage',
    'keys.manage',
    'webhooks.manage',
    'data.manage',
    'audit.read',
    'metrics.read',
  ],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof added)[Role][number];

export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: added.viewer,
  operator: [...added.viewer, ...added.operator],
  admin: [...added.viewer, ...added.operator, ...added.admin],
};

/** Said by the server with `not_permitted`, and by the web where it shows nothing else. */
export const notPermittedSentence = 'Your role does not allow this. Ask an administrator.';

/** Null for a name that is none of the three; compared trimmed and without regard to capitals. */
export function knownRole(name: string): Role | null {
  const wanted = name.trim().toLowerCase();
  return roles.find((role) => role === wanted) ?? null;
}

/** Whether a stored role is an admin's. */
export function isAdmin(name: string): boolean {
  return knownRole(name) === 'admin';
}

/** Whoever is let in without a known role may do what the specification gives to everybody. */
const roleNamed = (name: string | null): Role => knownRole(name ?? '') ?? 'operator';

/**
 * The role that counts: that of the app, but never more than that of the organization in which somebody acts. Null for an
 * organization role means that there is no organization, or that its provider has no roles in organizations.
 */
export function effectiveRole({ role }: Membership, organizationRole: string | null): Role {
  const own = roleNamed(role);
  if (organizationRole === null) return own;
  const inOrganization = roleNamed(organizationRole.replace(/^org:/, ''));
  return roles[Math.min(roles.indexOf(own), roles.indexOf(inOrganization))] ?? 'viewer';
}

/**
 * Clerk's claim `o` holds the organization in which somebody acts, with its role there (`rol`, without the prefix that Clerk
 * shows). An organization without a readable role is one with an unknown role. The built-in provider has no such claim.
 */
export function organizationRoleIn(claims: Readonly<Record<string, unknown>>): string | null {
  const { id, rol } = Object(claims.o) as { id?: unknown; rol?: unknown };
  if (typeof id !== 'string' || id === '') return null;
  return typeof rol === 'string' ? rol : '';
}
