import type { Speaker } from '@parley/contract';

/** Whether the other party said or pressed anything: without it there is nothing to read from a call. */
export function otherPartyResponded({
  transcript,
}: {
  readonly transcript: readonly { readonly speaker: Speaker; readonly message: string }[];
}): boolean {
  return transcript.some(
    ({ speaker, message }) =>
      (speaker === 'user' && /[\p{L}\p{N}]/u.test(message)) ||
      (speaker === 'system' && message.startsWith('The other party pressed')),
  );
}
