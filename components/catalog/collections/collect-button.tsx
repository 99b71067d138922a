'use client'

import { ListPlus } from 'lucide-react'
import { lazy, Suspense, useContext, useState } from 'react'
import type { ItemRef } from '#lib/catalog/collections/collections.ts'
import { Button } from '../../ui/button.tsx'
import { type CollectActions, CollectContext } from './collect-provider.tsx'

const CollectDialog = lazy(async () => ({ default: (await import('./collect-dialog.tsx')).CollectDialog }))

type CollectButtonProps = { name: string; item: ItemRef; actions: CollectActions }

/** Opens the dialog in which a skill or SkillSet is put into collections. */
export function CollectButton({ name, item, actions }: CollectButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <ListPlus aria-hidden /> Collect…
      </Button>
      {isOpen && (
        <Suspense>
          <CollectDialog name={name} item={item} actions={actions} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The same on a card, for which there is room for an icon only. Shows nothing outside of a `CollectProvider`. */
export function CollectIcon({ name, item }: Omit<CollectButtonProps, 'actions'>) {
  const actions = useContext(CollectContext)
  const [isOpen, setOpen] = useState(false)
  if (!actions) return null
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="relative z-10 -mt-2 -mr-2 ml-auto shrink-0 text-muted-foreground"
        aria-label={`Add ${name} to a collection`}
        title="Add to a collection"
        onClick={() => setOpen(true)}
      >
        <ListPlus aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <CollectDialog name={name} item={item} actions={actions} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
