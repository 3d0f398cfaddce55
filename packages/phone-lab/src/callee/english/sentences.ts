/** A full stop after these ends no sentence. */
const abbreviations = /\b(Dr|Mr|Mrs|Ms|Prof|St|No|Jr|Sr|vs|approx|a\.m|p\.m|e\.g|i\.e|[A-Z])\.$/;

/** The sentences of a turn, each with the mark that ends it. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const piece of text.replace(/[’‘]/g, "'").match(/[^.!?]+[.!?]*|[.!?]+/g) ?? []) {
    const isGlued = /[.]$/.test(open) && (/^\S/.test(piece) || abbreviations.test(open.trim()));
    if (open && !isGlued) {
      found.push(open);
      open = '';
    }
    open += piece;
  }
  found.push(open);
  return found.map((sentence) => sentence.replace(/\s+/g, ' ').trim()).filter(Boolean);
}
