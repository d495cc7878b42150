/**
 * The documents in the frames of one page, from the wish for them to their end.
 *
 * In:  what happened in frames (isolate/document-frames.ts). Out: documents fetched with the rights of whoever wants them,
 * and for each what a document gets of its session: requests, sockets, storage, answers to its questions.
 *
 * HTML §7.4.5 (navigation of frames), §7.5 (X-Frame-Options)
 *
 * Differs: frames make no entries in the session's history.
 */
import { isAgentBrowserError } from '../errors.ts';
import type { HostCall } from '../isolate/host-calls.ts';
import { LIMITS } from '../limits.ts';
import type { Fetcher } from '../net/fetch.ts';
import { parseUrl } from '../net/policy.ts';
import { isSameSite } from '../net/site.ts';
import type { FrameActivity, FrameNavigation, HostMessage, PageNavigation, PageRequest } from '../page/messages.ts';
import { documentRequest } from './document-request.ts';
import { DocumentServices, type SessionCommand } from './document-services.ts';
import type { EventSink } from './events.ts';
import { mayBeFramed, policyTexts } from './frame-policy.ts';
import { type LoadedDocument, loadDocument } from './load-document.ts';
import type { PageHost } from './page-host.ts';
import type { SessionState } from './session-state.ts';

export interface FrameParts {
  readonly host: PageHost;
  readonly fetcher: Fetcher;
  readonly state: SessionState;
  readonly events: EventSink;
  /** The page's own document. */
  readonly page: () => LoadedDocument;
  /** Told whenever there is something to take. */
  readonly onNews: () => void;
  readonly onCommand: (command: SessionCommand, from: LoadedDocument) => void;
}

/** Where a frame wants the page itself to go. */
export type FramedDeparture = PageNavigation & { readonly from: LoadedDocument };

interface FrameDocument {
  document: LoadedDocument;
  readonly services: DocumentServices;
}

/** A document that has come, or that could not be had. */
interface Loaded {
  readonly navigable: number;
  readonly document: LoadedDocument | null;
  readonly parent: LoadedDocument;
  readonly inherits: boolean;
  /** The address that the page sees, where it is not the document's. */
  readonly address: string | null;
}

export class FrameDocuments {
  readonly #parts: FrameParts;
  readonly #documents = new Map<number, FrameDocument>();
  /** Loads that are under way, by the navigable they are for: the newest counts. */
  readonly #loads = new Map<number, AbortController>();
  /** The document around each navigable that has been sent somewhere. */
  #loaded: Loaded[] = [];
  #isClosed = false;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  /** Answers that pages wait for. */
  get pending(): number {
    let pending = this.#loads.size;
    for (const { services } of this.#documents.values()) pending += services.pending;
    return pending;
  }

  get hasNews(): boolean {
    if (this.#loaded.length > 0) return true;
    for (const { services } of this.#documents.values()) if (services.hasMessages) return true;
    return false;
  }

  takeMessages(): HostMessage[] {
    return [...this.#documents.values()].flatMap(({ services }) => services.takeMessages());
  }

  /** The document in a realm; `null` for one that is over. */
  document(realm: number): LoadedDocument | null {
    return realm === 0 ? this.#parts.page() : (this.#documents.get(realm)?.document ?? null);
  }

  readonly call: HostCall = (question, payload, realm) => {
    // Secure: the engine realm says who asks. A document that is not known yet is asked for with nobody's rights.
    const frame = this.#documents.get(realm);
    return frame === undefined ? '' : frame.services.call(question, payload, realm);
  };

  /** Takes in what happened in frames. Gives their requests, and where they want the page itself to go. */
  take({ reports, departures, blanks, closed, ended }: FrameActivity): {
    readonly requests: { readonly request: PageRequest; readonly document: LoadedDocument }[];
    readonly departure: FramedDeparture | null;
  } {
    for (const { realm, parent } of blanks) {
      const around = this.document(parent);
      if (around !== null) this.#begin(realm, inherited(around, ''));
    }
    const requests: { request: PageRequest; document: LoadedDocument }[] = [];
    let departure: FramedDeparture | null = null;
    for (const { realm, navigable, requests: wanted, commands, navigation, url } of reports) {
      const frame = this.#documents.get(realm);
      if (frame === undefined) continue;
      for (const command of frame.services.perform(commands)) {
        if (command.kind === 'open' || command.kind === 'file_chooser') this.#parts.onCommand(command, frame.document);
      }
      if (url !== null) moveTo(frame, url);
      for (const request of wanted) requests.push({ request, document: frame.document });
      if (navigation !== null) this.#start(navigable, { ...navigation, srcdoc: null }, frame.document);
    }
    for (const { navigable, from, navigation } of departures) {
      const asker = this.document(from);
      if (asker === null) continue;
      if (navigable === 0) departure = { ...navigation, from: asker };
      else this.#start(navigable, navigation, asker);
    }
    for (const realm of closed) this.#end(realm);
    for (const navigable of ended) this.#stop(navigable);
    return { requests, departure };
  }

  #begin(realm: number, document: LoadedDocument): void {
    const frame: FrameDocument = { document, services: this.#servicesFor(() => frame.document) };
    this.#documents.set(realm, frame);
  }

  #servicesFor(document: () => LoadedDocument): DocumentServices {
    const { fetcher, state, events, onNews } = this.#parts;
    return new DocumentServices(fetcher, state, document, events, onNews);
  }

  #end(realm: number): void {
    this.#documents.get(realm)?.services.close();
    this.#documents.delete(realm);
  }

  #stop(navigable: number): void {
    this.#loads.get(navigable)?.abort();
    this.#loads.delete(navigable);
    this.#loaded = this.#loaded.filter((each) => each.navigable !== navigable);
  }

  #start(navigable: number, navigation: FrameNavigation, asker: LoadedDocument): void {
    this.#stop(navigable);
    const { srcdoc, url } = navigation;
    if (srcdoc !== null || /^about:blank(?:[?#]|$)/.test(url)) {
      const document = inherited(asker, srcdoc ?? '');
      this.#loaded.push({ navigable, document, parent: asker, inherits: true, address: url });
      return;
    }
    const end = new AbortController();
    this.#loads.set(navigable, end);
    void this.#load(navigable, navigation, asker, end);
  }

  async #load(
    navigable: number,
    navigation: FrameNavigation,
    asker: LoadedDocument,
    end: AbortController,
  ): Promise<void> {
    let document: LoadedDocument | null = null;
    try {
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(LIMITS.resourceMs)]);
      const request = { ...documentRequest(navigation, asker), destination: 'iframe' as const };
      const loaded = await loadDocument(this.#parts.fetcher, request, signal, { script: false });
      if ('kind' in loaded) {
        // 204 and downloads: what is there stays.
        if (this.#loads.get(navigable) === end) this.#loads.delete(navigable);
        this.#parts.onNews();
        return;
      }
      const refusal = mayBeFramed(loaded, this.#parts.page(), asker);
      if (refusal === null) document = loaded;
      else this.#parts.events.add('request_failed', refusal, loaded.url.href);
    } catch (error) {
      if (end.signal.aborted) return;
      const message = isAgentBrowserError(error) ? `${error.code}: ${error.message}` : String(error);
      if (!message.startsWith('request_blocked')) this.#parts.events.add('request_failed', message, navigation.url);
    }
    if (this.#isClosed || this.#loads.get(navigable) !== end) return;
    this.#loads.delete(navigable);
    this.#loaded.push({ navigable, document, parent: asker, inherits: false, address: null });
    this.#parts.onNews();
  }

  /** Opens the documents that have come since the last time. */
  async openLoaded(): Promise<void> {
    const { host } = this.#parts;
    for (const { navigable, document, inherits, address } of this.#loaded.splice(0)) {
      if (document === null || host.openFrame === undefined) {
        await host.failFrame?.(navigable);
        continue;
      }
      const { url, html, contentType, encoding, referrer } = document;
      const csp = policyTexts(document.headers);
      const place = { navigable, url: address ?? url.href, html, contentType, encoding, referrer, inherits, csp };
      const opened = await host.openFrame(place);
      if (opened === null) await host.failFrame?.(navigable);
      else this.#begin(opened.realm, this.#placed(document, opened.origin, opened.parent));
    }
  }

  /**
   * The document as the host's rules see it: strangers to everybody have no address, and cookies are the page's site's, as
   * long as no other site stands between (RFC 6265bis §5.2.1).
   */
  #placed(document: LoadedDocument, origin: string, parent: number): LoadedDocument {
    const page = this.#parts.page();
    const nobody = new URL('about:blank');
    const url = origin === 'null' ? nobody : document.url;
    const around = this.document(parent);
    const isAmongOwn = around !== null && isSameSite(around.cookieSite ?? around.url, page.url);
    const cookieSite = isAmongOwn && isSameSite(page.url, url) ? url : nobody;
    return { ...document, url, cookieSite, topLevel: page.url };
  }

  close(): void {
    this.#isClosed = true;
    for (const navigable of [...this.#loads.keys()]) this.#stop(navigable);
    for (const realm of [...this.#documents.keys()]) this.#end(realm);
    this.#loaded = [];
  }
}

/** A document that has its origin, and what it may reach, from the one that made it. */
function inherited(from: LoadedDocument, html: string): LoadedDocument {
  const { url, space, referrerPolicy, cookieSite, topLevel } = from;
  return {
    url,
    space,
    referrerPolicy,
    status: 200,
    html,
    encoding: 'UTF-8',
    contentType: 'text/html',
    referrer: url.href,
    ...(cookieSite === undefined ? {} : { cookieSite }),
    ...(topLevel === undefined ? {} : { topLevel }),
  };
}

/** pushState and the like: path, query and fragment of the same origin. */
function moveTo(frame: FrameDocument, address: string): void {
  const url = URL.parse(address);
  if (url === null || url.origin === 'null' || url.origin !== frame.document.url.origin) return;
  frame.document = { ...frame.document, url: parseUrl(url.href) };
}
