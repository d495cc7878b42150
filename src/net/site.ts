/**
 * Sites: which hosts belong together.
 *
 * In:  host names. Out: the registrable domain, and whether two addresses are of one site.
 *
 * HTML §7.1.1 https://html.spec.whatwg.org/#same-site
 *
 * Differs: the public suffix list has 10,000 entries and changes weekly. Here stand its rules in short: one label, or a
 * known second level below a country, or one of the large hosts of other people's pages.
 */

/** Second levels that most countries' registries use. */
const SECOND_LEVELS = new Set(
  'ac ad asn co com csiro edu ed firm gen gob go gouv gov govt gv id idf info kr lg ltd mil mod ne net nhs nic nom or org oz plc police pp pro pvt re sch school sci tm web'.split(
    ' ',
  ),
);

/** Hosts below which everybody can have a name. */
const SHARED_HOSTS = new Set(
  (
    'appspot.com azurewebsites.net blogspot.com cloudfront.net core.windows.net deno.dev firebaseapp.com fly.dev ' +
    'github.io gitlab.io glitch.me herokuapp.com hosted.app hf.space lovable.app myshopify.com netlify.app ngrok.app ' +
    'ngrok.dev ngrok.io ngrok-free.app ngrok-free.dev onrender.com pages.dev railway.app readthedocs.io replit.app ' +
    'replit.dev repl.co run.app s3.amazonaws.com squarespace.com streamlit.app surge.sh translate.goog vercel.app ' +
    'vercel.dev web.app webflow.io wixsite.com wordpress.com workers.dev'
  ).split(' '),
);

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$|:/.test(host);

/** Whether names directly below this one belong to different people. */
export function isPublicSuffix(domain: string): boolean {
  if (isAddress(domain)) return false;
  const labels = domain.split('.');
  if (labels.length === 1) return domain !== 'localhost';
  if (labels.length === 2 && labels[1]!.length === 2 && SECOND_LEVELS.has(labels[0]!)) return true;
  return SHARED_HOSTS.has(domain);
}

/** The name that somebody registered: `b.co.uk` for `a.b.co.uk`. The host itself when there is none. */
export function registrableDomain(hostname: string): string {
  const host = hostname.replace(/\.$/, '');
  if (isAddress(host)) return host;
  const labels = host.split('.');
  for (let at = labels.length - 2; at >= 0; at--) {
    const domain = labels.slice(at).join('.');
    if (!isPublicSuffix(domain)) return domain;
  }
  return host;
}

/** With the scheme, as browsers compare sites now. */
export function isSameSite(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && registrableDomain(a.hostname) === registrableDomain(b.hostname);
}
