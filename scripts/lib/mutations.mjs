/**
 * Small mistakes, put into a source text one at a time. Every mutation has to fail a test; one that survives shows a rule
 * that no test checks.
 */
const operators = [
  { name: 'entry removed from a list', find: /^ *'[\w.-]+',?\n/gm, replace: '' },
  {
    name: 'guard never applies',
    find: /\bif \((?!false)(?=[^\n]*\) (?:return|throw|continue)\b)/g,
    replace: 'if (false && ',
  },
  {
    name: 'guard always applies',
    find: /\bif \((?!true)(?=[^\n]*\) (?:return|throw|continue)\b)/g,
    replace: 'if (true || ',
  },
  { name: 'condition turned round', find: / === /g, replace: ' !== ' },
  { name: 'condition turned round', find: / !== /g, replace: ' === ' },
  { name: 'boundary moved', find: /(?<=[\w)\]]) < (?=[\w(])/g, replace: ' <= ' },
  { name: 'boundary moved', find: / >= /g, replace: ' > ' },
  { name: 'both became either', find: / && /g, replace: ' || ' },
  { name: 'either became both', find: / \|\| /g, replace: ' && ' },
  { name: 'order turned round', find: /\bdesc\(/g, replace: 'asc(' },
  { name: 'order turned round', find: /\basc\(/g, replace: 'desc(' },
  { name: 'order turned round', find: /\bdesc\b(?!\()/g, replace: 'asc' },
  { name: 'row not locked', find: /\.for\('update'\)/g, replace: '' },
  { name: 'row not locked', find: / for (?:no key )?update(?: skip locked)?\b/g, replace: '' },
  {
    name: 'condition removed from SQL',
    find: /\band(?! \()\b [\w.]+ (?:=|<>|<|>|<=|>=|is|in) [^\n]*?(?=\n|`| and | or |\))/g,
    replace: '',
  },
  { name: 'column compared the other way', find: /\beq\((?=\w+\.)/g, replace: 'ne(' },
  {
    name: 'statement left out',
    find: /^ *await (?:notify|insertEvent|tx\.(?:insert|update|delete))\([^;]*;\n/gm,
    replace: '',
  },
];

/** Every mutation of a text: what was done, in which line, and the whole text with it. */
export function mutationsOf(text) {
  const mutations = [];
  for (const { name, find, replace } of operators) {
    for (const match of text.matchAll(find)) {
      const source = lineAt(text, match.index + match[0].search(/\S/));
      if (isSkipped(source)) continue;
      const line = text.slice(0, match.index).split('\n').length;
      const mutated = text.slice(0, match.index) + replace + text.slice(match.index + match[0].length);
      mutations.push({
        name,
        line,
        source: source.trim(),
        before: match[0].trim(),
        text: withImports(mutated),
      });
    }
  }
  return mutations.toSorted((one, other) => one.line - other.line);
}

function lineAt(text, index) {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Imports and comments are not mutated. */
const isSkipped = (line) => /^\s*(?:import\b|\/\/|\/?\*)/.test(line);

/** Adds the import of a comparison that the mutation introduced. */
function withImports(text) {
  const missing = ['ne', 'asc', 'desc'].filter(
    (name) =>
      new RegExp(`\\b${name}\\(`).test(text) &&
      !new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from 'drizzle-orm'`).test(text),
  );
  if (missing.length === 0 || !text.includes("from 'drizzle-orm'")) return text;
  return `import { ${missing.join(', ')} } from 'drizzle-orm';\n${text}`;
}

/** The rows of docs/mutations.md: file, what was done, the line of source. */
export function knownSurvivors(page) {
  const rows = page.matchAll(/^\| `([^`]+)` \| ([^|]+) \| `(.+)` \| [^|]+ \|$/gm);
  return new Set([...rows].map(([, file, name, source]) => `${file} ${name.trim()} ${source}`));
}
