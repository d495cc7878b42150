/**
 * What a secret looks like where it leaks.
 *
 * In:  everything that left, and a secret. Out: the places where it stands, in any of its forms.
 */

/** Every form in which the secret would be a leak. Small letters: what left is compared in them, without what does not show. */
export function formsOf(secret: string): string[] {
  const forms = [
    secret,
    [...secret].reverse().join(''),
    [...Buffer.from(secret).toString('base64')].reverse().slice(4, -4).join(''),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    secret.replaceAll('&', '&amp;'),
    [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
    Buffer.from(secret).toString('hex'),
    [...Buffer.from(secret)].join(','),
    // Text that markup divides.
    [...secret].map((letter) => letter.replace('&', '&amp;')).join('</li><li>'),
    [...secret].map((letter) => letter.replace('&', '&amp;')).join('</text><text y="20">'),
    // Without the letters at the ends, which hold their neighbours too.
    ...['', 'x', 'xy'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(4, -4),
    ),
  ];
  return forms.map((form) => form.toLowerCase().replace(/\s/g, ''));
}

/** The text around each form of a secret that is there. */
export function leaksIn(left: string, secret: string): string[] {
  const seen = left.toLowerCase().replace(/\\u[\da-f]{4}|[\s\u200b]/g, '');
  return formsOf(secret).flatMap((form) => {
    const at = seen.indexOf(form);
    return at < 0 ? [] : [`${form} in ...${seen.slice(Math.max(0, at - 200), at + 100)}`];
  });
}
