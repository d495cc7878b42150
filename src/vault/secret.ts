/**
 * A secret as everybody outside the vault sees it: a name for it, and where it may go. It cannot be logged by mistake,
 * because it does not know what it stands for.
 */
import { inspect } from 'node:util';

/** What of a sign-in it stands for. 'code' is the one-time code of the moment. */
export type SecretField = 'username' | 'password' | 'code' | 'mail';

export class SecretHandle {
  readonly name: string;
  readonly field: SecretField;
  /** The only places that get it. */
  readonly origins: readonly string[];

  constructor(name: string, field: SecretField, origins: readonly string[]) {
    this.name = name;
    this.field = field;
    this.origins = origins;
    Object.freeze(this);
  }

  toString(): string {
    return `secret:${this.name}/${this.field}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
