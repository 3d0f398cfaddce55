import { changeUtterance } from './agent.ts';
import { change, emit, type StepDraft, setCaller } from './draft.ts';
import { entryTime } from './finalize-utterance.ts';
import { heardUntil } from './heard.ts';

/** Stores what was heard so far, so that a process that is killed loses no more than a second. */
export function checkpoint(draft: StepDraft): void {
  const { agent, pendingPlayout, caller, checkpoints } = draft.state;
  change(draft, { checkpoints: checkpoints + 1 });
  const [first] = pendingPlayout;
  const heard = first?.utterance ?? (agent.kind === 'speaking' ? agent.utterance : null);
  if (heard) {
    const whole = first?.whole ?? (agent.kind === 'speaking' && agent.turn === null);
    const text = heardUntil(heard, draft.at, draft.state, whole).trim();
    if (text !== '' && text !== heard.saved) {
      if (first)
        change(draft, {
          pendingPlayout: [{ ...first, utterance: { ...heard, saved: text } }, ...pendingPlayout.slice(1)],
        });
      else changeUtterance(draft, { saved: text });
      saveOpen(draft, heard.ordinal, 'agent', text, entryTime(heard));
    }
  }
  if (caller.kind === 'speaking' && caller.text !== '' && caller.text !== caller.saved) {
    setCaller(draft, { ...caller, saved: caller.text });
    saveOpen(draft, caller.ordinal, 'user', caller.text, caller.startedAt);
  }
}

function saveOpen(
  draft: StepDraft,
  ordinal: number,
  speaker: 'agent' | 'user',
  text: string,
  at: number,
): void {
  // If nothing follows, the entry stands as interrupted speech.
  const segment = { ordinal, speaker, text, at, interrupted: true, unconfirmed: false };
  emit(draft, { type: 'save', segment, final: false });
}
