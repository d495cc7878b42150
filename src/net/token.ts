/**
 * Whether a text is a token of HTTP: the name of a header, a method, a part of a media type.
 *
 * RFC 9110 §5.6.2 https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
 */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^`|~\w]+$/.test(text);
}
