import { describe, expect, test } from 'vitest';
import { inboxAct, inboxKeys, type Pressed } from './inbox-keys.ts';

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  repeat: false,
  modified: false,
  focus: 'row',
  ...more,
});

describe('a key of the inbox', () => {
  test.each([
    ['j', 'next'],
    ['k', 'previous'],
    ['ArrowDown', 'next'],
    ['Enter', 'open-call'],
    ['e', 'done'],
    ['s', 'snooze'],
    ['a', 'assign'],
    ['n', 'note'],
    ['c', 'call-back'],
    ['u', 'undo'],
    ['z', 'undo'],
    ['/', 'filter'],
    ['?', 'help'],
    ['E', null],
    ['x', null],
  ])('"%s" does %s', (key, act) => {
    expect(inboxAct(pressed(key))).toBe(act);
  });

  test('does nothing while somebody types', () => {
    for (const { keys } of inboxKeys)
      for (const key of keys) expect(inboxAct(pressed(key, { focus: 'field' }))).toBeNull();
  });

  test('leaves the shortcuts of the browser alone', () => {
    for (const { keys } of inboxKeys)
      for (const key of keys) expect(inboxAct(pressed(key, { modified: true }))).toBeNull();
  });

  test('held down moves on, and closes one follow-up, not the whole list', () => {
    expect(inboxAct(pressed('j', { repeat: true }))).toBe('next');
    expect(inboxAct(pressed('e', { repeat: true }))).toBeNull();
    expect(inboxAct(pressed('c', { repeat: true }))).toBeNull();
  });

  test('leaves Enter to a button and the arrows to the page', () => {
    expect(inboxAct(pressed('Enter', { focus: 'control' }))).toBeNull();
    expect(inboxAct(pressed('ArrowDown', { focus: 'page' }))).toBeNull();
    expect(inboxAct(pressed('j', { focus: 'control' }))).toBe('next');
  });
});
