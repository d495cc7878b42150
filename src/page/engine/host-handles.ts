/**
 * What isolated-vm hands into the engine realm, by the members that are used of it.
 *
 * Secure: nothing of these leaves the engine realm.
 */
import type { MemoryShare } from './memory-share.ts';

/** A compiled script of the host, as isolated-vm hands it in. */
export interface HostScript {
  runSync(context: unknown, options?: { readonly reference: true }): unknown;
  release(): void;
}

/** A module of the host that is linked, as isolated-vm hands it in. */
export interface HostModule {
  evaluateSync(): unknown;
  readonly namespace: { deref(): { connect(hooks: object): void } };
}

/** This isolate, as isolated-vm hands it in. Secure: it stays in this realm. */
export interface HostIsolate {
  compileScriptSync(code: string, options: { readonly filename: string }): HostScript;
  createContextSync(): HostContext;
}

/** A context of this isolate, as isolated-vm has it. Secure: it stays in this realm. */
export interface HostContext {
  readonly global: {
    getSync(name: string, options: { readonly reference: true }): unknown;
    deleteSync(name: string): unknown;
  };
  release(): void;
}

/** The host's function, as isolated-vm hands it in. Secure: it stays in this realm. */
export interface HostReference {
  applySyncPromise(self: undefined, args: readonly [what: string, payload: string, realm?: number]): unknown;
}

/** What has been handed in, once for all documents of a page. */
export interface HostHandles {
  host: HostReference | null;
  isolate: HostIsolate | null;
  /** Of the page with its frames. */
  readonly memory: MemoryShare;
}
