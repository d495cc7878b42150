/**
 * Windows that a page opened while it was acted on, loaded as tabs.
 *
 * In:  the tab that was acted on. Out: true when there is a new tab, loaded or not: what goes wrong in another window does
 *      not make the action fail, it is told as an event.
 */
import { isAgentBrowserError } from '../errors.ts';
import type { EventLog } from './events.ts';
import type { Tab } from './tab.ts';
import type { TabSet } from './tabs.ts';

export async function openPopups(from: Tab, tabs: TabSet, events: EventLog, signal: AbortSignal): Promise<boolean> {
  const popups = from.navigator.takePopups();
  for (const popup of popups) {
    const { url } = popup.request;
    try {
      const tab = tabs.forPopup(popup, from);
      await tab.navigator.navigate(popup.request, 'push', signal);
    } catch (error) {
      signal.throwIfAborted();
      events.add('request_failed', isAgentBrowserError(error) ? error.message : String(error), url.href);
    }
  }
  return popups.length > 0;
}
