/** Stands in until the isolate is there. */
import { FakeHost } from '../../test/session/fake-host.ts';
import type { HostSettings, PageHost } from './page-host.ts';

export async function createIsolateHost(_settings: HostSettings): Promise<PageHost> {
  return new FakeHost();
}
