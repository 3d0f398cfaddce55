import { speakingMs } from '../speech/words.ts';
import { beepMs } from './answering-machine.ts';
import type { Callee, Ring } from './callee.ts';
import { type CalleeScript, defaults } from './script.ts';
import { beforeGreetingMs, ScriptRun } from './script-run.ts';

const busyAfterMs = 1_000;
/** A glance at the number on the display. */
const declinedAfterMs = 2_500;

/** A callee that carries out a script. */
export function scripted(script: CalleeScript): Callee {
  const { name } = script;
  const nature = script.detectedAs ?? script.nature ?? 'human';
  // A person makes no beep, whoever takes them for a machine.
  const greetingEnd = script.greetingEnd ?? (script.nature === 'machine' ? 'beep' : 'silence');
  const greetingMs = beforeGreetingMs + speakingMs(script.greeting ?? '');
  return {
    ...{ name, nature, greetingEnd },
    ring: ringOf(script.ring ?? defaults.ring),
    greetingMs: nature !== 'machine' ? 0 : greetingMs + (greetingEnd === 'beep' ? beepMs : 0),
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
    case 'declined':
      return { kind: 'declined', afterMs: declinedAfterMs };
    case 'never':
      return { kind: 'no-answer' };
    case 'unreachable':
      return { kind: 'unreachable', sipCode: 503 };
    case 'blocked':
      return { kind: 'unreachable', sipCode: 608 };
    case 'handset':
      return { kind: 'manual' };
    default:
      return { kind: 'answer', afterMs: ring };
  }
}
