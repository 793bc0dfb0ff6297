/** A bare `ws` server that sends back what it receives: what WebSockets alone can do on this machine. Prints its address. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => socket.send(data, { binary: false }));
});
server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`ws://127.0.0.1:${address.port}\n`);
});
