import { api, tab } from './api.js';
import { callView } from './call-view.js';
import { endStatuses } from './format.js';
import { idleView } from './idle-view.js';
import { ringingView } from './ringing-view.js';

/** The phone: idle, ringing, in a call, or after a call. */
export function phoneView(root, store, tools) {
  let shown = { state: '', sid: '', view: null };
  /** The last call of this window; it is shown until it is dismissed. */
  let last = null;
  const dismiss = () => {
    last = null;
    store.changed();
  };

  const choose = () => {
    const { held } = store.handset;
    const live = [...store.calls.values()].filter(({ record }) => !endStatuses.has(record.status));
    const mine = live.find(({ sid }) => held[sid] === tab);
    if (mine) return { state: 'talking', call: mine };
    const ringing = live.filter(
      ({ sid, record }) =>
        record.callee === 'handset' &&
        record.status === 'ringing' &&
        !held[sid] &&
        record.direction !== 'inbound',
    );
    if (ringing[0]) return { state: 'ringing', call: ringing[0], more: ringing.length - 1 };
    if (last && store.calls.has(last)) return { state: 'talking', call: store.calls.get(last) };
    return { state: 'idle', call: null };
  };

  return () => {
    const { state, call, more = 0 } = choose();
    const sid = call?.sid ?? '';
    if (state === 'talking') last = sid;
    if (shown.state !== state || shown.sid !== sid) {
      shown.view?.close?.();
      const view =
        state === 'talking'
          ? callView(sid, tools, dismiss)
          : state === 'ringing'
            ? ringingView(sid, api)
            : idleView(store, tools);
      root.replaceChildren(view.node);
      root.dataset.state = state;
      shown = { state, sid, view };
      view.focus?.();
    }
    tools.ringtone.ring(state === 'ringing');
    tools.title(
      state === 'ringing'
        ? 'Ringing…'
        : state === 'talking' && !endStatuses.has(call.record.status)
          ? 'On the phone'
          : null,
    );
    shown.view.show?.(call, more);
  };
}
