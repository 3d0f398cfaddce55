import { describe, expect, it } from 'vitest';
import { startCallee } from '../../testing/callee-harness.ts';
import { readYaml } from './read-script.ts';
import { scripted } from './scripted.ts';

const callee = (yaml: string) => scripted(readYaml(yaml, 'test'));

describe('a script', () => {
  it('greets, waits for the agent, speaks, presses and hangs up', async () => {
    const { agent, heard, over } = startCallee(
      callee(`
greeting: Hello?
script:
  - wait: agent
  - say: Just a moment.
  - wait: 500
  - press: "1#"
  - hangup
`),
    );
    await agent('Good morning, this is the desk.');
    await over;
    expect(heard).toEqual([
      'callee: Hello?',
      'agent: Good morning, this is the desk.',
      'callee: Just a moment.',
      'callee presses 1',
      'callee presses #',
      'callee hangs up',
    ]);
  });

  it('waits until the agent has really finished, over several sentences', async () => {
    const play = startCallee(callee('script: [{wait: agent}, {say: "Yes."}, hangup]'));
    void play.agent('First.').then(() => play.agent('Second.'));
    await play.over;
    expect(play.heard).toEqual(['agent: First.', 'agent: Second.', 'callee: Yes.', 'callee hangs up']);
  });

  it('waits for a phrase, in the middle of a sentence', async () => {
    const play = startCallee(callee('script: [{wait: {phrase: "tues+day"}}, {say: "Not Tuesday!"}, hangup]'));
    void play.agent('How about Tuesday at ten or perhaps even later in the day if you like that better?');
    await play.over;
    expect(play.heard[0]).toBe('callee: Not Tuesday!');
  });

  it('stops waiting for a phrase after its time, and writes that to the ledger', async () => {
    const play = startCallee(callee('script: [{wait: {phrase: "friday", withinMs: 2000}}, hangup]'));
    await play.over;
    expect(play.notes).toEqual([{ expected: 'friday', met: false }]);
  });

  it('interrupts after so many words', async () => {
    const play = startCallee(
      callee('script: [{interrupt: {words: 3, say: "Stop stop stop stop."}}, hangup]'),
    );
    const spoken = play.agent('one two three four five six seven eight nine ten eleven twelve');
    expect(await play.next()).toBe('callee: Stop stop stop stop.');
    await spoken;
    expect(play.heard.at(-1)).toMatch(/^callee hangs up$/);
    expect(play.heard.find((line) => line.startsWith('agent'))).toMatch(/three four.* —$/);
  });

  it('does not count an agent that stops when interrupted as having spoken', async () => {
    const play = startCallee(
      callee(
        'script: [{interrupt: {words: 2, say: "Wait wait wait."}}, {wait: agent}, {say: "Go on."}, hangup]',
      ),
    );
    const first = play.channel.say('app', 'one two three four five six seven eight nine ten');
    play.channel.listen((event) => {
      if (event.type === 'word' && event.speech.side === 'party') first.cut();
    });
    expect(await play.next()).toBe('callee: Wait wait wait.');
    await play.agent('I am waiting.');
    await play.over;
    expect(play.heard.slice(-3)).toEqual(['agent: I am waiting.', 'callee: Go on.', 'callee hangs up']);
  });

  it('hears an agent that spoke before its own greeting', async () => {
    const play = startCallee(callee('greeting: Hello there?\nscript: [{wait: {words: 6}}, hangup]'));
    void play.agent('one two three four five six seven eight nine ten eleven twelve');
    await play.over;
    expect(play.heard.find((line) => line.startsWith('agent'))).toBe('agent: one two three four five six —');
  });

  it('interrupts after a sentence that is shorter than the words it waits for', async () => {
    const play = startCallee(callee('script: [{interrupt: {words: 30, say: "Yes?"}}, hangup]'));
    await play.agent('Hello there.');
    await play.over;
    expect(play.heard).toEqual(['agent: Hello there.', 'callee: Yes?', 'callee hangs up']);
  });

  it('writes whether it heard what it expected', async () => {
    const play = startCallee(
      callee('script: [{wait: agent}, {expect: "appointment"}, {expect: "invoice"}, hangup]'),
    );
    await play.agent('It is about your Appointment.');
    await play.over;
    expect(play.notes).toEqual([
      { expected: 'appointment', met: true },
      { expected: 'invoice', met: false },
    ]);
  });

  it('can be silent, whatever the agent says', async () => {
    const play = startCallee(callee('script: [{silence: 10000}, {say: "Now."}, hangup]'));
    const said = play.next();
    await play.agent('Are you there? Hello?');
    expect(await said).toBe('callee: Now.');
  });
});

describe('answers of a script', () => {
  it('answers the last question first, uses answers in turn, and hangs up when told to', async () => {
    const play = startCallee(
      callee(`
answers:
  - when: colour
    say: [Red., Blue.]
  - when: enough
    say: Bye then.
    then: hangup
`),
    );
    await play.agent('I like your colour. Is this Ann?');
    expect(await play.next()).toBe('callee: Yes, speaking.');
    await play.agent('Which colour?');
    expect(await play.next()).toBe('callee: Red.');
    await play.agent('Which other colour?');
    expect(await play.next()).toBe('callee: Blue.');
    await play.agent('That is enough.');
    await play.over;
    expect(play.heard.slice(-2)).toEqual(['callee: Bye then.', 'callee hangs up']);
  });

  it('answers an agent that never ends its speech', async () => {
    const play = startCallee(callee('answers: [{when: colour, say: Red.}, {when: number, say: Seven.}]'));
    const endless = play.channel.open('app');
    endless.append('Which colour?');
    expect(await play.next()).toBe('callee: Red.');
    endless.append(' And which number?');
    expect(await play.next()).toBe('callee: Seven.');
    endless.append(' Which colour was it?');
    expect(await play.next()).toBe('callee: Red.');
  });

  it('hears the rest of an interrupted agent that never ends its speech', async () => {
    const play = startCallee(
      callee('script: [{interrupt: {words: 2, say: "Wait wait."}}]\nanswers: [{when: number, say: Seven.}]'),
    );
    const endless = play.channel.open('app');
    endless.append('one two three four five six seven eight and now tell me a number');
    expect(await play.next()).toBe('callee: Wait wait.');
    expect(await play.next()).toBe('callee: Seven.');
  });

  it('counts the words since the last silence where an agent never ends its speech', async () => {
    const play = startCallee(
      callee('script: [{wait: agent}, {say: "Go on."}, {interrupt: {words: 4, say: "Stop."}}, hangup]'),
    );
    const endless = play.channel.open('app');
    endless.append('one two three four five');
    expect(await play.next()).toBe('callee: Go on.');
    endless.append(' six seven eight nine ten eleven twelve');
    expect(await play.next()).toBe('callee: Stop.');
    expect(endless.heard).toMatch(/nine/);
  });

  it('uses an answer at most `times` times', async () => {
    const play = startCallee(
      callee('answers: [{when: name, say: Ann., times: 1}]\nmanners: false\notherwise: [I told you.]'),
    );
    await play.agent('Your name?');
    expect(await play.next()).toBe('callee: Ann.');
    await play.agent('Your name?');
    expect(await play.next()).toBe('callee: I told you.');
  });

  it('returns a goodbye and hangs up', async () => {
    const play = startCallee(callee('goodbye: So long.'));
    await play.agent('Thank you. Have a nice day.');
    await play.over;
    expect(play.heard.slice(-2)).toEqual(['callee: So long.', 'callee hangs up']);
  });

  it('presses keys when asked', async () => {
    const play = startCallee(callee('answers: [{when: press one, press: "1"}]'));
    await play.agent('To confirm, press one.');
    expect(await play.next()).toBe('callee presses 1');
  });

  it('hangs up after too many turns that nothing matched', async () => {
    const play = startCallee(callee('thinkMs: 100\nmanners: false'), 1000);
    while (!play.channel.closed) {
      void play.agent('Bananas.');
      await Promise.race([play.next(), play.over]);
    }
    expect(play.heard.some((line) => line.startsWith('callee: I have to go now.'))).toBe(true);
  });

  it('asks in silence whether anybody is there, then hangs up', async () => {
    const play = startCallee(callee('greeting: Hello?\npatienceMs: 20000'));
    await play.over;
    expect(play.heard).toEqual(['callee: Hello?', 'callee: Hello? Is anybody there?', 'callee hangs up']);
  });
});
