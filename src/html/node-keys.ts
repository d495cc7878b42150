/**
 * The keys under which a node keeps what it is made of.
 *
 * All of it stands under symbols: a page's own properties cannot be taken for it, `Object.keys` of a node is empty and
 * `JSON.stringify` of one is '{}' as in browsers, and what a page reads by name are getters of the prototypes. The two
 * realms of a document come from one snapshot, so that they have the same symbols.
 */
export const NODE_TYPE: unique symbol = Symbol('nodeType');
export const LOCAL_NAME: unique symbol = Symbol('localName');
export const PARENT_NODE: unique symbol = Symbol('parentNode');
export const OWNER_DOCUMENT: unique symbol = Symbol('ownerDocument');
/** Of attributes and doctypes. */
export const QUALIFIED_NAME: unique symbol = Symbol('name');
export const OWNER_ELEMENT: unique symbol = Symbol('ownerElement');
export const PUBLIC_ID: unique symbol = Symbol('publicId');
export const SYSTEM_ID: unique symbol = Symbol('systemId');
/** Of shadow roots. */
export const HOST: unique symbol = Symbol('host');
export const SHADOW_INIT: unique symbol = Symbol('shadowInit');
/** The list through the tree: see node-tree.ts. */
export const NEXT: unique symbol = Symbol('next');
export const PREV: unique symbol = Symbol('prev');
export const END: unique symbol = Symbol('end');
export const START: unique symbol = Symbol('start');
/** Of attributes, text, comments. */
export const VALUE: unique symbol = Symbol('value');
/** Only where it is not HTML. */
export const NAMESPACE: unique symbol = Symbol('namespace');
/** Only of elements that are neither HTML, SVG nor MathML. */
export const NAMESPACE_URI: unique symbol = Symbol('namespaceUri');
/** The shadow root, also a closed one. */
export const SHADOW: unique symbol = Symbol('shadow');
/** What script and user have done to a node: see node-state.ts. */
export const STATE: unique symbol = Symbol('state');
