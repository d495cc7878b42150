/**
 * IDL attributes that reflect content attributes, as a table.
 *
 * HTML §2.6.1 https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { attribute, hasAttribute } from '../../html/node-tree.ts';
import { resolveAddress } from '../document-address.ts';
import { asciiLower, defineProperty } from '../primordials.ts';
import { removeAttributeValue, setAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { prototypeOf } from './interfaces.ts';
import { tokenList } from './token-list.ts';

/** How a value is read: text, address, boolean, number with its default, known keywords, set of tokens. */
type Kind =
  | 'text'
  | 'url'
  | 'boolean'
  | { readonly number: number; readonly least?: number }
  /** Keywords; the first is the missing and the invalid value. */
  | { readonly keywords: readonly string[] }
  | 'tokens';

type Reflections = Readonly<Record<string, Kind | readonly [attribute: string, kind: Kind]>>;

const DIRECTIONS: Kind = { keywords: ['', 'ltr', 'rtl', 'auto'] };
const METHODS: Kind = { keywords: ['get', 'post', 'dialog'] };
const ENCTYPES: Kind = {
  keywords: ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
};
const FORM_CONTROL: Reflections = { disabled: 'boolean', name: 'text', required: 'boolean', autofocus: 'boolean' };
const CELL: Reflections = {
  colSpan: ['colspan', { number: 1, least: 1 }],
  rowSpan: ['rowspan', { number: 1 }],
  headers: 'text',
};

const REFLECTIONS: Readonly<Record<string, Reflections>> = {
  HTMLElement: {
    title: 'text',
    lang: 'text',
    dir: DIRECTIONS,
    accessKey: ['accesskey', 'text'],
    hidden: 'boolean',
    inert: 'boolean',
    nonce: 'text',
    enterKeyHint: ['enterkeyhint', 'text'],
    inputMode: ['inputmode', 'text'],
    autofocus: 'boolean',
  },
  HTMLAnchorElement: {
    target: 'text',
    download: 'text',
    ping: 'text',
    rel: 'text',
    relList: ['rel', 'tokens'],
    hreflang: 'text',
    type: 'text',
    name: 'text',
    referrerPolicy: ['referrerpolicy', 'text'],
  },
  HTMLAreaElement: { alt: 'text', coords: 'text', shape: 'text', target: 'text', rel: 'text', download: 'text' },
  HTMLBaseElement: { target: 'text' },
  HTMLButtonElement: {
    disabled: 'boolean',
    name: 'text',
    value: 'text',
    type: { keywords: ['submit', 'reset', 'button'] },
    formMethod: ['formmethod', METHODS],
    formTarget: ['formtarget', 'text'],
    formNoValidate: ['formnovalidate', 'boolean'],
  },
  HTMLCanvasElement: { width: { number: 300 }, height: { number: 150 } },
  HTMLDataElement: { value: 'text' },
  HTMLDetailsElement: { open: 'boolean', name: 'text' },
  HTMLDialogElement: { open: 'boolean' },
  HTMLFieldSetElement: { disabled: 'boolean', name: 'text' },
  HTMLFormElement: {
    acceptCharset: ['accept-charset', 'text'],
    autocomplete: { keywords: ['on', 'off'] },
    enctype: ENCTYPES,
    encoding: ['enctype', ENCTYPES],
    method: METHODS,
    name: 'text',
    noValidate: ['novalidate', 'boolean'],
    target: 'text',
    rel: 'text',
  },
  HTMLIFrameElement: {
    src: 'url',
    srcdoc: 'text',
    name: 'text',
    allow: 'text',
    width: 'text',
    height: 'text',
    sandbox: 'tokens',
    loading: { keywords: ['eager', 'lazy'] },
  },
  HTMLImageElement: {
    alt: 'text',
    src: 'url',
    srcset: 'text',
    sizes: 'text',
    crossOrigin: ['crossorigin', 'text'],
    useMap: ['usemap', 'text'],
    isMap: ['ismap', 'boolean'],
    loading: { keywords: ['eager', 'lazy'] },
    decoding: { keywords: ['auto', 'sync', 'async'] },
    referrerPolicy: ['referrerpolicy', 'text'],
  },
  HTMLInputElement: {
    ...FORM_CONTROL,
    accept: 'text',
    alt: 'text',
    autocomplete: 'text',
    defaultChecked: ['checked', 'boolean'],
    defaultValue: ['value', 'text'],
    max: 'text',
    maxLength: ['maxlength', { number: -1 }],
    min: 'text',
    minLength: ['minlength', { number: -1 }],
    multiple: 'boolean',
    pattern: 'text',
    placeholder: 'text',
    readOnly: ['readonly', 'boolean'],
    size: { number: 20, least: 1 },
    src: 'url',
    step: 'text',
    formMethod: ['formmethod', METHODS],
    formNoValidate: ['formnovalidate', 'boolean'],
  },
  HTMLLabelElement: { htmlFor: ['for', 'text'] },
  HTMLLIElement: { value: { number: 0 } },
  HTMLLinkElement: {
    href: 'url',
    rel: 'text',
    relList: ['rel', 'tokens'],
    media: 'text',
    type: 'text',
    as: 'text',
    crossOrigin: ['crossorigin', 'text'],
    integrity: 'text',
    disabled: 'boolean',
    hreflang: 'text',
    referrerPolicy: ['referrerpolicy', 'text'],
  },
  HTMLMapElement: { name: 'text' },
  HTMLMediaElement: {
    src: 'url',
    autoplay: 'boolean',
    controls: 'boolean',
    loop: 'boolean',
    preload: 'text',
    defaultMuted: ['muted', 'boolean'],
  },
  HTMLMetaElement: { name: 'text', httpEquiv: ['http-equiv', 'text'], content: 'text', media: 'text' },
  HTMLMeterElement: { value: { number: 0 }, min: { number: 0 }, max: { number: 1 } },
  HTMLModElement: { cite: 'url', dateTime: ['datetime', 'text'] },
  HTMLOListElement: { reversed: 'boolean', start: { number: 1 }, type: 'text' },
  HTMLOptGroupElement: { disabled: 'boolean', label: 'text' },
  HTMLOptionElement: { disabled: 'boolean', defaultSelected: ['selected', 'boolean'] },
  HTMLProgressElement: { value: { number: 0 }, max: { number: 1 } },
  HTMLQuoteElement: { cite: 'url' },
  HTMLScriptElement: {
    src: 'url',
    type: 'text',
    noModule: ['nomodule', 'boolean'],
    defer: 'boolean',
    crossOrigin: ['crossorigin', 'text'],
    integrity: 'text',
    charset: 'text',
    referrerPolicy: ['referrerpolicy', 'text'],
  },
  HTMLSelectElement: {
    ...FORM_CONTROL,
    autocomplete: 'text',
    multiple: 'boolean',
    size: { number: 0 },
  },
  HTMLSlotElement: { name: 'text' },
  HTMLSourceElement: { src: 'url', type: 'text', srcset: 'text', sizes: 'text', media: 'text' },
  HTMLStyleElement: { media: 'text', type: 'text' },
  HTMLTableCellElement: { ...CELL, scope: 'text', abbr: 'text' },
  HTMLTextAreaElement: {
    ...FORM_CONTROL,
    autocomplete: 'text',
    cols: { number: 20, least: 1 },
    rows: { number: 2, least: 1 },
    maxLength: ['maxlength', { number: -1 }],
    minLength: ['minlength', { number: -1 }],
    placeholder: 'text',
    readOnly: ['readonly', 'boolean'],
    wrap: 'text',
  },
  HTMLTimeElement: { dateTime: ['datetime', 'text'] },
  HTMLTrackElement: { src: 'url', kind: 'text', srclang: 'text', label: 'text', default: 'boolean' },
  HTMLVideoElement: { poster: 'url', width: { number: 0 }, height: { number: 0 } },
};

function readNumber(value: string | null, byDefault: number, least: number): number {
  const parsed = value === null ? Number.NaN : Number.parseFloat(value);
  return Number.isNaN(parsed) || parsed < least ? byDefault : parsed;
}

function readKeyword(value: string | null, keywords: readonly string[]): string {
  const lower = value === null ? '' : asciiLower(value);
  for (let at = 0; at < keywords.length; at++) if (keywords[at] === lower) return lower;
  return keywords[0]!;
}

function accessor(name: string, kind: Kind): PropertyDescriptor & ThisType<PageNode> {
  const setText = function (this: PageNode, value: unknown): void {
    setAttributeValue(this, name, `${value}`);
  };
  if (kind === 'boolean') {
    return {
      get() {
        return hasAttribute(this, name);
      },
      set(value: unknown) {
        if (value) setAttributeValue(this, name, '');
        else removeAttributeValue(this, name);
      },
    };
  }
  if (kind === 'tokens') {
    const lists = new WeakMap<StoreNode, object>();
    return {
      get() {
        return tokenList(lists, this, name);
      },
      set: setText,
    };
  }
  if (kind === 'text') {
    return {
      get() {
        return attribute(this, name) ?? '';
      },
      set: setText,
    };
  }
  if (kind === 'url') {
    return {
      get() {
        const value = attribute(this, name);
        return value === null ? '' : (resolveAddress(value) ?? value);
      },
      set: setText,
    };
  }
  if ('keywords' in kind) {
    const { keywords } = kind;
    return {
      get() {
        return readKeyword(attribute(this, name), keywords);
      },
      set: setText,
    };
  }
  const { number, least = Number.NEGATIVE_INFINITY } = kind;
  return {
    get() {
      return readNumber(attribute(this, name), number, least);
    },
    set: setText,
  };
}

export function installReflection(): void {
  for (const [interfaceName, reflections] of Object.entries(REFLECTIONS)) {
    const prototype = prototypeOf(interfaceName);
    for (const [property, entry] of Object.entries(reflections)) {
      const [name, kind] = Array.isArray(entry) ? (entry as [string, Kind]) : [property, entry as Kind];
      defineProperty(prototype, property, { ...accessor(name, kind), enumerable: true, configurable: true });
    }
  }
  installAria();
}

/** ARIA in HTML: `el.ariaLabel` and the others, `null` when absent. */
function installAria(): void {
  const names =
    'Atomic AutoComplete Busy Checked ColCount ColIndex ColSpan Current Description Disabled Expanded HasPopup Hidden ' +
    'Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable Orientation Placeholder PosInSet Pressed ' +
    'ReadOnly Required RoleDescription RowCount RowIndex RowSpan Selected SetSize Sort ValueMax ValueMin ValueNow ValueText';
  for (const name of ['role', ...names.split(' ').map((each) => `aria${each}`)]) {
    const content = name === 'role' ? 'role' : `aria-${name.slice(4).toLowerCase()}`;
    defineProperty(prototypeOf('Element'), name, {
      get(this: PageNode) {
        return attribute(this, content);
      },
      set(this: PageNode, value: unknown) {
        if (value === null) removeAttributeValue(this, content);
        else setAttributeValue(this, content, `${value}`);
      },
      enumerable: true,
      configurable: true,
    });
  }
}
