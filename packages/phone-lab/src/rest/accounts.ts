import type { Account } from '../account.ts';
import { rfc2822 } from '../dates.ts';
import type { Form } from './form.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

const friendlyName = 'phone-lab (a carrier on this machine, not Twilio)';

/** The account of the lab. */
export class AccountsResource {
  readonly #account: Account;
  readonly #since = Date.now();

  constructor(account: Account) {
    this.#account = account;
  }

  list(query: Form, path: string): RestResponse {
    const name = query.text('FriendlyName');
    const status = query.text('Status');
    const matches = (name ?? friendlyName) === friendlyName && (status ?? 'active') === 'active';
    const records = matches ? [this.#account] : [];
    return {
      status: 200,
      body: paged({ records, key: 'accounts', view: () => this.#view(), query, path }),
    };
  }

  fetch(): RestResponse {
    return { status: 200, body: this.#view() };
  }

  #view(): Record<string, unknown> {
    const { sid, authToken } = this.#account;
    const base = `/2010-04-01/Accounts/${sid}`;
    return {
      sid,
      auth_token: authToken,
      friendly_name: friendlyName,
      status: 'active',
      type: 'Full',
      owner_account_sid: sid,
      date_created: rfc2822(this.#since),
      date_updated: rfc2822(this.#since),
      subresource_uris: {
        calls: `${base}/Calls.json`,
        incoming_phone_numbers: `${base}/IncomingPhoneNumbers.json`,
        recordings: `${base}/Recordings.json`,
      },
      uri: `${base}.json`,
    };
  }
}
