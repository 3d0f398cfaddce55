/** What is done with a person or an invitation after a question. */
export const actions = {
  remove: {
    title: (name: string) => `Remove ${name}`,
    text: 'They lose their role and are signed out everywhere, within seconds. The account waits for a role again; what they did stays as it is.',
    button: 'Remove',
    busy: 'Removing...',
    done: 'Access was taken away',
  },
  'sign-out': {
    title: (name: string) => `Sign Out ${name}`,
    text: 'All their sessions end within seconds, on every device. They keep their role and can sign in again.',
    button: 'Sign Out Everywhere',
    busy: 'Signing out...',
    done: 'Signed out everywhere',
  },
  reset: {
    title: (name: string) => `Password Link for ${name}`,
    text: 'A link that sets a new password, once and within an hour. Earlier links stop working. Whoever has it can sign in as this person, so hand it to nobody else.',
    button: 'Create Link',
    busy: 'Creating link...',
    done: 'Link created',
  },
  delete: {
    title: (name: string) => `Delete the Account of ${name}`,
    text: 'The account is gone for good. Whoever owns it can create another one if new accounts are allowed.',
    button: 'Delete Account',
    busy: 'Deleting...',
    done: 'Account deleted',
  },
  withdraw: {
    title: () => 'Withdraw Invitation',
    text: 'The link stops working at once.',
    button: 'Withdraw',
    busy: 'Withdrawing...',
    done: 'Invitation withdrawn',
  },
} as const;

export type Action = keyof typeof actions;

export function isAction(kind: string): kind is Action {
  return Object.hasOwn(actions, kind);
}
