/**
 * MutationRecord: what an observer is told of one change.
 *
 * DOM §4.3.3 https://dom.spec.whatwg.org/#interface-mutationrecord
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { type BareArray, create, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { defineInterface, defineMembers, prototypeOf } from './interfaces.ts';
import { staticNodeList } from './node-list.ts';

export type RecordType = 'childList' | 'attributes' | 'characterData';

/** One change of the tree. */
export interface Mutation {
  readonly type: RecordType;
  readonly target: StoreNode;
  readonly added: BareArray<PageNode>;
  readonly removed: BareArray<PageNode>;
  readonly previousSibling: StoreNode | null;
  readonly nextSibling: StoreNode | null;
  readonly attributeName: string | null;
  readonly attributeNamespace: string | null;
  readonly oldValue: string | null;
}

interface RecordData {
  readonly mutation: Mutation;
  readonly oldValue: string | null;
  /** Made when they are looked at. */
  addedNodes: object | null;
  removedNodes: object | null;
}

const recordData = new WeakMap<object, RecordData>();

export function makeRecord(mutation: Mutation, withOldValue: boolean): object {
  const record = create(prototypeOf('MutationRecord'));
  const oldValue = withOldValue ? mutation.oldValue : null;
  weakSet(recordData, record, { mutation, oldValue, addedNodes: null, removedNodes: null });
  return record;
}

function dataOf(record: object): RecordData {
  const data = weakGet(recordData, record);
  if (data === undefined) throw new TypeError('Illegal invocation');
  return data;
}

export function installMutationRecord(): void {
  defineInterface('MutationRecord', null);
  defineMembers<object>('MutationRecord', {
    get type(): string {
      return dataOf(this).mutation.type;
    },
    get target(): StoreNode {
      return dataOf(this).mutation.target;
    },
    get addedNodes(): object {
      const data = dataOf(this);
      data.addedNodes ??= staticNodeList(data.mutation.added);
      return data.addedNodes;
    },
    get removedNodes(): object {
      const data = dataOf(this);
      data.removedNodes ??= staticNodeList(data.mutation.removed);
      return data.removedNodes;
    },
    get previousSibling(): StoreNode | null {
      return dataOf(this).mutation.previousSibling;
    },
    get nextSibling(): StoreNode | null {
      return dataOf(this).mutation.nextSibling;
    },
    get attributeName(): string | null {
      return dataOf(this).mutation.attributeName;
    },
    get attributeNamespace(): string | null {
      return dataOf(this).mutation.attributeNamespace;
    },
    get oldValue(): string | null {
      return dataOf(this).oldValue;
    },
  });
}
