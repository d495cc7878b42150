/**
 * navigator.sendBeacon: a request that nobody waits for, which goes on when the page is left.
 *
 * Beacon §3.1 https://www.w3.org/TR/beacon/#sendbeacon-method
 */
import { resolveAddress } from '../document-address.ts';
import { defineMembers } from '../dom/interfaces.ts';
import { extractBody } from './body-mixin.ts';
import { lengthOf, utf8Length } from './bytes.ts';
import { postFetch } from './commands.ts';
import { plainCommand } from './fetch.ts';
import { addHeader, isNoCorsSafe, makeHeaderList } from './headers.ts';
import { closeChannel, openChannel } from './inbox.ts';

/** Fetch §4.6 step 11: what may be under way for pages that are gone. */
const MAX_BEACON_BYTES = 64 * 1024;

export function installBeacon(): void {
  defineMembers<object>('Navigator', {
    sendBeacon(url: unknown, data: unknown = null): boolean {
      const address = resolveAddress(`${url}`);
      if (address === null || !/^https?:/.test(address)) throw new TypeError(`The URL '${url}' is invalid.`);
      const headers = makeHeaderList('request');
      const body = data === null || data === undefined ? null : extractBody(data);
      const piece = body === null ? null : body.content.ready;
      if (body !== null && piece === null) throw new TypeError('A stream cannot be sent with a beacon.');
      const size = piece === null ? 0 : typeof piece === 'string' ? utf8Length(piece) : lengthOf(piece);
      if (size > MAX_BEACON_BYTES) return false;
      const type = body?.type ?? null;
      if (type !== null) addHeader(headers, 'content-type', type);
      const isSafe = type === null || isNoCorsSafe('content-type', type);
      const id = openChannel(() => closeChannel(id));
      postFetch({
        ...plainCommand(id, address, 'POST', headers, piece),
        mode: isSafe ? 'no-cors' : 'cors',
        credentials: 'include',
        isBackground: true,
        keepalive: true,
      });
      return true;
    },
  });
}
