import { api } from './api.js';
import { byId, h } from './dom.js';

/** Each knob: its name, its label and its settings. */
const knobs = [
  ['dropCallback', 'Callbacks get lost', []],
  ['delayCallback', 'Callbacks come late', [['ms', 'Late by (ms)', 2000]]],
  ['duplicateCallback', 'Callbacks come twice', []],
  ['reorderCallback', 'Callbacks come in the wrong order', []],
  ['createTimeout', 'A call is created, the response never comes', []],
  ['createErrorBefore', 'Creating a call fails', [['status', 'HTTP status', 500]]],
  ['createErrorAfter', 'A call is created, the response is an error', [['status', 'HTTP status', 500]]],
  ['textTimeout', 'A text is sent, the response never comes', []],
  ['tooManyRequests', 'Too many requests (429)', []],
  ['restError', 'Other requests fail', [['status', 'HTTP status', 500]]],
  ['endedCallRefused', 'Changing an ended call is refused (400/21220), not unknown (404)', []],
  ['staleReads', 'Reading calls returns an earlier state', [['ms', 'Old by (ms)', 2000]]],
  ['slowTwiml', 'Documents are requested late', [['ms', 'Late by (ms)', 5000]]],
  ['cutWebsocket', 'Websockets break', [['ms', 'After (ms)', 5000]]],
  ['mediaGap', 'Media streams lose sound', [['ms', 'Lost (ms)', 100]]],
];

/** The fault knobs. */
export function faultsView(root) {
  const count = h('span', { className: 'on-count', hidden: true });
  byId('faults-title').append(count);
  const problem = h('p', { className: 'problem', role: 'alert' });
  const clear = h(
    'button',
    { type: 'button', hidden: true, on: { click: () => change(() => api.clearFaults()) } },
    'Switch all faults off',
  );
  const change = async (act) => {
    problem.textContent = '';
    try {
      show((await act()).faults);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const rows = knobs.map((knob) => knobRow(knob, change));
  const show = (faults) => {
    const on = Object.keys(faults).length;
    count.hidden = on === 0;
    count.textContent = `${on} on`;
    clear.hidden = on === 0;
    for (const row of rows) row.show(faults[row.name]);
  };
  root.append(
    h(
      'details',
      {},
      h('summary', {}, 'Fault knobs'),
      h(
        'div',
        {},
        rows.map((row) => row.node),
      ),
      clear,
      problem,
    ),
  );
  return { load: async () => show((await api.faults()).faults) };
}

function knobRow([name, sentence, extra], change) {
  const chance = field('Chance (%)', 100, 0, 100);
  const others = extra.map(([key, label, value]) => [key, field(label, value, 0, 1_000_000)]);
  const rule = () => ({
    probability: Number(chance.input.value) / 100,
    ...Object.fromEntries(others.map(([key, { input }]) => [key, Number(input.value)])),
  });
  const apply = () => change(() => api.setFault(name, on.checked ? rule() : 0));
  const on = h('input', { type: 'checkbox', on: { change: apply } });
  on.setAttribute('role', 'switch');
  for (const { input } of [chance, ...others.map(([, one]) => one)]) input.addEventListener('change', apply);
  const fields = h(
    'div',
    { className: 'knob-fields', hidden: true },
    chance.node,
    others.map(([, one]) => one.node),
  );
  return {
    name,
    node: h(
      'div',
      { className: 'knob' },
      h('label', { className: 'switch' }, on, h('span', {}, sentence, h('small', {}, name))),
      fields,
    ),
    show(rule) {
      on.checked = rule !== undefined;
      fields.hidden = rule === undefined;
      if (!rule) return;
      fill(chance.input, Math.round((rule.probability ?? 1) * 100));
      for (const [key, { input }] of others) if (rule[key] !== undefined) fill(input, rule[key]);
    },
  };
}

/** Does not overwrite a field while it is edited. */
function fill(input, value) {
  if (input !== document.activeElement) input.value = String(value);
}

function field(label, value, min, max) {
  const input = h('input', { type: 'number', value: String(value), min: String(min), max: String(max) });
  return { input, node: h('label', { className: 'field' }, h('span', {}, label), input) };
}
