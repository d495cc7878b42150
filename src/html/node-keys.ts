/**
 * The keys under which a node keeps what it is made of.
 *
 * All of it stands under symbols: a page's own properties cannot be taken for it, `Object.keys` of a node is empty and
 * `JSON.stringify` of one is '{}' as in browsers, and what a page reads by name are getters of the prototypes. The two
 * realms of a document come from one snapshot, so that they have the same symbols.
 *
 * In a snapshot they are private symbols of V8's (isolate/snapshot.ts): `Reflect.ownKeys` of a node does not have them, copies
 * of a node are without them, and no proxy in the place of a node is told of them. Elsewhere there is no page to hide from.
 */
const NAME = '__privateSymbol';
const makePrivate = (globalThis as unknown as Record<string, ((name: string) => symbol) | undefined>)[NAME];
Reflect.deleteProperty(globalThis, NAME);

function key(name: string): never {
  return (makePrivate === undefined ? Symbol(name) : makePrivate(name)) as never;
}

export const NODE_TYPE: unique symbol = key('nodeType');
export const LOCAL_NAME: unique symbol = key('localName');
export const PARENT_NODE: unique symbol = key('parentNode');
export const OWNER_DOCUMENT: unique symbol = key('ownerDocument');
/** Of attributes and doctypes. */
export const QUALIFIED_NAME: unique symbol = key('name');
export const OWNER_ELEMENT: unique symbol = key('ownerElement');
export const PUBLIC_ID: unique symbol = key('publicId');
export const SYSTEM_ID: unique symbol = key('systemId');
/** Of shadow roots. */
export const HOST: unique symbol = key('host');
export const SHADOW_INIT: unique symbol = key('shadowInit');
/** The list through the tree: see node-tree.ts. */
export const NEXT: unique symbol = key('next');
export const PREV: unique symbol = key('prev');
export const END: unique symbol = key('end');
export const START: unique symbol = key('start');
/** Of attributes, text, comments. */
export const VALUE: unique symbol = key('value');
/** Only where it is not HTML. */
export const NAMESPACE: unique symbol = key('namespace');
/** Only of elements that are neither HTML, SVG nor MathML. */
export const NAMESPACE_URI: unique symbol = key('namespaceUri');
/** The shadow root, also a closed one. */
export const SHADOW: unique symbol = key('shadow');
/** Of a control that the parser found outside of its form: the form. Of such a form: itself. */
export const PARSER_FORM: unique symbol = key('parserForm');
/** What script and user have done to a node: see node-state.ts. */
export const STATE: unique symbol = key('state');
