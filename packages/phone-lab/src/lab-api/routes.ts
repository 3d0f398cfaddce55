import type { IncomingMessage, ServerResponse } from 'node:http';
import { AccountError, type AccountState } from '../account-state.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { CalleeDirectory } from '../callee/directory.ts';
import { CalleeError } from '../callee/read-script.ts';
import { FaultError } from '../faults.ts';
import type { HandsetPages } from '../handset/pages.ts';
import { handsetRoutes, type PageStreamParts, streamPage } from '../handset/routes.ts';
import { speakForPage } from '../handset/voice-route.ts';
import { readBody, sendJson, sendMedia } from '../http/messages.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import type { Texts } from '../text/texts.ts';
import type { Voices } from '../voices/voices.ts';
import { accountRoutes } from './account-routes.ts';
import { callRoutes } from './call-routes.ts';
import { calleeRoutes } from './callee-routes.ts';
import { type ClockParts, clockRoutes } from './clock-routes.ts';
import type { DialIn } from './dial-in.ts';
import { LabApiError } from './errors.ts';
import { streamEvents } from './events.ts';
import { faultRoutes } from './fault-routes.ts';
import { selectEntries } from './ledger-query.ts';
import type { PartyControls } from './party.ts';
import { proofRoute } from './proof-route.ts';
import type { Route } from './route.ts';
import { type TextIn, textRoutes } from './text-routes.ts';

export interface LabInfo {
  accountSid: string;
  phoneNumbers: string[];
  speed: number;
  cps: number;
}

export interface LabApiParts {
  account: AccountState;
  board: Switchboard;
  dialIn: DialIn;
  directory: CalleeDirectory;
  party: PartyControls;
  info: () => LabInfo;
  numbers: PhoneNumbers;
  pages: HandsetPages;
  texts: Texts;
  textIn: TextIn;
  onHandsetState: PageStreamParts['onState'];
  clock: ClockParts;
  voices: Voices | null;
}

/** The lab's own API under /lab/: what a carrier has no API for. */
export class LabApi {
  readonly #parts: LabApiParts;
  readonly #routes: Route[];

  constructor(parts: LabApiParts) {
    this.#parts = parts;
    const { account, board, dialIn, directory, party, info, numbers, pages, texts, textIn, clock } = parts;
    this.#routes = [
      [
        'GET',
        /^\/lab\/info$/,
        () => ({
          name: 'phone-lab',
          notice: 'No real calls are made.',
          ...info(),
          lines: numberList(numbers),
        }),
      ],
      // A lab that poses as a carrier of real calls proves nothing, and is changed only by the program that started it.
      ...(account.poses ? [] : [proofRoute(account), ...accountRoutes(account)]),
      ['GET', /^\/lab\/ledger$/, ({ query }) => ({ entries: selectEntries(board.ledger, query) })],
      ...callRoutes(board, dialIn, party, pages),
      ...textRoutes(texts, textIn),
      ...handsetRoutes(pages),
      ...calleeRoutes(directory),
      ...clockRoutes(clock),
      ...faultRoutes(board.faults),
    ];
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<void> {
    const { method = 'GET' } = request;
    if (method === 'GET' && path === '/lab/events') {
      return streamEvents(this.#parts.board.ledger, request, response);
    }
    try {
      if (method === 'GET' && path === '/lab/handset/events') {
        const { pages, board, onHandsetState } = this.#parts;
        const parts = { pages, ledger: board.ledger, live: board.liveWords, onState: onHandsetState };
        return streamPage(parts, request, response, new URLSearchParams(query));
      }
      if (method === 'POST' && path === '/lab/handset/voice') {
        const bytes = await speakForPage(this.#parts.voices, await readJson(request));
        if (bytes === null) return void response.writeHead(204).end();
        return sendMedia(response, { type: 'audio/wav', bytes });
      }
      const matched = this.#routes.find((route) => route[0] === method && route[1].test(path));
      if (!matched) throw new LabApiError(404, 'not_found', `There is no ${method} ${path} in phone-lab.`);
      const args = matched[1].exec(path)?.slice(1) ?? [];
      const body = method === 'GET' ? null : await readJson(request);
      sendJson(response, 200, matched[2]({ body, args, query: new URLSearchParams(query) }));
    } catch (error) {
      const known = explain(error);
      if (!known) throw error;
      sendJson(response, known.status, { error: known.message, code: known.code });
    }
  }
}

/** The numbers of the account, and whether they have a voice URL. */
function numberList(numbers: PhoneNumbers): { number: string; name: string; inService: boolean }[] {
  return numbers
    .all()
    .map((one) => ({ number: one.phoneNumber, name: one.friendlyName, inService: one.voiceUrl !== '' }));
}

function explain(error: unknown): { status: number; code: string; message: string } | null {
  if (error instanceof LabApiError) return error;
  if (error instanceof AccountError) return { status: 400, code: 'invalid_account', message: error.message };
  if (error instanceof FaultError) return { status: 400, code: 'invalid_fault', message: error.message };
  if (error instanceof CalleeError) return { status: 400, code: 'invalid_callee', message: error.message };
  return null;
}

/** Requires a JSON content type, which a form on a foreign page cannot send. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request);
  if (text === null) throw new LabApiError(413, 'too_large', 'The request is too large.');
  if (text === '') return {};
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new LabApiError(415, 'not_json', 'Send JSON with content type application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new LabApiError(400, 'not_json', 'The request body is not JSON.');
  }
}
