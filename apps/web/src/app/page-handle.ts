import type { Permission } from '@parley/contract';

/** What the layout knows of a page before it is shown. */
export interface PageHandle {
  readonly permission: Permission;
}

/** For a route: its page is shown to those who have the permission. */
export function needs(permission: Permission): { handle: PageHandle } {
  return { handle: { permission } };
}
