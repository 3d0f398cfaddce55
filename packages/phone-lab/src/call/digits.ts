import { Interrupted } from '../clock.ts';
import type { Line } from '../line/line.ts';
import type { Side } from '../line/speech.ts';

const toneMs = 250;

/** Plays a keypad string: digits as tones, `w` waits half a second, `W` a whole one. */
export async function sendDigits(line: Line, side: Side, digits: string): Promise<void> {
  for (const digit of digits) {
    const pause = digit === 'w' ? 500 : digit === 'W' ? 1000 : toneMs;
    if (pause === toneMs) line.press(side, digit);
    await new Promise<void>((resolve) => {
      const stop = line.listen((event) => {
        if (event.type !== 'closed') return;
        cancel();
        resolve();
      });
      const cancel = line.clock.after(pause, () => {
        stop();
        resolve();
      });
    });
    if (line.closed) throw new Interrupted();
  }
}
