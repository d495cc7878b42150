/**
 * Whether a process of this machine has ended.
 *
 * In:  its number. Out: `true` when no process has that number now; one that may not be asked is there.
 */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
