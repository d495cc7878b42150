/**
 * Who a session appears to be, as far as its user says. docs/identity.md has more about it.
 */

/** A platform; everything else about the machine comes from the catalogue. */
export type ProfilePlatform = 'linux' | 'windows' | 'macos';

/**
 * Fields of a profile. What is left out comes from a machine of the catalogue, which the seed chooses; what is given must
 * not contradict the rest, else the session rejects with `inconsistent_profile`.
 *
 * @example
 * const session = await browser.session({ profile: { platform: 'windows', hardwareConcurrency: 16 }, seed: 7 });
 */
export interface ProfileOptions {
  /** 'linux' when not given. */
  readonly platform?: ProfilePlatform;
  /** Of the client hints, such as '15.0.0'. Linux has none. */
  readonly platformVersion?: string;
  readonly architecture?: 'x86' | 'arm';
  /** Chrome's version. With `identity: 'chrome'` it is that of the handshake, and no other is taken. */
  readonly majorVersion?: number;
  readonly userAgent?: string;
  /** Width and height in CSS pixels. */
  readonly screen?: readonly [width: number, height: number];
  /** What the desktop's panels leave of the screen. */
  readonly availableScreen?: readonly [left: number, top: number, width: number, height: number];
  readonly devicePixelRatio?: number;
  /** Processor cores. */
  readonly hardwareConcurrency?: number;
  /** In GB: 2, 4, 8, 16 or 32. */
  readonly deviceMemory?: number;
  /** As WebGL names it. */
  readonly gpu?: { readonly vendor: string; readonly renderer: string };
  /** Installed families, of those that layout has widths of. */
  readonly fonts?: readonly string[];
}
