'use client'

import { ArrowLeft, ArrowRight, EyeOff, X } from 'lucide-react'
import { useState } from 'react'
import type { CollectionPage } from '#lib/catalog/collections/collections.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'
import { SkillCard } from './skill-card.tsx'
import { SkillSetCard } from './skill-set-card.tsx'

type Entry = CollectionPage['entries'][number]

type EntryActions = {
  orderCollection: (request: { collection: string; entries: string[] }) => Promise<ActionResult<void>>
  removeEntry: (request: { collection: string; entry: string }) => Promise<ActionResult<void>>
}

type CollectionEntriesProps = {
  collection: string
  entries: Entry[]
  /** Null for readers, who change nothing. */
  actions: EntryActions | null
}

/** The cards of a collection; its owner moves and removes them here. */
export function CollectionEntries({ collection, entries, actions }: CollectionEntriesProps) {
  const [isEditing, setEditing] = useState(false)
  const [isBusy, start] = useAction()
  const ids = entries.map(({ id }) => id)
  const hasHidden = entries.some(({ item }) => item.kind === 'hidden')

  function move(from: number, to: number) {
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!)
    start(() => actions!.orderCollection({ collection, entries: moved }))
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {actions && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground text-sm">
            {hasHidden &&
              'Some entries are private to others, were taken down or are suspended. Only you see that they are here.'}
          </p>
          <Button variant="outline" size="sm" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Done' : 'Order and remove'}
          </Button>
        </div>
      )}
      <h2 className="sr-only">Entries</h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map(({ id, item }, index) => (
          <li key={id} className="flex flex-col gap-2">
            <div className="grow">
              <ItemCard item={item} />
            </div>
            {actions && isEditing && (
              <div className="flex items-center gap-1">
                <Button
                  variant="outline"
                  size="icon-sm"
                  aria-label={`Move ${titleOf(item)} earlier`}
                  disabled={index === 0}
                  pending={isBusy}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowLeft aria-hidden />
                </Button>
                <Button
                  variant="outline"
                  size="icon-sm"
                  aria-label={`Move ${titleOf(item)} later`}
                  disabled={index === entries.length - 1}
                  pending={isBusy}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowRight aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  className="ml-auto text-destructive"
                  aria-label={`Remove ${titleOf(item)}`}
                  pending={isBusy}
                  onClick={() => start(() => actions.removeEntry({ collection, entry: id }))}
                >
                  <X aria-hidden /> Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ItemCard({ item }: { item: Entry['item'] }) {
  if (item.kind === 'skill') return <SkillCard card={item.card} />
  if (item.kind === 'skillSet') return <SkillSetCard handle={item.handle} skillSet={item.skillSet} />
  return (
    <div className="flex h-full min-h-24 items-center gap-3 rounded-lg border border-border border-dashed p-5 text-muted-foreground text-sm">
      <EyeOff aria-hidden className="size-5 shrink-0" />
      An entry that you cannot see any more.
    </div>
  )
}

function titleOf(item: Entry['item']): string {
  if (item.kind === 'skill') return item.card.title
  return item.kind === 'skillSet' ? item.skillSet.name : 'the hidden entry'
}
