/** What a transcript notes when somebody asked to be connected and it failed. */
export const notTransferredNote = 'The call could not be transferred.';
