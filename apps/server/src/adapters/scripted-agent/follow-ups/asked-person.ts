import { normalized } from '../understanding/normalize.ts';

const title = '(?:Dr|Mr|Mrs|Ms|Miss|Prof|Doctor|Professor)\\.?';
const name = `(?:${title} )?\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?`;
const asked = [
  new RegExp(
    `\\b(?:[Ss]peak|[Tt]alk) (?:to|with) (?:[a-z]+ (?:colleague|dentist|doctor|receptionist|assistant),? )?(${name})`,
    'u',
  ),
  new RegExp(`\\b(?:[Pp]ut me through to|[Cc]onnect me (?:to|with)|[Tt]ransfer me to) (${name})`, 'u'),
  new RegExp(`\\b(?:[Ii]s) (${name}) (?:there|in|available|around|free)\\b`, 'u'),
  new RegExp(`\\b(?:[Ll]ooking for|[Gg]et me|[Rr]each) (${title} \\p{Lu}[\\p{L}'’-]+)`, 'u'),
];
/** Capital letters that are no names. */
const notNames =
  /^(?:I|You|Me|We|They|Somebody|Someone|Anybody|Anyone|A|An|The|Your|Customer|Human|Person|It|He|She)\b/;

/** Whom somebody asks for by name: "Can I speak to Dr. Ito?"; null where they name nobody. */
export function personIn(text: string): string | null {
  const said = normalized(text);
  for (const pattern of asked) {
    const found = pattern.exec(said)?.[1];
    if (found && !notNames.test(found) && !/\b(?:didn't|did not|already)\b/i.test(said)) return found;
  }
  return null;
}
