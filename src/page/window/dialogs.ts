/**
 * alert, confirm and prompt, which the session answers by its policy.
 *
 * HTML §8.8.1 https://html.spec.whatwg.org/#simple-dialogs
 */
import { askHost } from '../network/host-call.ts';
import { exposeValue } from '../network/web-class.ts';
import { quote, stringSlice } from '../primordials.ts';
import { openWindow } from './popups.ts';

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
  exposeValue('open', (url: unknown = '', target: unknown = '_blank', features: unknown = ''): object | null =>
    openWindow(url, target, features),
  );
}
