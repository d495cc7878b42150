/**
 * What the modules behind this one need while the realm is made, and the isolate does not have: atob. It stays, as pages
 * have it too; btoa comes with it.
 */
import { decodeBase64 } from './base64.ts';

(globalThis as { atob?: unknown }).atob = (input: unknown): string => decodeBase64(`${input}`) ?? '';
