import type { Leg } from '../call/leg.ts';
import { fetchAudio } from '../twiml/play.ts';
import type { InputKind } from './attributes.ts';

/** A file that the application has played. */
export interface Playback {
  kind: 'play';
  source: string;
  loops: number;
  interruptible: InputKind;
  preemptible: boolean;
  /** Stops it; null before it starts and after it has ended. */
  stop: (() => void) | null;
  startedAt: number;
}

/** Fetches and plays the file; `onEnd` is called once, when it has been played, stopped, or could not be fetched. */
export function startPlayback(leg: Leg, item: Playback, onEnd: () => void): void {
  const { carrier, sid } = leg;
  item.startedAt = carrier.clock.now();
  const startMs = leg.labMs();
  const done = (cut: boolean) => {
    if (!item.stop) return;
    item.stop = null;
    carrier.ledger.append(sid, { kind: 'played', source: item.source, cut, startMs, endMs: leg.labMs() });
    onEnd();
  };
  let cancel = () => {};
  item.stop = () => {
    cancel();
    done(true);
  };
  void fetchAudio(leg, item.source).then((audio) => {
    if (!item.stop) return;
    const stopSound = audio?.sound ? leg.audio.playFile(audio.sound, item.loops) : () => {};
    const cancelEnd = carrier.clock.after((audio?.ms ?? 0) * item.loops, () => done(false));
    cancel = () => {
      stopSound();
      cancelEnd();
    };
  });
}
