import type { Account } from '../account.ts';
import { rfc2822 } from '../dates.ts';
import type { Form } from './form.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

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
    const { standing } = this.#account;
    const matches =
      (name ?? standing.friendlyName) === standing.friendlyName &&
      (status ?? standing.status) === standing.status;
    const records = matches ? [this.#account] : [];
    return {
      status: 200,
      body: paged({ records, key: 'accounts', view: () => this.#view(), query, path }),
    };
  }

  fetch(): RestResponse {
    return { status: 200, body: this.#view() };
  }

  balance(): RestResponse {
    const { sid, standing } = this.#account;
    const { balance, currency } = standing;
    return { status: 200, body: { account_sid: sid, balance, currency } };
  }

  #view(): Record<string, unknown> {
    const { sid, authToken, standing } = this.#account;
    const base = `/2010-04-01/Accounts/${sid}`;
    return {
      sid,
      auth_token: authToken,
      friendly_name: standing.friendlyName,
      status: standing.status,
      type: standing.type,
      owner_account_sid: sid,
      date_created: rfc2822(this.#since),
      date_updated: rfc2822(this.#since),
      subresource_uris: {
        balance: `${base}/Balance.json`,
        calls: `${base}/Calls.json`,
        incoming_phone_numbers: `${base}/IncomingPhoneNumbers.json`,
        recordings: `${base}/Recordings.json`,
      },
      uri: `${base}.json`,
    };
  }
}
