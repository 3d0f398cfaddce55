import { useEffect, useRef, useState } from 'react';

export interface BrowserVoice {
  /** The name of what it speaks; null: nothing. */
  speaking: string | null;
  /** What was to be spoken last could not be. */
  failed: boolean;
  speak: (name: string, text: string) => void;
  stop: () => void;
}

/** A voice of the browser that speaks a language; null where there is none. */
export function useBrowserVoice(language: string): BrowserVoice | null {
  const voice = voiceFor(useVoices(), language);
  // Held here: a browser may drop an utterance that nothing refers to, and never say that it is over.
  const current = useRef<SpeechSynthesisUtterance | null>(null);
  const [speaking, setSpeaking] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(
    () => () => {
      if (current.current !== null) window.speechSynthesis.cancel();
      current.current = null;
    },
    [],
  );
  if (voice === null) return null;

  function stop(): void {
    current.current = null;
    setSpeaking(null);
    window.speechSynthesis.cancel();
  }

  function speak(name: string, text: string): void {
    stop();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = language;
    const over = (hasFailed: boolean) => {
      if (current.current !== utterance) return;
      current.current = null;
      setSpeaking(null);
      setFailed(hasFailed);
    };
    utterance.onend = () => over(false);
    utterance.onerror = () => over(true);
    current.current = utterance;
    setFailed(false);
    setSpeaking(name);
    window.speechSynthesis.speak(utterance);
  }

  return { speaking, failed, speak, stop };
}

/** Browsers load them late, some have none, and some do not speak at all. */
function useVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    if (!('speechSynthesis' in window)) return;
    const { speechSynthesis } = window;
    const read = () => setVoices(speechSynthesis.getVoices());
    read();
    speechSynthesis.addEventListener('voiceschanged', read);
    return () => speechSynthesis.removeEventListener('voiceschanged', read);
  }, []);
  return voices;
}

/** Of the country, else of the language; one of this machine before one that sends the text elsewhere. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | null {
  const near = voices.toSorted((one, other) => Number(other.localService) - Number(one.localService));
  const wanted = tagOf(language);
  return (
    near.find(({ lang }) => tagOf(lang) === wanted) ??
    near.find(({ lang }) => tagOf(lang).split('-')[0] === wanted.split('-')[0]) ??
    null
  );
}

/** Some browsers write en_US. */
function tagOf(language: string): string {
  return language.replaceAll('_', '-').toLowerCase();
}
