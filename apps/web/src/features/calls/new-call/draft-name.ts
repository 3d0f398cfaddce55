/** Stands apart from the form, so that the list can name its draft without loading it. */
export const callDraftName = 'new-call';
