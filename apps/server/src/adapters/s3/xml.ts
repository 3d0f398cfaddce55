/** The little of XML that the responses of S3 need: elements without attributes, found by name. */

/** The text of the first element of this name. */
export function textOf(xml: string, element: string): string | null {
  const [content] = contentsOf(xml, element);
  return content === undefined ? null : unescapeXml(content);
}

/** What stands inside each element of this name. */
export function contentsOf(xml: string, element: string): string[] {
  const pattern = new RegExp(`<${element}(?:\\s[^>]*)?>([^]*?)</${element}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
