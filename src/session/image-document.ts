/**
 * A page for an image: the image alone, as Chrome shows it.
 *
 * In:  its address, name and bytes. Out: a document with one `img` that has the size of the file.
 *
 * HTML §7.5.5 https://html.spec.whatwg.org/#navigate-media
 */
import { naturalSizeOfBytes } from '../layout/boxes/natural-size.ts';
import { escapeAttribute } from './text-document.ts';

export function imageDocument(url: URL, name: string, bytes: Uint8Array): string {
  const size = naturalSizeOfBytes(bytes);
  const width = size?.width ?? null;
  const height = size?.height ?? null;
  const given = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  const label = escapeAttribute(name);
  const title = width === null || height === null ? label : `${label} (${width}×${height})`;
  const img = `<img src="${escapeAttribute(url.href)}" alt="${label}"${given} style="display: block; margin: auto">`;
  return `<!DOCTYPE html><html style="height: 100%"><head><meta name="viewport" content="width=device-width, minimum-scale=0.1"><title>${title}</title></head><body style="margin: 0px; height: 100%">${img}</body></html>`;
}
