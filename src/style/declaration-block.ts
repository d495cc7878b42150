/**
 * Declarations as they are written, collected to blocks.
 *
 * In:  name and value text of each declaration. Out: a DeclarationBlock.
 */
import type { Declaration, DeclarationBlock } from './declaration.ts';
import { compileDeclaration } from './properties/compile.ts';

const NO_DECLARATIONS: readonly Declaration[] = [];
export const EMPTY_BLOCK: DeclarationBlock = { normal: NO_DECLARATIONS, important: NO_DECLARATIONS };

/** Collects the declarations of a rule, in whatever form they are wanted. */
export interface BlockMaker {
  readonly isEmpty: boolean;
  add(name: string, value: string, important: boolean): void;
  take(): DeclarationBlock;
}

/** Collects declarations; `take` gives the block and starts another. */
export class BlockBuilder implements BlockMaker {
  private readonly quirks: boolean;
  private normal: Declaration[] = [];
  private important: Declaration[] = [];

  constructor(quirks: boolean) {
    this.quirks = quirks;
  }

  get isEmpty(): boolean {
    return this.normal.length === 0 && this.important.length === 0;
  }

  add(name: string, value: string, important: boolean): void {
    const list = important ? this.important : this.normal;
    for (const declaration of compileDeclaration(name, value, important, this.quirks)) list.push(declaration);
  }

  take(): DeclarationBlock {
    if (this.isEmpty) return EMPTY_BLOCK;
    const block: DeclarationBlock = {
      normal: this.normal.length === 0 ? NO_DECLARATIONS : this.normal,
      important: this.important.length === 0 ? NO_DECLARATIONS : this.important,
    };
    this.normal = [];
    this.important = [];
    return block;
  }
}
