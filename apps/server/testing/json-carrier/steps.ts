import type { CallScript } from '../../src/ports/call-script.ts';
import { paths } from './account.ts';

/** What the carrier is told to do with a call, one step after the other. */
export type Step =
  | { readonly do: 'hang-up' }
  | { readonly do: 'refuse' }
  | { readonly do: 'speak'; readonly text: string; readonly language: string }
  | {
      readonly do: 'text-session' | 'audio-session';
      readonly url: string;
      /** Returned in the first message on the socket. */
      readonly data: { readonly call: string; readonly token: string };
      /** Returned with the event that reports its end. */
      readonly session: number;
      readonly language?: string;
      readonly voice?: string | null;
    }
  | {
      readonly do: 'forward';
      readonly to: string;
      readonly callerId: string | null;
      readonly maxSeconds: number;
      readonly ringSeconds: number;
      /** Asked when they answer; null: they are joined at once. */
      readonly ask: boolean;
      /** Returned with the events about it. */
      readonly session: number;
    }
  | { readonly do: 'ask-key'; readonly text: string; readonly language: string }
  | {
      readonly do: 'ask-words';
      readonly text: string;
      readonly language: string;
      /** Returned with the answer. */
      readonly asked: number;
    }
  | { readonly do: 'join' };

export function stepsOf(script: CallScript, publicUrl: string): readonly Step[] {
  const socketUrl = publicUrl.replace(/^http/, 'ws');
  switch (script.kind) {
    case 'hang-up':
      return [{ do: 'hang-up' }];
    case 'reject':
      return [{ do: 'refuse' }];
    case 'say':
      return [{ do: 'speak', text: script.text, language: script.language }, { do: 'hang-up' }];
    case 'converse': {
      const { callId: call, session, token, speech } = script;
      const { language, voice } = speech;
      return [
        {
          do: 'text-session',
          url: socketUrl + paths.text,
          data: { call, token },
          session,
          language,
          voice: voice.name,
        },
      ];
    }
    case 'stream': {
      const { callId: call, session, token } = script;
      return [{ do: 'audio-session', url: socketUrl + paths.audio, data: { call, token }, session }];
    }
    case 'ask':
      return [
        ...(script.introduction === null
          ? []
          : [{ do: 'speak' as const, text: script.introduction, language: script.language }]),
        { do: 'ask-words', text: script.question, language: script.language, asked: script.attempt },
      ];
    case 'hand-over': {
      const { number: to, callerId, maxSeconds, ringSeconds, session, briefed: ask } = script;
      return [{ do: 'forward', to, callerId, maxSeconds, ringSeconds, ask, session }, { do: 'hang-up' }];
    }
    case 'brief':
      return [{ do: 'ask-key', text: script.text, language: script.language }, { do: 'hang-up' }];
    case 'join':
      return [{ do: 'join' }];
  }
}
