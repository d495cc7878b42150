/**
 * What an element says about how its resource is fetched: 'crossorigin', 'integrity' and 'nonce'.
 *
 * HTML §2.5.4 https://html.spec.whatwg.org/#cors-settings-attributes
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import type { RequestOptions } from '../outbox.ts';
import { asciiLower } from '../primordials.ts';
import { elementPolicy } from '../referrer-policy.ts';

export function requestOptions(element: StoreNode): RequestOptions {
  const cors = attribute(element, 'crossorigin');
  return {
    cors: cors === null ? '' : asciiLower(cors) === 'use-credentials' ? 'use-credentials' : 'anonymous',
    integrity: attribute(element, 'integrity') ?? '',
    referrerPolicy: elementPolicy(element),
    nonce: attribute(element, 'nonce') ?? '',
    charset: attribute(element, 'charset') ?? '',
  };
}

/** What an image says: its bytes and its encoding are nobody's business. */
export function imageOptions(element: StoreNode): RequestOptions {
  const { cors = '', referrerPolicy = '' } = requestOptions(element);
  return { cors, referrerPolicy };
}

/** Modules are always asked for with CORS. */
export function moduleOptions(element: StoreNode): RequestOptions {
  const options = requestOptions(element);
  return {
    ...options,
    cors: options.cors === 'use-credentials' ? options.cors : 'anonymous',
    as: 'module',
    charset: '',
  };
}
