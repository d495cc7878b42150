/**
 * Brings the page's network and storage into the realm: their classes register themselves for the window as they load.
 */
import { installDocumentCookie } from '../storage/document-cookie.ts';
import '../storage/cache-storage.ts';
import '../storage/indexed-db/database.ts';
import { installWebStorage } from '../storage/web-storage.ts';
import { installDialogs } from '../window/dialogs.ts';
import { installLeaving } from '../window/session-messages.ts';
import { installBeacon } from './beacon.ts';
import { installBlobUrls } from './blob-urls.ts';
import './broadcast-channel.ts';
import './crypto.ts';
import './event-source.ts';
import './fetch.ts';
import './file-reader.ts';
import './streams/compression-stream.ts';
import './streams/transform-stream.ts';
import './text-decoder.ts';
import './web-socket.ts';
import './xhr.ts';

/** `exposeGetter` puts a property on the window that is read by a function. */
export function installNetwork(exposeGetter: (name: string, get: () => unknown) => void): void {
  installBlobUrls();
  installWebStorage(exposeGetter);
  installDocumentCookie();
  installLeaving();
  installDialogs();
  installBeacon();
}
