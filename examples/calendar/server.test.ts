import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CalendarOptions, type RunningCalendar, startCalendar } from './server.ts';

// A Monday.
const now = () => new Date(2026, 10, 16, 10, 0);
const thursday = '2026-11-19T15:00';

let running: RunningCalendar;
const start = async (options: CalendarOptions = {}) => {
  await running.stop();
  running = await startCalendar({ now, ...options });
};
beforeEach(async () => {
  running = await startCalendar({ now });
});
afterEach(() => running.stop());

const get = (path: string, headers = {}) => fetch(running.url + path, { headers });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(running.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const book = (key?: string, begin = thursday) =>
  post('/appointments', { patient: 'Ann Miller', start: begin }, key ? { 'Idempotency-Key': key } : {});

describe('the calendar over HTTP', () => {
  it('finds free times, books, moves and cancels', async () => {
    const found = await (await get('/free-times?day=Thursday&part=afternoon')).json();
    expect(found).toMatchObject({
      times: expect.arrayContaining([expect.objectContaining({ start: thursday })]),
    });
    const booked = await book();
    expect(booked.status).toBe(201);
    const { appointment } = (await booked.json()) as { appointment: { id: string } };
    expect(appointment).toMatchObject({ spoken: 'Thursday, November 19 at 3:00 PM', status: 'booked' });
    const taken = await book();
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ error: 'taken', times: expect.any(Array) });
    const moved = await post(`/appointments/${appointment.id}/move`, { start: '2026-11-20T09:00' });
    expect(await moved.json()).toMatchObject({ appointment: { start: '2026-11-20T09:00' } });
    expect(await (await get('/appointments?patient=Ann%20Miller')).json()).toMatchObject({
      appointments: [{ id: appointment.id }],
    });
    const cancelled = await post(`/appointments/${appointment.id}/cancel`, {});
    expect(await cancelled.json()).toMatchObject({ appointment: { status: 'cancelled' } });
    expect((await post(`/appointments/${appointment.id}/cancel`, {})).status).toBe(404);
  });

  it('carries out a request with a key once', async () => {
    const first = await (await book('one')).json();
    const again = await book('one');
    expect(again.status).toBe(201);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect((await book('two')).status).toBe(409);
    expect((await book('one', '2026-11-20T09:00')).status).toBe(422);
    expect(running.calendar.all()).toHaveLength(1);
  });

  it('ignores keys where it is told to', async () => {
    await start({ honoursKeys: false });
    await book('one');
    expect((await book('one')).status).toBe(409);
  });

  it.each([
    ['an unknown address', () => get('/nothing'), 404],
    [
      'a body that is no JSON',
      () => fetch(`${running.url}/appointments`, { method: 'POST', body: '{' }),
      400,
    ],
    ['a body without end', () => post('/appointments', { patient: 'a'.repeat(20_000) }), 400],
    ['no patient', () => post('/appointments', { start: thursday }), 400],
    ['a day that is none', () => get('/free-times?day=never'), 400],
    [
      'faults, which are not offered',
      () => fetch(`${running.url}/faults`, { method: 'PUT', body: '{}' }),
      404,
    ],
  ])('refuses %s', async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) });
  });

  it('asks for its token', async () => {
    await start({ token: 'secret-token' });
    expect((await get('/free-times')).status).toBe(401);
    expect((await get('/free-times', { Authorization: 'Bearer secret-token' })).status).toBe(200);
  });

  it('is there for this machine only', async () => {
    const asked = request(`${running.url}/free-times`, { headers: { Host: 'calendar.example' } }).end();
    const [response] = await once(asked, 'response');
    expect(response.statusCode).toBe(403);
    response.resume();
  });

  it('describes itself', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      servers: { url: string }[];
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.servers[0]?.url).toBe(running.url);
    const names = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(names).toEqual([
      'find_free_times',
      'find_appointments',
      'book_appointment',
      'move_appointment',
      'cancel_appointment',
    ]);
  });
});

describe('faults', () => {
  it('error: nothing is done', async () => {
    await start({ faults: { error: { times: 1 } } });
    expect((await book()).status).toBe(500);
    expect(running.calendar.all()).toEqual([]);
  });

  it('errorAfter: it is done all the same, and the key tells so', async () => {
    await start({ faults: { errorAfter: { times: 1 } } });
    expect((await book('one')).status).toBe(500);
    expect((await book('one')).headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('drop: the connection breaks after the booking; dropBefore: before it', async () => {
    await start({ faults: { drop: { times: 1, only: 'book' } } });
    expect((await get('/free-times')).status).toBe(200);
    await expect(book('one')).rejects.toThrow();
    expect(running.calendar.all()).toHaveLength(1);
    running.faults.set({ dropBefore: { times: 1 } });
    await expect(book('two', '2026-11-20T09:00')).rejects.toThrow();
    expect(running.calendar.all()).toHaveLength(1);
  });

  it('late and twice: the answer is the same', async () => {
    await start({ faults: { late: { ms: 120 }, twice: {} } });
    const began = performance.now();
    expect((await book()).status).toBe(201);
    expect(performance.now() - began).toBeGreaterThan(100);
    expect(running.calendar.all()).toHaveLength(1);
  });

  it('are the same with the same seed, and none by an unknown name', async () => {
    const statuses = async () => {
      await start({ faults: { error: { chance: 0.5 } }, seed: 7 });
      const answers = [];
      for (let index = 0; index < 8; index++) answers.push((await get('/free-times')).status);
      return answers;
    };
    const first = await statuses();
    expect(new Set(first).size).toBe(2);
    expect(await statuses()).toEqual(first);
    expect(() => running.faults.set({ flood: {} } as object)).toThrow('Faults are');
  });
});

describe('the command', () => {
  it('starts it with a sample appointment, and stops on a signal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-'));
    const args = ['main.ts', '--port', '0', '--file', join(folder, 'book.json'), '--sample', '--faults'];
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    for await (const chunk of child.stderr) {
      told += String(chunk);
      if (told.includes('openapi.json')) break;
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(told)?.[0] ?? '';
    expect(await (await fetch(`${url}/appointments?patient=Ann+Miller`)).json()).toMatchObject({
      appointments: [{ patient: 'Ann Miller', spoken: expect.stringContaining('Monday') }],
    });
    expect((await fetch(`${url}/faults`, { method: 'PUT', body: '{"error":{}}' })).status).toBe(200);
    expect((await fetch(`${url}/free-times`)).status).toBe(500);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });
});
