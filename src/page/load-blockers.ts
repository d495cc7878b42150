/**
 * What holds up the document's load event besides scripts and sheets: images and frames that are on their way.
 *
 * HTML §13.2.7, step 9: "anything that delays the load event"
 */
let blockers = 0;

export function blockLoad(): void {
  blockers++;
}

/** What was begun with `blockLoad` is over. */
export function unblockLoad(): void {
  blockers--;
}

export function isLoadBlocked(): boolean {
  return blockers > 0;
}
