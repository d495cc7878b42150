/**
 * fetch().
 *
 * In:  a request of the page. Out: a promise of the response; its body goes on coming behind it.
 *
 * Fetch §5.6 https://fetch.spec.whatwg.org/#fetch-method. What may be asked for and read is the host's to decide.
 */
import { abortReason, isAborted, onAbort } from '../abort-signal.ts';
import { parseJson, startsWith } from '../primordials.ts';
import { documentPolicy } from '../referrer-policy.ts';
import { blobBytes, blobType } from './blob.ts';
import { blobOfUrl } from './blob-urls.ts';
import { BodyContent, type Piece } from './body-content.ts';
import { base64Of, lengthOf, viewOf } from './bytes.ts';
import { type FetchCommand, postAbort, postFetch, type ResponseHead } from './commands.ts';
import { type HeaderList, sortedHeaders } from './headers.ts';
import { closeChannel, openChannel } from './inbox.ts';
import { deferred, rejectedWith, whenSettled } from './promises.ts';
import { type RequestState, requestState } from './request.ts';
import { makeResponse, type Response } from './response.ts';
import { exposeValue } from './web-class.ts';

/** A piece of an answer as the host gives it. */
export function pieceOf(data: string | ArrayBuffer): Piece {
  return typeof data === 'string' ? data : viewOf(data);
}

export interface Payload {
  readonly body: string | null;
  readonly isBinary: boolean;
}

/** A body as it crosses to the host. */
export function payloadOf(piece: Piece | null): Payload {
  if (piece === null) return { body: null, isBinary: false };
  return typeof piece === 'string' ? { body: piece, isBinary: false } : { body: base64Of(piece), isBinary: true };
}

/** A request with everything by default. */
export function plainCommand(
  id: number,
  url: string,
  method: string,
  headers: HeaderList,
  piece: Piece | null,
): Omit<FetchCommand, 'kind'> {
  return {
    id,
    url,
    method,
    headers: sortedHeaders(headers) as unknown as FetchCommand['headers'],
    ...payloadOf(piece),
    mode: 'cors',
    credentials: 'same-origin',
    redirect: 'follow',
    referrer: '',
    referrerPolicy: documentPolicy(),
    isBackground: false,
    keepalive: false,
  };
}

export function fetchResource(input: unknown, init: unknown = undefined): Promise<Response> {
  let state: RequestState;
  try {
    state = requestState(input, init);
  } catch (error) {
    return rejectedWith(error);
  }
  if (isAborted(state.signal)) return rejectedWith(abortReason(state.signal));
  const outcome = deferred<Response>();
  if (startsWith(state.url, 'blob:')) {
    const response = fetchBlob(state);
    if (response === null) outcome.reject(new TypeError('Failed to fetch'));
    else outcome.resolve(response);
    return outcome.promise;
  }
  whenSettled(start(state, outcome), () => undefined, outcome.reject);
  return outcome.promise;
}

async function start(
  state: RequestState,
  outcome: { resolve(response: Response): void; reject(error: unknown): void },
): Promise<void> {
  // What is there is sent in this task, as pages expect of requests that they make while they are left.
  const piece = state.content === null ? null : (state.content.ready ?? (await state.content.payload()));
  let content: BodyContent | null = null;
  const id = openChannel((kind, head, data) => {
    if (kind === 'error') {
      const error = new TypeError(content === null ? 'Failed to fetch' : 'network error');
      closeChannel(id);
      content?.fail(error);
      outcome.reject(error);
      return;
    }
    if (content === null) {
      content = new BodyContent();
      content.onCancel = () => {
        closeChannel(id);
        postAbort(id);
      };
      outcome.resolve(makeResponse(parseJson(head) as ResponseHead, content));
    }
    content.push(pieceOf(data));
    if (kind !== 'whole' && kind !== 'end') return;
    content.end();
    closeChannel(id);
  });
  onAbort(state.signal, () => {
    const reason = abortReason(state.signal);
    closeChannel(id);
    postAbort(id);
    content?.abort(reason);
    outcome.reject(reason);
  });
  const { url, method, credentials, redirect, keepalive, referrer, referrerPolicy, mode, cache } = state;
  postFetch({
    ...plainCommand(id, url, method, state.headers, piece),
    mode: mode === 'navigate' ? 'cors' : mode,
    credentials,
    redirect,
    referrer: referrer === 'about:client' ? '' : referrer,
    referrerPolicy: referrerPolicy || documentPolicy(),
    keepalive,
    cache,
  });
}

/** Fetch §4.3, scheme fetch of blob. */
function fetchBlob({ url, method }: RequestState): Response | null {
  const blob = blobOfUrl(url);
  if (blob === null || method !== 'GET') return null;
  const bytes = blobBytes(blob);
  const headers: [string, string][] = [['content-length', `${lengthOf(bytes)}`]];
  if (blobType(blob) !== '') headers[1] = ['content-type', blobType(blob)];
  const head = { url, status: 200, statusText: 'OK', headers, redirected: false, type: 'basic' } as const;
  return makeResponse(head, BodyContent.of(bytes));
}

exposeValue('fetch', fetchResource);
