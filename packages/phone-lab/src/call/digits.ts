import { Interrupted } from '../clock.ts';
import type { Side } from '../speech/speech.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

const toneMs = 250;

/** Plays a keypad string: digits as tones, `w` waits half a second, `W` a whole one. */
export async function sendDigits(channel: VoiceChannel, side: Side, digits: string): Promise<void> {
  for (const digit of digits) {
    const pause = digit === 'w' ? 500 : digit === 'W' ? 1000 : toneMs;
    if (pause === toneMs) channel.press(side, digit);
    await new Promise<void>((resolve) => {
      const stop = channel.listen((event) => {
        if (event.type !== 'closed') return;
        cancel();
        resolve();
      });
      const cancel = channel.clock.after(pause, () => {
        stop();
        resolve();
      });
    });
    if (channel.closed) throw new Interrupted();
  }
}
