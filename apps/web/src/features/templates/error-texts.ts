import { ApiError } from '../../lib/api-error.ts';

export const fetchFailedText = 'Failed to fetch data';

/** A fixed text, and below it the details. */
export interface ErrorText {
  title: string;
  detail: string | null;
}

export function deleteError(error: unknown): ErrorText {
  return error instanceof Error
    ? { title: 'Failed to delete template', detail: error.message }
    : { title: 'Delete failed', detail: null };
}

/** The server's error message, if there is one. */
export function saveError(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { title: 'An error occurred', detail: null };
  return hasServerMessage(error)
    ? { title: error.message, detail: null }
    : { title: 'Failed to save template', detail: error.message };
}

/** Not a broken connection, and not the bare status line of a response without a message. */
function hasServerMessage(error: Error): boolean {
  return (
    error instanceof ApiError &&
    error.status > 0 &&
    error.code !== 'bad_response' &&
    !error.message.startsWith(`HTTP ${error.status}: `)
  );
}
