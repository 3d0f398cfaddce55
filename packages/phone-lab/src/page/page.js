import { answeringView } from './answering-view.js';
import { api, tab } from './api.js';
import { callsView } from './calls-view.js';
import { byId, remember, remembered } from './dom.js';
import { faultsView } from './faults-view.js';
import { phoneView } from './phone-view.js';
import { programView } from './program-view.js';
import { ReadAloud } from './read-aloud.js';
import { Ringtone } from './ringtone.js';
import { Store } from './store.js';
import { textsView } from './texts-view.js';

const store = new Store();
const ringtone = new Ringtone();
const numberListeners = new Set();
let info = { lines: [], speed: 1, accountSid: '' };
const readAloud = new ReadAloud(store, () => info.speed);

/** What the views need besides the calls. */
const tools = {
  ringtone,
  numbers: () => info.lines,
  onNumbers(listener) {
    numberListeners.add(listener);
    return () => numberListeners.delete(listener);
  },
  speed: () => info.speed,
  /** Whether the agent's voice is played. */
  isAudible: () => byId('aloud-switch').checked,
  unlock: () => ringtone.unlock(),
  title: (text) => {
    document.title = text ? `${text} · Handset` : 'Handset · phone-lab';
  },
};

const answering = answeringView(byId('answering-body'), store);
const faults = faultsView(byId('faults-body'));
const showProgram = programView(byId('program-body'));
const showPhone = phoneView(byId('phone'), store, tools);
const showCalls = callsView(byId('call-list'), store);
const showTexts = textsView(byId('texts-body'), store, tools);
let wasRinging = false;
store.onChange(() => {
  byId('offline').hidden = store.online;
  answering.show();
  showPhone();
  showCalls();
  showTexts();
  const isRinging = byId('phone').dataset.state === 'ringing';
  if (isRinging && !wasRinging) byId('announcer').textContent = 'The phone is ringing. Press A to answer.';
  wasRinging = isRinging;
});

setUpSwitch('ring-switch', 'phone-lab.ring', (on) => ringtone.mute(!on));
setUpSwitch('aloud-switch', 'phone-lab.aloud', (on) => readAloud.setOn(on));
for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, () => ringtone.unlock());

function setUpSwitch(id, name, apply) {
  const input = byId(id);
  input.checked = remembered(name, 'on') === 'on';
  apply(input.checked);
  input.addEventListener('change', () => {
    remember(name, input.checked ? 'on' : 'off');
    apply(input.checked);
  });
}

function showInfo(fresh) {
  info = fresh;
  showProgram(info);
  for (const listener of numberListeners) listener(info.lines);
}

/** Loads everything after each (re)connect. */
async function load() {
  const show = store.beginLoading();
  const [fresh, { entries }] = await Promise.all([
    api.info(),
    api.history(),
    answering.load(),
    faults.load(),
  ]);
  showInfo(fresh);
  show(entries);
}

const events = new EventSource(`/lab/handset/events?tab=${tab}`);
events.addEventListener('open', () => {
  store.setOnline(true);
  load().catch(() => store.setOnline(false));
});
events.addEventListener('error', () => store.setOnline(false));
events.addEventListener('handset', (event) => store.setHandset(JSON.parse(event.data)));
events.addEventListener('entry', (event) => store.entry(JSON.parse(event.data)));
events.addEventListener('live', (event) => store.live(JSON.parse(event.data)));
// A number may get its voice URL after the page was opened.
setInterval(async () => {
  if (document.hidden || !store.online) return;
  showInfo(await api.info().catch(() => info));
}, 10_000);
