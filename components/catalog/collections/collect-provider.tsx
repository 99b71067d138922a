'use client'

import type { ReactNode } from 'react'
import { type CollectActions, CollectContext } from './collect-actions.ts'

/** Lets the cards inside be added to collections. */
export function CollectProvider({ actions, children }: { actions: CollectActions; children: ReactNode }) {
  return <CollectContext value={actions}>{children}</CollectContext>
}
