/**
 * The document type declaration of XML: its name, its identifiers, and the entities that it declares.
 *
 * XML 1.0 §2.8, §4.2 https://www.w3.org/TR/xml/#sec-prolog-dtd, HTML §14.2 (entities of XHTML)
 */
import { parseFragment } from 'parse5';
import type { XmlReader } from './xml-reader.ts';

/** Public identifiers that bring the names of characters that HTML has. */
const XHTML = new Set([
  '-//W3C//DTD XHTML 1.0 Transitional//EN',
  '-//W3C//DTD XHTML 1.1//EN',
  '-//W3C//DTD XHTML 1.0 Strict//EN',
  '-//W3C//DTD XHTML 1.0 Frameset//EN',
  '-//W3C//DTD XHTML Basic 1.0//EN',
  '-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN',
  '-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN',
  '-//W3C//DTD MathML 2.0//EN',
  '-//WAPFORUM//DTD XHTML Mobile 1.0//EN',
]);

export interface Doctype {
  readonly name: string;
  readonly publicId: string;
  readonly systemId: string;
}

/** After '<!DOCTYPE'. */
export function readDoctype(reader: XmlReader): Doctype {
  if (!reader.skipSpace()) throw reader.error('The doctype has no name.');
  const name = reader.name();
  let publicId = '';
  let systemId = '';
  reader.skipSpace();
  if (reader.take('PUBLIC')) {
    reader.skipSpace();
    publicId = reader.quoted();
    reader.skipSpace();
    systemId = reader.quoted();
  } else if (reader.take('SYSTEM')) {
    reader.skipSpace();
    systemId = reader.quoted();
  }
  reader.skipSpace();
  if (reader.take('[')) readSubset(reader);
  reader.skipSpace();
  reader.expect('>');
  if (XHTML.has(publicId)) reader.externalEntity = namedCharacter;
  return { name, publicId, systemId };
}

function readSubset(reader: XmlReader): void {
  for (;;) {
    reader.skipSpace();
    if (reader.take(']')) return;
    if (reader.take('<!--')) reader.comment();
    else if (reader.take('<!ENTITY')) readEntity(reader);
    else if (reader.take('<?')) reader.instruction();
    else if (reader.take('<!')) skipDeclaration(reader);
    else if (reader.take('%')) reader.until(';', 'A reference is not closed.');
    else throw reader.error('A declaration is wrong.');
  }
}

/** The first declaration of a name counts; those for DTDs, and those of files, are passed over. */
function readEntity(reader: XmlReader): void {
  reader.skipSpace();
  const isForDtd = reader.take('%');
  reader.skipSpace();
  const name = reader.name();
  reader.skipSpace();
  const isValue = reader.startsWith('"') || reader.startsWith("'");
  if (!isValue) {
    skipDeclaration(reader);
    return;
  }
  const value = reader.quoted();
  reader.skipSpace();
  reader.expect('>');
  if (!isForDtd && !reader.entities.has(name)) reader.entities.set(name, value);
}

function skipDeclaration(reader: XmlReader): void {
  while (!reader.take('>')) {
    if (reader.startsWith('"') || reader.startsWith("'")) reader.quoted();
    else if (!reader.skipSpace()) reader.skipCharacter();
  }
}

/** The character that HTML calls so. */
function namedCharacter(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) return null;
  const [node] = parseFragment(`&${name};`).childNodes;
  const text = node !== undefined && 'value' in node ? node.value : '';
  return text.endsWith(';') ? null : text;
}
