/**
 * The thinnest relay between a carrier's media stream and a realtime model: parses, forwards, and does nothing else. It
 * authenticates nothing, stores nothing and handles no failure. What it costs, any relay costs.
 */
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

const { PORT, REALTIME_URL = '' } = process.env;
const server = createServer((_request, response) => response.end('ok'));
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const telephone = { type: 'audio/pcmu' };
const session = { type: 'realtime', audio: { input: { format: telephone }, output: { format: telephone } } };

sockets.on('connection', (carrier) => {
  const model = new WebSocket(REALTIME_URL, { perMessageDeflate: false });
  let streamSid = '';
  model.on('open', () => {
    model.send(JSON.stringify({ type: 'session.update', session }));
    model.send(JSON.stringify({ type: 'response.create' }));
  });
  carrier.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.event === 'media' && model.readyState === model.OPEN) {
      model.send(`{"type":"input_audio_buffer.append","audio":"${message.media.payload}"}`);
    } else if (message.event === 'start') streamSid = message.start.streamSid;
  });
  model.on('message', (data) => {
    const event = JSON.parse(String(data));
    if (event.type === 'response.output_audio.delta') {
      carrier.send(`{"event":"media","streamSid":"${streamSid}","media":{"payload":"${event.delta}"}}`);
    } else if (event.type === 'input_audio_buffer.speech_started') {
      carrier.send(`{"event":"clear","streamSid":"${streamSid}"}`);
    }
  });
  carrier.on('close', () => model.close());
  model.on('error', () => carrier.close());
});

server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
// The parent process has ended.
process.on('disconnect', () => process.exit());
