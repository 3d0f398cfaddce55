import { describe, expect, test } from 'vitest';
import { isReachable } from '../config/loopback.ts';
import { isLocalRequest } from './forwarding.ts';

const host = 'localhost:3000';

describe('a request made on this machine', () => {
  test.each([
    { host },
    { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
    { host: '[::1]:3000', origin: 'http://localhost:5173' },
    {
      host,
      'user-agent': 'x',
      accept: '*/*',
      'sec-fetch-site': 'same-origin',
      cookie: 'a=b',
      connection: 'close',
    },
  ])('%j', (headers) => {
    expect(isLocalRequest({ headers, httpVersion: '1.1' })).toBe(true);
  });
});

describe('a request that somebody passed on is not local', () => {
  test.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-host',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fastly-client-ip',
    'fly-client-ip',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'x-azure-clientip',
    'ngrok-trace-id',
    'tailscale-user-login',
  ])('%s', (name) => {
    expect(isLocalRequest({ headers: { host, [name]: '' }, httpVersion: '1.1' })).toBe(false);
  });

  test.each([
    {},
    { host: '' },
    { host: 'desk.example.com' },
    { host: '127.0.0.1.example.com' },
    { host: '127.anything.example' },
    { host: 'localhost.example.com' },
    { host: '192.168.0.7:3000' },
    { host, origin: 'https://desk.example.com' },
    { host, origin: 'null' },
  ])('%j', (headers) => {
    expect(isLocalRequest({ headers, httpVersion: '1.1' })).toBe(false);
  });
});

test('a request of a proxy that adds no header and rewrites the host is not local', () => {
  expect(isLocalRequest({ headers: { host, origin: `http://${host}` }, httpVersion: '1.0' })).toBe(false);
});

describe('settings that let others in', () => {
  const local = { host: '127.0.0.1', publicUrl: null, webOrigins: null, trustProxy: false };
  test.each([
    { host: '0.0.0.0' },
    { host: '192.168.0.7' },
    { publicUrl: 'https://desk.example.com' },
    { publicUrl: 'https://127.0.0.1.example.com' },
    { webOrigins: ['http://localhost:3000', 'https://desk.example.com'] },
    { trustProxy: 'loopback' },
    { trustProxy: '10.0.0.0/8' },
  ])('%j', (change) => {
    expect(isReachable({ ...local, ...change })).toBe(true);
  });

  test('a bare clone, or one with its own addresses written out, lets nobody else in', () => {
    expect(isReachable(local)).toBe(false);
    const written = { publicUrl: 'http://localhost:3000', webOrigins: ['http://127.0.0.1:5173'] };
    expect(isReachable({ ...local, ...written })).toBe(false);
  });
});
