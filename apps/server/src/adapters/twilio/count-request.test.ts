import { expect, test } from 'vitest';
import { operationOf } from './count-request.ts';

test.each([
  ['https://api.twilio.com/2010-04-01/Accounts/AC1/Calls.json', 'calls'],
  ['http://localhost:4010/2010-04-01/Accounts/AC1/Calls/CA1.json?x=1', 'calls'],
  ['https://api.twilio.com/2010-04-01/Accounts/AC1/Calls/CA1/Recordings.json', 'recordings'],
  ['https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json', 'messages'],
  ['https://api.twilio.com/2010-04-01/Accounts/AC1/IncomingPhoneNumbers.json', 'numbers'],
  ['https://api.twilio.com/2010-04-01/Accounts/AC1.json', 'account'],
  ['https://lookups.twilio.com/v2/PhoneNumbers/+15005550006', 'other'],
  ['', 'other'],
])('MT2: a request to %s is one of %s', (path, operation) => {
  expect(operationOf(path)).toBe(operation);
});
