import { type ZipEntry, zip } from '../../lib/zip.ts';
import type { PersonExport } from '../../ports/personal-data.ts';

/** `transcript_entries` as people read it: Transcript entries. Whatever table comes later has a name too. */
export function kindName(table: string): string {
  const words = table.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Everything about a person: as JSON for programs, as a page for people. */
export function personArchive(person: PersonExport): Buffer {
  const entries: ZipEntry[] = [
    { name: 'person.json', content: `${JSON.stringify(person, null, 2)}\n` },
    { name: 'person.html', content: page(person) },
  ];
  return zip(entries, person.exportedAt);
}

function page({ person, exportedAt, records }: PersonExport): string {
  const who = person.kind === 'number' ? person.number : person.userId;
  const sections = Object.entries(records).map(([table, rows]) => section(table, rows));
  const nothing = '<p>Nothing is stored about this number.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Everything about ${text(who)}</title>
<style>body{font:14px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
dl{display:grid;grid-template-columns:12rem 1fr;gap:.2rem 1rem;border-top:1px solid #ccc;padding-top:.6rem}
dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}</style></head>
<body><h1>Everything about ${text(who)}</h1><p>As it was stored on ${text(exportedAt.toISOString())}.</p>
${sections.length === 0 ? nothing : sections.join('\n')}
</body></html>
`;
}

function section(table: string, rows: readonly Record<string, unknown>[]): string {
  const items = rows.map((row) => {
    const fields = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    return `<dl>${fields.map(([name, value]) => `<dt>${text(kindName(name))}</dt><dd>${text(shown(value))}</dd>`).join('')}</dl>`;
  });
  return `<h2>${text(kindName(table))} (${rows.length})</h2>\n${items.join('\n')}`;
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** What people said may look like markup. */
const text = (value: string) => value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
