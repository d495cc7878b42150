/**
 * What an element says about how its resource is fetched: 'crossorigin' and 'integrity'.
 *
 * HTML §2.5.4 https://html.spec.whatwg.org/#cors-settings-attributes
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute } from '../../html/node-tree.ts';
import type { RequestOptions } from '../outbox.ts';
import { asciiLower } from '../primordials.ts';

export function requestOptions(element: StoreNode): RequestOptions {
  const cors = attribute(element, 'crossorigin');
  return {
    cors: cors === null ? '' : asciiLower(cors) === 'use-credentials' ? 'use-credentials' : 'anonymous',
    integrity: attribute(element, 'integrity') ?? '',
  };
}

/** Modules are always asked for with CORS. */
export function moduleOptions(element: StoreNode): RequestOptions {
  const { cors, integrity = '' } = requestOptions(element);
  return { cors: cors === 'use-credentials' ? cors : 'anonymous', integrity };
}
