/**
 * Which requests the MCP server takes at all.
 *
 * In:  a request as it arrived. Out: `null`, or the status and the words with which it is refused.
 */
import type { IncomingMessage } from 'node:http';
import type { Access } from '../server/access.ts';
import { contentRefusal, foreignRefusal, ownHosts, type Refusal } from '../server/local-guard.ts';

export const MCP_PATH = '/mcp';

const METHODS = ['POST', 'GET', 'DELETE'];

/** All that can be said before the body is read. */
export function refusalOf(request: IncomingMessage, port: number, access: Access): Refusal | null {
  const foreign = foreignRefusal(request, ownHosts(port));
  if (foreign !== null) return foreign;
  const { method = '', url = '' } = request;
  if (url.split('?')[0] !== MCP_PATH) return { status: 404, message: `There is only ${MCP_PATH} here.` };
  if (!METHODS.includes(method)) return { status: 405, message: `Use ${METHODS.join(', ')}.` };
  if (access.ofHeader(request.headers.authorization) === null) {
    return { status: 401, message: 'A token is needed: Authorization: Bearer <the token that the server was given>.' };
  }
  return contentRefusal(request);
}
