import type { VoiceSetup } from '../../ports/voice-connection.ts';

/** Not `token`: a server of an earlier release may serve the socket, and it reads this name. */
const tokenParameter = 'pass';

/** The parameters of a relay session or media stream, which its setup message returns. */
export function setupParameters(callId: string, token: string): readonly { name: string; value: string }[] {
  return [
    { name: 'callId', value: callId },
    { name: tokenParameter, value: token },
  ];
}

export function setupOf(sid: string, parameters: Readonly<Record<string, string>>): VoiceSetup {
  return { sid, callId: parameters.callId ?? null, token: parameters[tokenParameter] ?? null };
}
