/** Quoted speech stays plain text: what was said on the phone must not become a link, a heading or a picture. */
export function escapeMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > 280 ? `${line.slice(0, 279).toWellFormed().trimEnd()}…` : line;
  return cut.replace(/[\\`*_{}[\]<>()#+!|~]/g, (mark) => `\\${mark}`);
}

export function quote(text: string): string {
  return `“${escapeMarkdown(text)}”`;
}
