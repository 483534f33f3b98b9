// A socket.io server like that of its documentation: one room, WebSocket only. It stores nothing.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const ROOM = 'room';

const server = createServer((_request, response) => {
  response.end();
});
const io = new Server(server, { transports: ['websocket'] });

io.on('connection', (socket) => {
  void socket.join(ROOM);
  socket.on('send', (content: unknown) => {
    const message = { id: crypto.randomUUID(), channel: ROOM, content, createdAt: new Date() };
    io.to(ROOM).emit('message', message);
  });
});

server.listen(Number(process.env.PORT), '127.0.0.1');
