import { api } from './api.js';
import { CallAudio } from './call-audio.js';
import { canDictate, dictate } from './dictation.js';
import { h } from './dom.js';
import { endStatuses, isOutbound, lengthOf, numberOf, statusOf } from './format.js';
import { keypad } from './keypad.js';
import { transcriptView } from './transcript-view.js';

/** A call of this page: what is said as it is heard, and everything the person on the phone can do. */
export function callView(sid, tools, dismiss) {
  const who = h('b');
  const timer = h('span', { className: 'timer' });
  const problem = h('p', { className: 'problem', role: 'alert' });
  const transcript = transcriptView('Conversation');
  const input = h('input', {
    name: 'text',
    autocomplete: 'off',
    enterKeyHint: 'send',
    placeholder: 'What do you say?',
    aria: { label: 'What you say' },
  });
  const send = h('button', { className: 'primary', type: 'submit' }, 'Say');
  const attempt = async (act) => {
    problem.textContent = '';
    try {
      await act();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const say = (text) => attempt(() => api.say(sid, text));
  const pad = keypad((digit) => attempt(() => api.press(sid, digit)));
  const padButton = h(
    'button',
    {
      className: 'plain',
      type: 'button',
      aria: { pressed: false, expanded: false },
      on: {
        click: () => {
          pad.hidden = !pad.hidden;
          padButton.setAttribute('aria-pressed', String(!pad.hidden));
          padButton.setAttribute('aria-expanded', String(!pad.hidden));
        },
      },
    },
    'Keypad',
  );
  const showProblem = (message) => {
    problem.textContent = message;
  };
  const sound = new CallAudio(sid, tools.isAudible, () => showMicrophone());
  const micButton = h(
    'button',
    { className: 'plain', type: 'button', aria: { pressed: false }, on: { click: () => speak() } },
    'Microphone',
  );
  /** Over a media stream the microphone is sent; otherwise the browser transcribes it. */
  const speak = async () => {
    if (!sound.hasStream) return dictate(micButton, input, say, showProblem);
    if (sound.isTalking) sound.mute();
    else await sound.talk().catch((error) => showProblem(`The microphone cannot be used: ${error.message}`));
    showMicrophone();
  };
  const showMicrophone = () => {
    micButton.hidden = !sound.hasStream && !canDictate;
    if (sound.hasStream) micButton.setAttribute('aria-pressed', String(sound.isTalking));
  };
  showMicrophone();
  const form = h(
    'form',
    {
      className: 'say',
      on: {
        submit: (event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (!text) return;
          input.value = '';
          tools.unlock();
          say(text);
        },
      },
    },
    input,
    send,
  );
  const hangUp = h(
    'button',
    { className: 'danger', type: 'button', on: { click: () => attempt(() => api.hangUp(sid)) } },
    'Hang up',
  );
  const done = h('button', { type: 'button', hidden: true, on: { click: dismiss } }, 'Done');
  const answer = h(
    'div',
    { className: 'answer' },
    problem,
    form,
    h('div', { className: 'extras' }, padButton, micButton),
    pad,
  );
  pad.hidden = true;
  let record = null;
  let wasOver = false;
  const tick = setInterval(() => showTimer(), 500);
  const showTimer = () => {
    if (!record) return;
    const from = record.answeredAt;
    if (from === null) timer.textContent = statusOf(record);
    else if (record.endedAt !== null) timer.textContent = `Ended after ${lengthOf(record.endedAt - from)}`;
    // The time of a call runs at the speed of the lab.
    else
      timer.textContent = lengthOf(
        (Date.now() - record.createdAt) * tools.speed() - (from - record.createdAt),
      );
  };
  return {
    node: h(
      'div',
      { className: 'conversation' },
      h('header', { className: 'call-head' }, who, timer, hangUp, done),
      transcript.node,
      answer,
    ),
    show(call) {
      record = call.record;
      const isOver = endStatuses.has(record.status);
      who.textContent = numberOf(isOutbound(record) ? record.from : record.to);
      showTimer();
      transcript.show(call.entries);
      hangUp.hidden = isOver;
      done.hidden = !isOver;
      answer.hidden = isOver;
      const canTalk = record.status === 'in-progress';
      input.disabled = !canTalk;
      send.disabled = !canTalk;
      const isAgentTalking = call.entries.some((entry) => entry.by === 'app' && entry.live);
      input.placeholder = isAgentTalking ? 'Interrupt the agent…' : 'What do you say?';
      if (canTalk && document.activeElement === document.body) input.focus();
      if (isOver && !wasOver) done.focus();
      wasOver = isOver;
    },
    close: () => {
      clearInterval(tick);
      sound.close();
    },
  };
}
