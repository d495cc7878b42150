/**
 * What the runner and the processes that run the pages say to each other, and the loop of such a process.
 *
 * A process runs one page at a time: `open` starts it, `close` ends it, `closed` says that the next may come.
 */

export type ToWorker = { readonly kind: 'open'; readonly url: string } | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'closed' }
  /** For engines that are given a function to report with. */
  | { readonly kind: 'report'; readonly text: string }
  /** The page cannot report any more. */
  | { readonly kind: 'failed'; readonly message: string };

/** One page in an engine. */
export interface RunningPage {
  close(): Promise<void> | void;
}

/** Serves the runner's messages with an engine. `open` gives the page before it has loaded. */
export function serveRunner(open: (url: string, fail: (message: string) => void) => Promise<RunningPage>): void {
  let page: Promise<RunningPage | null> = Promise.resolve(null);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'open') {
      const fail = (text: string) => tellRunner({ kind: 'failed', message: text });
      page = open(message.url, fail).catch((error: unknown) => {
        fail(String(error));
        return null;
      });
      return;
    }
    void page
      .then((opened) => opened?.close())
      .catch((error: unknown) => tellRunner({ kind: 'failed', message: String(error) }))
      .finally(() => tellRunner({ kind: 'closed' }));
  });
  process.on('disconnect', () => process.exit(0));
  tellRunner({ kind: 'ready' });
}

export function tellRunner(message: FromWorker): void {
  process.send?.(message);
}
