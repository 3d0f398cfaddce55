/** What a key does in the inbox. */
export type InboxAct =
  | 'next'
  | 'previous'
  | 'open-call'
  | 'done'
  | 'snooze'
  | 'assign'
  | 'note'
  | 'call-back'
  | 'undo'
  | 'filter'
  | 'help';

interface InboxKey {
  keys: readonly string[];
  act: InboxAct;
  /** As the sheet of keys says it. */
  text: string;
}

export const inboxKeys: readonly InboxKey[] = [
  { keys: ['j', 'ArrowDown'], act: 'next', text: 'Next' },
  { keys: ['k', 'ArrowUp'], act: 'previous', text: 'Previous' },
  { keys: ['Enter'], act: 'open-call', text: 'Open the call' },
  { keys: ['e'], act: 'done', text: 'Done' },
  { keys: ['s'], act: 'snooze', text: 'Snooze, then 1 to 4' },
  { keys: ['a'], act: 'assign', text: 'Assign to me; again: to somebody else' },
  { keys: ['n'], act: 'note', text: 'Write a note' },
  { keys: ['c'], act: 'call-back', text: 'Call back' },
  { keys: ['u', 'z'], act: 'undo', text: 'Undo' },
  { keys: ['/'], act: 'filter', text: 'Choose what is shown' },
  { keys: ['?'], act: 'help', text: 'Show these keys' },
];

/** What the page knows of a key that was pressed. */
export interface Pressed {
  key: string;
  repeat: boolean;
  /** With Ctrl, Alt or the command key it is meant for the browser. */
  modified: boolean;
  /** Where the focus is. */
  focus: 'row' | 'field' | 'control' | 'page';
}

/** Keys that go on while they are held down. */
const repeating: readonly InboxAct[] = ['next', 'previous'];

export function inboxAct({ key, repeat, modified, focus }: Pressed): InboxAct | null {
  if (modified || focus === 'field') return null;
  const found = inboxKeys.find(({ keys }) => keys.includes(key));
  if (found === undefined || (repeat && !repeating.includes(found.act))) return null;
  // A button has its own Enter, a filter its own arrows; elsewhere the arrows scroll the page.
  const isOfTheRow = key === 'Enter' || key.startsWith('Arrow');
  return isOfTheRow && focus !== 'row' ? null : found.act;
}
