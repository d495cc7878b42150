/**
 * alert, confirm and prompt, which the session answers by its policy; and window.open, which it is told about.
 *
 * HTML §8.8.1 https://html.spec.whatwg.org/#simple-dialogs, §7.2.2.1 (window.open)
 */
import { resolveAddress } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { navigateTo } from '../navigation.ts';
import { postOpen } from '../network/commands.ts';
import { askHost } from '../network/host-call.ts';
import { exposeValue } from '../network/web-class.ts';
import { asciiLower, quote, stringSlice } from '../primordials.ts';

/** The text that was entered; `null` when the dialog was dismissed. */
function askPerson(kind: string, message: unknown, byDefault: string): string | null {
  const answer = askHost('dialog', `["${kind}",${quote(`${message}`)},${quote(byDefault)}]`);
  return answer === null || answer === '' ? null : stringSlice(answer, 1);
}

export function installDialogs(): void {
  exposeValue('alert', (message: unknown = ''): void => {
    askPerson('alert', message, '');
  });
  exposeValue('confirm', (message: unknown = ''): boolean => askPerson('confirm', message, '') !== null);
  exposeValue('prompt', (message: unknown = '', byDefault: unknown = ''): string | null =>
    askPerson('prompt', message, `${byDefault}`),
  );
  // Differs: a session has one window, so another one is never there to be worked with: as with a popup blocker.
  exposeValue('open', (url: unknown = '', target: unknown = '_blank'): object | null => {
    const address = `${url}` === '' ? 'about:blank' : resolveAddress(`${url}`);
    if (address === null) throw domException('SyntaxError', `Unable to open a window with invalid URL '${url}'.`);
    const name = asciiLower(`${target}`);
    if (name === '_self' || name === '_top' || name === '_parent') {
      navigateTo(address, false);
      return globalThis;
    }
    postOpen(address, `${target}`);
    return null;
  });
}
