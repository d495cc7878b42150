/**
 * MCP over standard input and output: one client, which started this process.
 *
 * In:  the two streams. Out: a promise that resolves when the client has left and the engine has ended.
 *
 * Standard output carries messages of the protocol only; what people should know goes to standard error.
 */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { LIMITS } from '../limits.ts';
import { AgentSession } from './agent-session.ts';
import type { BrowserSource } from './browser-source.ts';
import { createMcpServer, type ServerSettings } from './server.ts';

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: (line: string) => void;
}

export async function serveStdio(
  browser: BrowserSource,
  settings: ServerSettings,
  { input, output, log }: StdioStreams,
): Promise<void> {
  const agent = new AgentSession(() => browser.get());
  const server = createMcpServer(agent, settings);
  const left = Promise.withResolvers<void>();
  const leave = () => left.resolve();
  server.server.onclose = leave;
  server.server.onerror = (error) => log(error.message.slice(0, LIMITS.mcpErrorChars));
  // The transport does not look for the end: a client that has gone closes its end of the pipe.
  input.once('end', leave);
  input.once('close', leave);
  output.once('error', leave);
  await server.connect(new StdioServerTransport(input, output, { maxBufferSize: LIMITS.mcpMessageBytes }));
  try {
    await left.promise;
  } finally {
    await server.close();
    // A pipe that is not read any more would still keep the process alive.
    input.destroy();
    // The engine at once, and not the session first: a call that runs would be waited for.
    await browser.close();
  }
}
