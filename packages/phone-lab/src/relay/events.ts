import type { ChannelEvent } from '../speech/voice-channel.ts';
import type { RelayAttributes } from './attributes.ts';

export interface InfoEvents {
  onChannelEvent(event: ChannelEvent): void;
}

/** Played text is reported at punctuation, or after this many words. */
const wordsPerReport = 6;

/** Info messages that an application can subscribe to: who speaks, and what has been played. */
export function relayEvents(
  wanted: RelayAttributes['events'],
  send: (message: Record<string, unknown>) => void,
): InfoEvents {
  const sendInfo = (name: string, value: string) => send({ type: 'info', name, value, ts: Date.now() });
  let played = '';
  let words = 0;
  const report = () => {
    if (played.trim()) sendInfo('tokensPlayed', played.trim());
    played = '';
    words = 0;
  };
  return {
    onChannelEvent(event) {
      if (event.type === 'digit' || event.type === 'closed') return;
      const isAgent = event.speech.side === 'app';
      if (wanted.tokensPlayed && isAgent) {
        if (event.type === 'word') {
          played += event.word;
          words += 1;
          if (words >= wordsPerReport || /[.,;:!?]\s*$/.test(event.word)) report();
        }
        if (event.type === 'ended') report();
      }
      if (wanted.speaker && event.type !== 'word') {
        sendInfo(isAgent ? 'agentSpeaking' : 'clientSpeaking', event.type === 'started' ? 'on' : 'off');
      }
    },
  };
}
