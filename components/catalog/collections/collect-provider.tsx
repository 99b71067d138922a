'use client'

import { createContext, type ReactNode } from 'react'
import type { CollectionChoice, ItemRef } from '#lib/catalog/collections/collections.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'

export type CollectActions = {
  listCollectionChoices: (item: ItemRef) => Promise<ActionResult<CollectionChoice[]>>
  createCollection: (request: { title: string; item?: ItemRef }) => Promise<ActionResult<{ id: string }>>
  setInCollection: (request: {
    collection: string
    item: ItemRef
    isIn: boolean
  }) => Promise<ActionResult<void>>
}

/** Null outside of a `CollectProvider`. */
export const CollectContext = createContext<CollectActions | null>(null)

/** Lets the cards inside be added to collections. */
export function CollectProvider({ actions, children }: { actions: CollectActions; children: ReactNode }) {
  return <CollectContext value={actions}>{children}</CollectContext>
}
