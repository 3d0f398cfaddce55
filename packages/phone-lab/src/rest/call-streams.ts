import type { Switchboard } from '../call/switchboard.ts';
import { rfc2822 } from '../dates.ts';
import { newSid } from '../ids.ts';
import { forkStream, hasRoom, stopFork } from '../stream/fork.ts';
import { addParameter, readTracks, type StreamSettings } from '../stream/settings.ts';
import { TwimlError } from '../twiml/document.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import type { RestResponse } from './response.ts';

const mostParameters = 99;

/** Unidirectional media streams, started and stopped by REST. */
export class CallStreamsResource {
  readonly #board: Switchboard;

  constructor(board: Switchboard) {
    this.#board = board;
  }

  create(callSid: string, form: Form, path: string): RestResponse {
    const settings = readSettings(form);
    if (!this.#board.find(callSid)) throw notFound(path);
    const call = this.#board.live(callSid);
    if (call?.record.status !== 'in-progress') throw new RestError(400, 21220, 'Call is not in-progress.');
    if (!hasRoom(call, settings))
      throw new RestError(400, 31900, 'At most four tracks of a call can be streamed at once.');
    const sid = newSid('MZ');
    void forkStream(call, settings, sid);
    return { status: 201, body: this.#view(callSid, sid, settings.name, 'in-progress') };
  }

  /** By sid or by name. */
  update(callSid: string, sid: string, form: Form, path: string): RestResponse {
    if (form.text('Status') !== 'stopped') throw new RestError(400, 20001, 'Status may be stopped.');
    const call = this.#board.live(callSid);
    const stream = [...(call?.streams ?? [])].find((one) => one.sid === sid || one.settings.name === sid);
    if (!call || !stream || !stopFork(call, (one) => one.sid === stream.sid)) throw notFound(path);
    return { status: 200, body: this.#view(callSid, stream.sid, stream.settings.name, 'stopped') };
  }

  #view(callSid: string, sid: string, name: string, status: string): Record<string, unknown> {
    const account_sid = this.#board.account.sid;
    return {
      sid,
      account_sid,
      call_sid: callSid,
      name: name || null,
      status,
      date_updated: rfc2822(Date.now()),
      uri: `/2010-04-01/Accounts/${account_sid}/Calls/${callSid}/Streams/${sid}.json`,
    };
  }
}

function readSettings(form: Form): StreamSettings {
  const url = form.text('Url');
  if (!url) throw new RestError(400, 21205, 'Url parameter is required.');
  const callback = form.url('StatusCallback', 21609);
  const parameters: Record<string, string> = {};
  try {
    for (let number = 1; number <= mostParameters; number++) {
      const name = form.text(`Parameter${number}.Name`);
      if (name !== null) addParameter(parameters, name, form.text(`Parameter${number}.Value`) ?? '');
    }
    return {
      url,
      documentUrl: null,
      name: form.text('Name') ?? '',
      tracks: readTracks(form.text('Track') ?? undefined, false),
      parameters,
      statusCallback: callback ? { url: callback, method: form.method('StatusCallbackMethod') } : null,
    };
  } catch (error) {
    if (error instanceof TwimlError) throw new RestError(400, 20001, error.message);
    throw error;
  }
}
