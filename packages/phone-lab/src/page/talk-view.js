import { api } from './api.js';
import { h } from './dom.js';
import { keypad } from './keypad.js';
import { canListen, listenOnce } from './listening.js';
import { ReceiverSound } from './receiver-sound.js';
import { scriptView } from './script-view.js';
import { endings, isOutbound, lengthOf, numberOf, statusOf } from './words.js';

/** A conversation: what is said as it is heard, and everything a person on the phone can do. */
export function talkView(sid, tools, putAway) {
  const who = h('b');
  const timer = h('span', { className: 'timer' });
  const wrong = h('p', { className: 'wrong', role: 'alert' });
  const script = scriptView('Conversation');
  const input = h('input', {
    name: 'text',
    autocomplete: 'off',
    enterKeyHint: 'send',
    placeholder: 'What do you say?',
    aria: { label: 'What you say' },
  });
  const send = h('button', { className: 'primary', type: 'submit' }, 'Say');
  const attempt = async (what) => {
    wrong.textContent = '';
    try {
      await what();
    } catch (error) {
      wrong.textContent = error.message;
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
  const complain = (message) => {
    wrong.textContent = message;
  };
  const sound = new ReceiverSound(sid, tools.isAudible, () => showMicrophone());
  const micButton = h(
    'button',
    { className: 'plain', type: 'button', aria: { pressed: false }, on: { click: () => speak() } },
    'Microphone',
  );
  /** Over a media stream the voice itself is sent; otherwise the browser writes down what it hears. */
  const speak = async () => {
    if (!sound.hasStream) return listenOnce(micButton, input, say, complain);
    if (sound.isTalking) sound.mute();
    else await sound.talk().catch((error) => complain(`The microphone cannot be used: ${error.message}`));
    showMicrophone();
  };
  const showMicrophone = () => {
    micButton.hidden = !sound.hasStream && !canListen;
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
  const done = h('button', { type: 'button', hidden: true, on: { click: putAway } }, 'Done');
  const answer = h(
    'div',
    { className: 'answer' },
    wrong,
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
    // A call's own time runs faster than the wall where the lab does.
    else
      timer.textContent = lengthOf(
        (Date.now() - record.createdAt) * tools.speed() - (from - record.createdAt),
      );
  };
  return {
    node: h(
      'div',
      { className: 'talk' },
      h('header', { className: 'call-head' }, who, timer, hangUp, done),
      script.node,
      answer,
    ),
    show(call) {
      record = call.record;
      const isOver = endings.has(record.status);
      who.textContent = numberOf(isOutbound(record) ? record.from : record.to);
      showTimer();
      script.show(call.lines);
      hangUp.hidden = isOver;
      done.hidden = !isOver;
      answer.hidden = isOver;
      const canTalk = record.status === 'in-progress';
      input.disabled = !canTalk;
      send.disabled = !canTalk;
      const isAgentTalking = call.lines.some((line) => line.by === 'app' && line.live);
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
