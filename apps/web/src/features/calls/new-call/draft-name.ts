/** In a file of its own, so that the list can clear the draft without loading the form. */
export const callDraftName = 'new-call';
