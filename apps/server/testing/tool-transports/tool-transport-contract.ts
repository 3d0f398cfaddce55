import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolRequest, ToolTransport } from '../../src/ports/tool-transport.ts';
import {
  type Answering,
  type HostileService,
  instructions,
  openHostileService,
  type SeenRequest,
} from './hostile-service.ts';

export interface TransportSubject<Tool> {
  readonly transport: ToolTransport<Tool>;
  /** A tool that this address serves. */
  toolAt(address: string): Tool;
  /** What a service says that behaves: that there is a time at ten. */
  readonly answer: Answering;
  /** Whether a request runs the tool; others prepare for it. */
  isRun(request: SeenRequest): boolean;
  /** What is certain after an answer that is none of the protocol. */
  readonly unreadable: 'answered' | 'lost';
}

/** Long enough to reach the service on a busy machine. */
const short = { limitMs: 1_000 };
const afterShortMs = 1_400;

/** What every transport has to be certain of, and certain not to be: rules TL4 to TL6 of docs/tools.md. */
export function toolTransportContract<Tool>(name: string, open: () => TransportSubject<Tool>): void {
  describe(`a transport of tools: ${name}`, () => {
    let service: HostileService;
    let subject: TransportSubject<Tool>;
    beforeAll(async () => {
      subject = open();
      const { answer, isRun } = subject;
      service = await openHostileService((request, response) => {
        const waits = request.url.endsWith('/after-the-limit') && isRun(request);
        if (waits) setTimeout(answer, afterShortMs, request, response);
        else answer(request, response);
      }, isRun);
    });
    afterAll(() => service.close());

    const run = (address: string, more: Partial<ToolRequest<Tool>> = {}) =>
      subject.transport.run({
        tenantId: 'one',
        tool: subject.toolAt(address),
        input: { day: 'Monday' },
        known: {},
        idempotencyKey: 'call:1',
        sandbox: true,
        signal: new AbortController().signal,
        limitMs: 5_000,
        ...more,
      });
    const runs = () => service.seen.filter(subject.isRun).length;
    const at = (mood: string, port = service.port) => `http://127.0.0.1:${port}/${mood}`;

    test('an answer is told with its status', async () => {
      const outcome = await run(at('good'));
      expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
      expect(outcome.kind === 'answered' && outcome.body).toContain('10:00');
    });

    test('TL5: an answer after the limit is lost, and the service has worked once', async () => {
      const before = runs();
      const late = at('after-the-limit');
      expect(await run(late, short)).toEqual({ kind: 'lost', why: 'No answer came within a second.' });
      expect(runs() - before).toBe(1);
      expect(await run(late)).toMatchObject({ kind: 'answered', status: 200 });
    });

    test.each([
      ['drop', {}],
      ['drop-half-way', {}],
      ['silent', short],
      ['never-ending', short],
    ])('TL5: %s is lost', async (mood, limit) => {
      const before = runs();
      expect(await run(at(mood), limit)).toMatchObject({ kind: 'lost' });
      expect(runs() - before).toBe(1);
    });

    test('TL5: where nobody listens, nothing was sent', async () => {
      const outcome = await run(at('', service.deadPort));
      expect(outcome).toEqual({ kind: 'not_sent', why: 'The service could not be reached.' });
    });

    test('TL5: whoever stops waiting has lost what was sent', async () => {
      const before = runs();
      const stop = new AbortController();
      const running = run(at('silent'), { signal: stop.signal });
      await expect.poll(runs).toBe(before + 1);
      stop.abort();
      expect(await running).toMatchObject({ kind: 'lost' });
    });

    test('TL6: an error of the service is told', async () => {
      expect(await run(at('500'))).toMatchObject({ kind: 'answered', status: 500 });
    });

    test('TL4: a redirect is not followed', async () => {
      expect(await run(at('redirect'))).toMatchObject({ kind: 'answered', status: 302 });
    });

    test.each(['html', 'huge', 'bad-json', 'wrong-type', 'packed', 'empty'])(
      'TL6: %s is a short text without control characters, or no answer at all',
      async (mood) => {
        const outcome = await run(at(mood));
        expect(outcome.kind).toBe(subject.unreadable);
        if (outcome.kind !== 'answered') return;
        expect(Buffer.byteLength(outcome.body)).toBeLessThanOrEqual(8_192);
        expect(outcome.body).not.toMatch(/[^\P{C}\n\t]/u);
        expect(outcome.body).not.toContain('<script>');
      },
    );

    test('TL6: what stands in an answer is text, whatever it demands', async () => {
      const outcome = await run(at('html'));
      if (subject.unreadable === 'answered')
        expect(outcome).toMatchObject({ status: 200, body: instructions });
    });

    test('an answer that is written twice counts once', async () => {
      const outcome = await run(at('twice'));
      expect(outcome.kind).toBe('answered');
      expect(outcome.kind === 'answered' && outcome.body).not.toContain('other');
    });

    test('TL4: on a real call this machine is refused, and nothing arrives', async () => {
      const before = service.seen.length;
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433'])
        expect(await run(`https://${host}:${service.port}/good`, { sandbox: false }), host).toEqual({
          kind: 'refused',
          why: 'The address leads into a private network.',
        });
      expect(await run('http://example.com/', { sandbox: false })).toMatchObject({ kind: 'refused' });
      expect(service.seen.length).toBe(before);
    });
  });
}
