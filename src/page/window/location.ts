/**
 * location, and the parts of links' addresses.
 *
 * HTML §7.2.4 https://html.spec.whatwg.org/#the-location-interface, §4.6.3 (HTMLHyperlinkElementUtils)
 */
import { attribute } from '../../html/node-tree.ts';
import { baseUrl, documentUrl, encodedAddress } from '../document-address.ts';
import { setAttributeValue } from '../dom/attribute-list.ts';
import type { PageNode } from '../dom/create-node.ts';
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers, prototypeOf } from '../dom/interfaces.ts';
import { navigateTo, withoutFragment } from '../navigation.ts';
import { create, defineProperty } from '../primordials.ts';
import { URL_PARTS, type UrlPart } from '../url/url-parts.ts';
import { addressParts, addressWith } from '../url-api.ts';
import { reloadDocument } from './history.ts';

const SETTABLE: readonly UrlPart[] = ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

function part(href: string, name: UrlPart): string {
  return addressParts(href, '')?.[URL_PARTS.indexOf(name)] ?? '';
}

function go(reference: string, replace: boolean): void {
  const url = encodedAddress(reference);
  if (url === null) throw domException('SyntaxError', `'${reference}' is not a valid URL.`);
  navigateTo(url, replace);
}

/** Unlike other addresses, this one keeps an empty fragment: without any, it would be another document. */
function goToHash(value: string): void {
  const url = documentUrl();
  const old = part(url, 'hash');
  const parts = addressWith(url, 'hash', value);
  if (parts === null) return;
  const next = part(parts[0]!, 'hash');
  // "If copyURL's fragment is this's url's fragment, then return"; as in Chrome, none counts as an empty one.
  if (next === old) return;
  navigateTo(next === '' ? `${withoutFragment(parts[0]!)}#` : parts[0]!, false);
}

export function makeLocation(): object {
  defineInterface('Location', null);
  for (const name of URL_PARTS) {
    if (name === 'username' || name === 'password') continue;
    defineProperty(prototypeOf('Location'), name, {
      get: () => part(documentUrl(), name),
      ...(name === 'origin'
        ? {}
        : {
            set(value: unknown): void {
              if (name === 'href') go(`${value}`, false);
              else if (name === 'hash') goToHash(`${value}`);
              else {
                const parts = addressWith(documentUrl(), name, `${value}`);
                if (parts !== null) navigateTo(parts[0]!, false);
              }
            },
          }),
      enumerable: true,
      configurable: true,
    });
  }
  defineMembers<object>('Location', {
    assign(url: unknown): void {
      go(`${url}`, false);
    },
    replace(url: unknown): void {
      go(`${url}`, true);
    },
    reload(): void {
      reloadDocument();
    },
    toString(): string {
      return documentUrl();
    },
  });
  return create(prototypeOf('Location'));
}

/** href and its parts on a and area elements. */
export function installLinkParts(): void {
  for (const interfaceName of ['HTMLAnchorElement', 'HTMLAreaElement']) {
    const prototype = prototypeOf(interfaceName);
    const hrefOf = (link: PageNode): string => {
      const value = attribute(link, 'href');
      return value === null ? '' : (encodedAddress(value, link) ?? value);
    };
    defineMembers<PageNode>(interfaceName, {
      get href(): string {
        return hrefOf(this);
      },
      set href(value: unknown) {
        setAttributeValue(this, 'href', `${value}`);
      },
      get text(): string {
        return (this as unknown as { textContent: string }).textContent;
      },
      toString(): string {
        return hrefOf(this);
      },
    });
    for (const name of ['origin', ...SETTABLE] as const) {
      defineProperty(prototype, name, {
        get(this: PageNode): string {
          return part(hrefOf(this), name);
        },
        set(this: PageNode, value: unknown): void {
          const parts = name === 'origin' ? null : addressWith(hrefOf(this), name, `${value}`);
          if (parts !== null) setAttributeValue(this, 'href', parts[0]!);
        },
        enumerable: true,
        configurable: true,
      });
    }
  }
  defineMembers<PageNode>('HTMLBaseElement', {
    get href(): string {
      return attribute(this, 'href') === null ? documentUrl() : baseUrl();
    },
    set href(value: unknown) {
      setAttributeValue(this, 'href', `${value}`);
    },
  });
}
