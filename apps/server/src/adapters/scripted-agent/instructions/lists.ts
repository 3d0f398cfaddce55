const marker = /(?<=^|\s)\(?(\d{1,2}|[a-h])[.)]\s+(?=\S)/giu;

/** Splits "Ask 1) this 2) that" into the text before the list and its items; a line without a list is returned unchanged. */
export function listItemsIn(line: string): string[] {
  const cuts: { readonly from: number; readonly to: number }[] = [];
  let last: string | null = null;
  for (const found of line.matchAll(marker)) {
    const mark = (found[1] ?? '').toLowerCase();
    if (!follows(last, mark)) continue;
    cuts.push({ from: found.index, to: found.index + found[0].length });
    last = mark;
  }
  if (cuts.length < 2) return [line];
  const lead = line.slice(0, cuts[0]?.from).trim();
  const items = cuts.map(({ to }, index) => line.slice(to, cuts[index + 1]?.from).trim());
  const before = asksForThings.test(lead) ? 'ask for ' : '';
  return [
    lead.replace(/\b(?:please|kindly|then|and)[,:]?$/i, '').trim(),
    ...items.map((item) =>
      item.replace(/(?:[,;]|,?\s+and)$/i, '').replace(thing, (start) => `${before}${start}`),
    ),
  ].filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function follows(last: string | null, mark: string): boolean {
  if (last === null) return mark === '1' || mark === 'a';
  return /\d/.test(last)
    ? mark === String(Number(last) + 1)
    : mark === String.fromCharCode(last.charCodeAt(0) + 1);
}

/** An introduction such as "Ask for:" or "We need:"; items after it that begin with an article get "ask for". */
const asksForThings = /\b(?:ask|find out|collect|get|obtain|request|need)\b[^.?!]{0,40}$/i;
const thing = /^(?:the|their|his|her|an?)\s(?!.*\?)/i;
