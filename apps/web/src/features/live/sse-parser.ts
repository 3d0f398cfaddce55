/** Takes an event stream in pieces, cut anywhere, and gives the data of each event. Comments and names are skipped. */
export function createSseParser(onData: (data: string) => void): (piece: string) => void {
  let rest = '';
  let data: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    if (field !== 'data') return;
    data.push(colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, ''));
  }

  return (piece) => {
    const text = rest + piece;
    // A lone carriage return at the very end may be the first half of a line ending.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
