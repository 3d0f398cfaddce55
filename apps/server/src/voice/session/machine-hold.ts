import { cancelTurn, sendText, silenceEngine } from './agent.ts';
import { change, type StepDraft } from './draft.ts';
import { stopAtOnce } from './ending.ts';
import { leavePlaying } from './pending-playout.ts';
import type { Answering } from './state.ts';

export function changeAnswering(draft: StepDraft, patch: Partial<Answering>): void {
  change(draft, { answering: { ...draft.state.answering, ...patch } });
}

/** A machine talks: nothing more is said until the carrier reports the end of its greeting. */
export function holdForMachine(draft: StepDraft): void {
  cancelSpeech(draft);
  changeAnswering(draft, { by: 'machine' });
}

/** Where the carrier speaks, what was sent cannot be taken back: it is played to its end. */
export function cancelSpeech(draft: StepDraft): void {
  const { agent, settings } = draft.state;
  if (settings.speech === 'audio') silenceEngine(draft);
  else {
    if (agent.kind === 'speaking' && agent.turn) sendText(draft, '', true);
    leavePlaying(draft);
  }
  cancelTurn(draft);
}

/** The model has recognised a machine. With a message to leave its beep is waited for, unless detection is over. */
export function onMachineRecognised(draft: StepDraft): void {
  const { answering, settings } = draft.state;
  if (settings.manners.voicemailMessage === null || answering.detected) stopAtOnce(draft, 'voicemail');
  else holdForMachine(draft);
}
