'use client'

/** Lists: items that can be added, moved, doubled and removed, by keyboard too; and places of a tuple. */
import { useMemo, useState } from 'react'
import { ChecksControl, checksOf } from './controls/checks-control.tsx'
import type { DrawnField } from './drawn-field.ts'
import { below, useForm } from './form-context.ts'
import { AddButton, Group } from './group.tsx'
import type { Held } from './held.ts'
import { ListRow } from './list-row.tsx'
import { listParts } from './parts.ts'
import { presetOf } from './spot.ts'
import { startValue } from './start-value.ts'
import { useListActs } from './use-list-acts.ts'
import { useRowKeys } from './use-row-keys.ts'

// A list of thousands is looked through piece by piece.
const AT_ONCE = 50

export function ListGroup(props: DrawnField) {
  const { id, spot, value, pointer, place, label, required, depth, facts, change, remove } = props
  const { Field, contract, disabled, epoch } = useForm()
  const parts = useMemo(() => listParts(spot), [spot])
  const held: Held[] = Array.isArray(value) ? (value as Held[]) : []
  const keys = useRowKeys(held.length, epoch)
  const [shown, setShown] = useState(AT_ONCE)
  const { acts, insert, onKeyDown } = useListActs({
    id,
    held,
    keys,
    first: parts.places,
    set(next) {
      // The last row of a list that may be left out takes the list with it, unless an empty one says something else.
      const isNothing = next.length === 0 && !required && parts.least > 0 && presetOf(spot) === undefined
      if (isNothing) remove()
      else change(next)
      if (next.length > held.length) setShown((count) => Math.max(count, next.length))
    },
  })
  const checks = useMemo(() => checksOf(contract, spot), [contract, spot])
  const itemName = label.replace(/ \d+$/, '')

  if (checks) return <ChecksControl {...props} options={checks} />

  const fieldAt = (index: number, isPlace: boolean) => (
    <Field
      schemas={parts.schemasAt(index)}
      pointer={below(pointer, index)}
      place={isPlace ? 'position' : 'row'}
      name={itemName}
      value={held[index]}
      required={isPlace ? index < parts.least : true}
      depth={depth + 1}
    />
  )
  const canAdd = parts.isOpen && held.length < parts.most
  const rows = held.slice(parts.places, Math.max(parts.places, shown))

  return (
    <Group {...props} isRemovable={Array.isArray(value) && !required && place === 'property'}>
      {parts.places > 0 && (
        <div className="grid grid-cols-1 gap-3">
          {Array.from({ length: parts.places }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index
            <div key={index} className="min-w-0">
              {fieldAt(index, true)}
            </div>
          ))}
        </div>
      )}
      {rows.length > 0 && (
        <ol data-rows className="grid grid-cols-1 gap-2.5">
          {rows.map((_, at) => {
            const index = parts.places + at
            return (
              <ListRow
                key={keys.at(index)}
                index={index}
                count={held.length}
                isFirst={at === 0}
                isFull={held.length >= parts.most}
                schemas={parts.schemasAt(index)}
                value={held[index]}
                acts={acts}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                {fieldAt(index, false)}
              </ListRow>
            )
          })}
        </ol>
      )}
      {held.length > Math.max(parts.places, shown) && (
        <button
          type="button"
          className="w-fit text-sm underline underline-offset-4"
          onClick={() => setShown(shown + 4 * AT_ONCE)}
        >
          Show more of {held.length} items
        </button>
      )}
      {canAdd && (
        <AddButton
          data-add
          disabled={disabled}
          onClick={() =>
            insert(
              Math.max(held.length, parts.places),
              startValue(contract, parts.schemasAt(Math.max(held.length, parts.places))),
            )
          }
        >
          Add {rows.length > 0 ? 'another' : 'an item'}
          <span className="sr-only"> to {label}</span>
        </AddButton>
      )}
      {held.length === 0 && parts.places === 0 && Array.isArray(value) && facts.default !== undefined && (
        <p className="text-muted-foreground text-xs">An empty list is sent.</p>
      )}
    </Group>
  )
}
