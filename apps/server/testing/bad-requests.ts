import { apiRoutes, type RouteName } from '@parley/contract';
import fc from 'fast-check';

export interface BadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether it carries a valid token; without one only the guard is reached. */
  readonly signedIn: boolean;
}

const names = Object.keys(apiRoutes) as RouteName[];
// The event stream stays open, so it is left out.
const attacked = names.filter((name) => name !== 'events');

const nasty = fc.constantFrom(
  '',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "'; drop table calls; --",
  '<script>alert(1)</script>',
  '%00',
  '{{7*7}}',
  '#{7*7}',
  '__proto__',
  'constructor',
  '\u202Egnp.exe',
  '1e999',
  '-1',
  'x'.repeat(10_000),
  '019a8b5e-6c00-7000-8000-000000000001',
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), nasty);
const value: fc.Arbitrary<unknown> = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constant(null));

const fields = [
  'phoneNumber',
  'message',
  'name',
  'prompt',
  'agentId',
  'placeholders',
  '__proto__',
  'constructor',
  'toString',
] as const;
/** Close to a valid body, so that more than the parser is reached; never with a number that could be dialled. */
const nearly = fc
  .dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 })
  .map((body) => ({ ...body, ...('phoneNumber' in body && { phoneNumber: broken(body.phoneNumber) }) }));
const broken = (number: unknown) => (typeof number === 'string' ? `x${number}` : number);

const deep = fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth));
const body = fc.oneof(
  { weight: 4, arbitrary: nearly.map((object) => JSON.stringify(object)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
  { weight: 2, arbitrary: fc.constant(null) },
);

const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...attacked), text)
      .map(([name, id]) => apiRoutes[name].path.replace(/:\w+/, encodeURIComponent(id.toWellFormed()))),
  },
  { weight: 1, arbitrary: fc.webPath().map((rest) => `/api/${rest.replace(/^\/+/, '')}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/api/calls/%',
      '/api/calls/%ff',
      '/api/..%2f',
      '/api//calls',
      '/api/calls/%00',
    ),
  },
);
const query = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.tuple(fc.constantFrom('limit', 'afterId', 'limit[]', '__proto__'), text), { maxLength: 3 })
    .map(
      (pairs) =>
        `?${pairs.map(([key, one]) => `${key}=${encodeURIComponent(one.toWellFormed())}`).join('&')}`,
    ),
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'nonsense',
);
const headers = fc
  .record({
    'content-type': contentType,
    'idempotency-key': fc.oneof(
      fc.string({ maxLength: 300 }).map((key) => key.replace(/[^\x20-\x7e]/g, '?').trim()),
      fc.constant('ok'),
    ),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', 'nonsense, 10.0.0.1', '::1'),
    accept: fc.constantFrom('*/*', 'text/html', ''),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== '')));

export const badRequest: fc.Arbitrary<BadRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    path: fc.tuple(path, query).map(([one, other]) => one + other),
    headers,
    body,
    signedIn: fc.integer({ min: 0, max: 9 }).map((n) => n > 1),
  })
  .map((request) => ({ ...request, body: ['GET', 'HEAD'].includes(request.method) ? null : request.body }));
