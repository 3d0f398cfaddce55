import type { Page } from '@playwright/test';

interface Utterance {
  text: string;
  lang: string;
  onend: () => void;
}
type WithSpoken = typeof window & { spoken: Utterance[] };

/** A browser with a voice that is not heard; call it before the page is opened. */
export async function giveVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: Utterance[] = [];
    const voices = [{ lang: 'en_US', localService: true }];
    const speechSynthesis = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (utterance: Utterance) => spoken.push(utterance),
      cancel: () => {},
    });
    Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis });
    Object.assign(window, {
      spoken,
      SpeechSynthesisUtterance: class {
        text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    });
  });
}

/** What it was given to speak. */
export function spokenOn(page: Page): Promise<{ text: string; lang: string }[]> {
  return page.evaluate(() => (window as WithSpoken).spoken.map(({ text, lang }) => ({ text, lang })));
}

export function endSpeech(page: Page): Promise<void> {
  return page.evaluate(() => (window as WithSpoken).spoken.at(-1)?.onend());
}
