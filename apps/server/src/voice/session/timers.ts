import { say } from './agent.ts';
import { onFirstWordsTimeout, onMachineTimeout } from './answering.ts';
import { onTextTimeout } from './awaited-texts.ts';
import { onDigitsOver, onUtteranceOver } from './caller.ts';
import { checkpoint } from './checkpoint.ts';
import { hangUpBeforeStart } from './control.ts';
import { change, type StepDraft } from './draft.ts';
import { onClosingTimeout, sayAndEnd } from './ending.ts';
import type { TimerName } from './events.ts';
import { onRefusalStored } from './opt-out.ts';
import { onPlayoutTimeout } from './pending-playout.ts';
import { onToolFiller, onToolTimeout } from './running-tools.ts';
import { onAnswerTimeout, onFiller, onModelTimeout } from './turn.ts';

/** A timer that was cleared or set again meanwhile is ignored. */
export function onTimerFired(draft: StepDraft, name: TimerName, key: string): void {
  const { [name]: current, ...others } = draft.state.timers;
  if (current !== key) return;
  change(draft, { timers: others });
  whenFired[name](draft);
}

const whenFired: Readonly<Record<TimerName, (draft: StepDraft) => void>> = {
  connect: (draft) => hangUpBeforeStart(draft, 'line_dropped'),
  maxLength: (draft) => sayAndEnd(draft, draft.state.settings.phrases.maxLengthGoodbye, 'max_length'),
  silence: onSilence,
  firstWords: onFirstWordsTimeout,
  screening: (draft) => sayAndEnd(draft, draft.state.settings.phrases.silenceGoodbye, 'silence'),
  greeting: onMachineTimeout,
  claim: onMachineTimeout,
  refusal: onRefusalStored,
  listen: onUtteranceOver,
  text: onTextTimeout,
  digits: onDigitsOver,
  model: onModelTimeout,
  filler: onFiller,
  tool: onToolTimeout,
  toolFiller: onToolFiller,
  answer: onAnswerTimeout,
  playout: onPlayoutTimeout,
  pendingPlayout: onPlayoutTimeout,
  checkpoint,
  closing: onClosingTimeout,
  drain: onDrainTimeout,
};

/** Asks once whether they are there; says goodbye the second time. */
function onSilence(draft: StepDraft): void {
  const { silences, settings } = draft.state;
  change(draft, { silences: silences + 1 });
  if (silences === 0) say(draft, settings.phrases.areYouThere, true);
  else sayAndEnd(draft, settings.phrases.silenceGoodbye, 'silence');
}

function onDrainTimeout(draft: StepDraft): void {
  const { phase, settings } = draft.state;
  if (phase.kind === 'connecting') hangUpBeforeStart(draft, 'server_stopped');
  else sayAndEnd(draft, settings.phrases.drainGoodbye, 'server_stopped');
}
