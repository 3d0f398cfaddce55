import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kindName, personArchive } from './person-archive.ts';

test('DA2: the page shows every record, and what somebody said is no markup', () => {
  const archive = personArchive({
    person: { kind: 'number', number: '+12025550123' },
    exportedAt: new Date('2026-11-17T05:30:10Z'),
    records: { transcript_entries: [{ message: '<script>alert(1)</script>', ordinal: 1, tool: null }] },
  });
  const texts = ['person.json', 'person.html'].map((name) => {
    const at = archive.indexOf(name) + name.length;
    return inflateRawSync(archive.subarray(at), { finishFlush: 2 }).toString();
  });
  expect(JSON.parse(texts[0] ?? '').records.transcript_entries).toHaveLength(1);
  expect(texts[1]).toContain('Transcript entries (1)');
  expect(texts[1]).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(kindName('some_later_table')).toBe('Some later table');
});
