export { EventLog } from './event-log.ts';
export { type ServedIgtl, type ServeIgtlOptions, serveIgtl } from './igtl/serve-igtl.ts';
export { LIMITS, type Limits } from './limits.ts';
export { protocolSchema } from './protocol-schema.ts';
export { PROTOCOL_VERSION } from './requests.ts';
export { type StdioStreams, serveStdio } from './serve-stdio.ts';
export { type ServedWebSocket, serveWebSocket, type WebSocketServerOptions } from './serve-web-socket.ts';
export { Session } from './session.ts';
export { SessionThread } from './session-thread.ts';
