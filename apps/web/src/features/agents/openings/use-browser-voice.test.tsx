// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { buttonNamed, eventually, type Rendered, render } from '../../../../testing/render.tsx';
import { useBrowserVoice, voiceFor } from './use-browser-voice.ts';

const voiceOf = (lang: string, localService = true) => ({ lang, localService }) as SpeechSynthesisVoice;

test.each([
  ['of the country', ['en-GB', 'en-US'], 'en-US', 'en-US'],
  ['of the language, where the country has none', ['de-DE', 'en-GB'], 'en-US', 'en-GB'],
  ['however the browser writes it', ['en_US'], 'en-US', 'en_US'],
  ['none of another language', ['de-DE'], 'en-US', undefined],
  ['none where the browser has none', [], 'en-US', undefined],
])('a voice %s', (_, langs, language, chosen) => {
  expect(
    voiceFor(
      langs.map((lang) => voiceOf(lang)),
      language,
    )?.lang,
  ).toBe(chosen);
});

test('a voice of this machine goes before one that sends the text elsewhere', () => {
  const [remote, own] = [voiceOf('en-US', false), voiceOf('en-US')];
  expect(voiceFor([remote, own], 'en-US')).toBe(own);
});

let shown: Rendered | undefined;
afterEach(() => {
  shown?.unmount();
  shown = undefined;
  vi.unstubAllGlobals();
});

function Player() {
  const voice = useBrowserVoice('en-US');
  if (voice === null) return <p>no voice</p>;
  return (
    <>
      <button type="button" onClick={() => voice.speak('greeting', 'Hello.')}>
        {voice.speaking ?? 'silent'}
      </button>
      {voice.failed && <p>failed</p>}
    </>
  );
}
const text = () => document.body.textContent;

interface Spoken {
  text: string;
  onend: () => void;
  onerror: () => void;
}

function stubSpeech() {
  const spoken: Spoken[] = [];
  let voices: SpeechSynthesisVoice[] = [];
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: Spoken) => spoken.push(utterance),
    cancel: vi.fn(),
  });
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      text: string;
      constructor(words: string) {
        this.text = words;
      }
    },
  );
  const arrive = () => {
    voices = [voiceOf('en-US')];
    synthesis.dispatchEvent(new Event('voiceschanged'));
  };
  return { spoken, arrive, cancel: synthesis.cancel };
}

test('a browser that does not speak has no voice', async () => {
  shown = render(<Player />);
  await eventually(() => expect(text()).toBe('no voice'));
});

test('voices that arrive late are used; an end, a failure and leaving the page are told apart', async () => {
  const { spoken, arrive, cancel } = stubSpeech();
  shown = render(<Player />);
  await eventually(() => expect(text()).toBe('no voice'));
  arrive();
  (await eventually(() => buttonNamed('silent'))).click();
  await eventually(() => buttonNamed('greeting'));
  expect(spoken).toMatchObject([{ text: 'Hello.', lang: 'en-US' }]);
  spoken[0]?.onend();
  (await eventually(() => buttonNamed('silent'))).click();
  await eventually(() => buttonNamed('greeting'));
  // What was stopped before has nothing to say any more.
  spoken[0]?.onerror();
  spoken[1]?.onerror();
  await eventually(() => expect(text()).toBe('silentfailed'));
  buttonNamed('silent').click();
  await eventually(() => expect(text()).toBe('greeting'));
  cancel.mockClear();
  shown?.unmount();
  await eventually(() => expect(cancel).toHaveBeenCalledOnce());
});
