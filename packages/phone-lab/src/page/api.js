/** Requests to the lab. A refused request is an Error with the lab's message. */
async function request(method, path, body) {
  const response = await fetch(`/lab${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code });
  return answer;
}

/** Identifies this window, also after a reload, so that a call stays with its window. */
export const tab = (() => {
  try {
    const known = sessionStorage.getItem('phone-lab.tab');
    if (known) return known;
    const fresh = crypto.randomUUID();
    sessionStorage.setItem('phone-lab.tab', fresh);
    return fresh;
  } catch {
    return crypto.randomUUID();
  }
})();

const act = (sid, what, body = {}) => request('POST', `/calls/${sid}/${what}`, { ...body, tab });

export const api = {
  info: () => request('GET', '/info'),
  history: () =>
    request('GET', '/ledger?kinds=call,text,said,digit,problem,fault,played,heard,call.deleted&last=4000'),
  callees: () => request('GET', '/callees'),
  setDefault: (callee) => request('PUT', '/default-callee', { callee }),
  setWanted: (wanted) => request('PUT', '/handset', { wanted }),
  faults: () => request('GET', '/faults'),
  setFault: (knob, rule) => request('PATCH', '/faults', { [knob]: rule }),
  clearFaults: () => request('DELETE', '/faults'),
  dial: (to, from) => request('POST', '/dial', { to, from, callee: 'handset', tab }),
  text: (from, to, body) => request('POST', '/texts', { from, to, body }),
  answer: (sid) => act(sid, 'answer'),
  decline: (sid) => act(sid, 'decline'),
  say: (sid, text) => act(sid, 'say', { text }),
  press: (sid, digits) => act(sid, 'press', { digits }),
  hangUp: (sid) => act(sid, 'hangup'),
};
