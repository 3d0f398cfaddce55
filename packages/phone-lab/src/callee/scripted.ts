import { speakingMs } from '../speech/words.ts';
import type { Callee, Ring } from './callee.ts';
import { type CalleeScript, defaults } from './script.ts';
import { ScriptRun } from './script-run.ts';

const busyAfterMs = 1_000;
/** The beep after the greeting of an answering machine. */
const beepMs = 500;

/** A callee that carries out a script. */
export function scripted(script: CalleeScript): Callee {
  const { name, nature = 'human' } = script;
  return {
    name,
    nature,
    ring: ringOf(script.ring ?? defaults.ring),
    greetingMs: nature === 'machine' ? speakingMs(script.greeting ?? '') + beepMs : 0,
    pickUp(party) {
      // A handset is operated by a person, not by a script.
      if (script.ring === 'handset') return;
      new ScriptRun(script, party).run().catch((error: unknown) => {
        console.error(
          `phone-lab: the script of callee "${name}" failed; it stays silent for the rest of the call`,
          error,
        );
      });
    },
  };
}

function ringOf(ring: NonNullable<CalleeScript['ring']>): Ring {
  switch (ring) {
    case 'busy':
      return { kind: 'busy', afterMs: busyAfterMs };
    case 'never':
      return { kind: 'no-answer' };
    case 'unreachable':
      return { kind: 'unreachable', sipCode: 503 };
    case 'handset':
      return { kind: 'manual' };
    default:
      return { kind: 'answer', afterMs: ring };
  }
}
