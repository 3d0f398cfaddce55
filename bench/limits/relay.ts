/**
 * The thinnest relay between the carrier's ConversationRelay and a language model: forwards what was said, and every
 * token of the answer. It authenticates nothing, stores nothing but the conversation and handles no failure.
 */
import { Agent, type ClientRequest, createServer, request } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

const { PORT, LLM_BASE_URL = '' } = process.env;
const agent = new Agent({ keepAlive: true });
const server = createServer((_request, response) => response.end('ok'));
const sockets = new WebSocketServer({ server, perMessageDeflate: false });

sockets.on('connection', (carrier) => {
  const messages = [{ role: 'system', content: 'You answer the telephone of a dental practice.' }];
  let asked: ClientRequest | undefined;
  carrier.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'prompt' && message.last) {
      messages.push({ role: 'user', content: message.voicePrompt });
      asked = ask(carrier, messages);
    } else if (message.type === 'interrupt') asked?.destroy();
  });
});

function ask(carrier: WebSocket, messages: { role: string; content: string }[]): ClientRequest {
  const headers = { 'Content-Type': 'application/json' };
  const asked = request(`${LLM_BASE_URL}/chat/completions`, { method: 'POST', agent, headers }, (answer) => {
    let said = '';
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue;
        const token = JSON.parse(line.slice(6)).choices[0]?.delta.content;
        if (!token) continue;
        said += token;
        carrier.send(JSON.stringify({ type: 'text', token, last: false }));
      }
    });
    answer.on('end', () => carrier.send('{"type":"text","token":"","last":true}'));
    answer.on('close', () => messages.push({ role: 'assistant', content: said }));
    answer.on('error', () => {});
  });
  asked.on('error', () => {});
  asked.end(JSON.stringify({ model: 'emulated', stream: true, messages }));
  return asked;
}

server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
// The parent process has ended.
process.on('disconnect', () => process.exit());
