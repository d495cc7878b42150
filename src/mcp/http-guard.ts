/**
 * Which requests the MCP server takes at all.
 *
 * In:  a request as it arrived. Out: `null`, or the status and the words with which it is refused.
 */
import type { IncomingMessage } from 'node:http';
import type { Owner } from '../server/access.ts';
import { contentRefusal, foreignRefusal, ownHosts, type Refusal, siteRefusal } from '../server/local-guard.ts';

export const MCP_PATH = '/mcp';

const METHODS = ['POST', 'GET', 'DELETE'];

/**
 * All that can be said before the body is read.
 *
 * @param owner who the token stands for; `null` for none.
 */
export function refusalOf(request: IncomingMessage, port: number, owner: Owner | null): Refusal | null {
  const foreign = foreignRefusal(request, ownHosts(port)) ?? siteRefusal(request);
  if (foreign !== null) return foreign;
  const { method = '', url = '' } = request;
  if (url.split('?')[0] !== MCP_PATH) return { status: 404, message: `There is only ${MCP_PATH} here.` };
  if (!METHODS.includes(method)) {
    return { status: 405, message: `Use ${METHODS.join(', ')}.`, headers: { allow: METHODS.join(', ') } };
  }
  if (owner === null) {
    const message = 'A token is needed: Authorization: Bearer <the token that the server was given>.';
    return { status: 401, message, headers: { 'www-authenticate': 'Bearer' } };
  }
  return contentRefusal(request);
}
