import type { RelaySpeech, RelayVoice } from '../../ports/call-script.ts';

/** How the service writes its speech providers. */
const providerNames: Readonly<Record<RelayVoice['provider'], string>> = {
  google: 'Google',
  amazon: 'Amazon',
  elevenlabs: 'ElevenLabs',
};

/**
 * The attributes of `<ConversationRelay>` for speech. The provider is always named: the service's default is one that not
 * every account may use.
 */
export function speechAttributes(speech: RelaySpeech): Record<string, string> {
  const hints = speech.hints.map((hint) => hint.replace(/[,\s]+/g, ' ').trim()).filter(Boolean);
  return {
    language: speech.language,
    ...voiceAttributes(speech.voice, speech.speed),
    // The others read numbers and dates out as words by themselves.
    ...(speech.voice.provider === 'elevenlabs' && { elevenlabsTextNormalization: 'on' }),
    ...(hints.length > 0 && { hints: hints.join(',') }),
  };
}

/** `<Language>` elements: languages that the session may change to, each with its voice. */
export function otherLanguages(speech: RelaySpeech): Record<string, string>[] {
  return speech.otherLanguages.map(({ language, voice }) => ({
    code: language,
    ...voiceAttributes(voice, speech.speed),
  }));
}

function voiceAttributes({ provider, name }: RelayVoice, speed: number | null): Record<string, string> {
  return {
    ttsProvider: providerNames[provider],
    ...(name !== null && { voice: provider === 'elevenlabs' ? tuned(name, speed) : name }),
  };
}

/** Speed, stability and similarity follow the id. A name that has them already stays as it is. */
function tuned(id: string, speed: number | null): string {
  if (speed === null || speed === 1 || /-[\d.]+_[\d.]+_[\d.]+$/.test(id)) return id;
  return `${id}-${speed}_0.5_0.75`;
}
