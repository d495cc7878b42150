/**
 * Tokens: who a request comes from.
 *
 * In:  the Authorization header, or the protocols that a WebSocket offers. Out: the owner that the token stands for.
 *
 * Secure: tokens are compared by their hashes in constant time, and are in neither addresses nor logs.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A WebSocket of a page cannot send headers: it offers the token as a protocol besides the real one. */
export const LIVE_PROTOCOL = 'agentbrowser.live';
/** The same for a page that wants pictures. Programs need name no protocol. */
export const FRAMES_PROTOCOL = 'agentbrowser.frames';
const TOKEN_PROTOCOL = 'agentbrowser.token.';

/** Whoever opened a session. Each token is an owner of its own. */
export type Owner = string;

export const ANYBODY: Owner = 'anybody';

export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The protocols that a WebSocket offers. */
export function offeredProtocols(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((each) => each.trim());
}

export class Access {
  readonly #owners: readonly { readonly hash: Buffer; readonly owner: Owner }[];

  /** Without tokens everybody who gets here may come in. */
  constructor(tokens: readonly string[]) {
    this.#owners = tokens.map((token, index) => ({ hash: sha256(token), owner: `client ${index + 1}` }));
  }

  /** The owner that the first token stands for. */
  get first(): Owner {
    return this.#owners[0]?.owner ?? ANYBODY;
  }

  ofHeader(authorization: string | undefined): Owner | null {
    const match = /^Bearer +(\S{1,500})$/i.exec(authorization ?? '');
    return this.#ownerOf(match?.[1]);
  }

  ofProtocols(protocols: readonly string[]): Owner | null {
    const token = protocols.find((each) => each.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
    return this.#ownerOf(token);
  }

  #ownerOf(token: string | undefined): Owner | null {
    if (this.#owners.length === 0) return ANYBODY;
    const hash = sha256(token ?? '');
    let found: Owner | null = null;
    // All of them, so that the time does not tell which one was near.
    for (const each of this.#owners) if (timingSafeEqual(each.hash, hash)) found = each.owner;
    return token === undefined ? null : found;
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
