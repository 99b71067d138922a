'use client'

import { ChevronRight } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { isFieldAbout } from '#lib/form-model/field-facts.ts'
import type { FormValue } from '#lib/form-model/form-value.ts'
import type { Json } from '#lib/json/json.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Input } from '../../ui/forms/input.tsx'
import { ShownFields } from './field-chunks.tsx'

type OptionalFieldsProps = ComponentProps<typeof ShownFields> & {
  id: string
  properties: ReadonlyMap<string, readonly Json[]>
}

const MANY = 12

export function OptionalFields({ id, names, properties, ...drawn }: OptionalFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const shown = names.filter((name) => isFieldAbout(name, properties.get(name) ?? [], wanted))
  return (
    <div className="col-span-full grid min-w-0 grid-cols-1 gap-4">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 w-fit px-2 text-muted-foreground"
        aria-expanded={isOpen}
        aria-controls={`${id}__more`}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
        {names.length} more optional fields
      </Button>
      {isOpen && (
        <div id={`${id}__more`} className="grid grid-cols-1 gap-4">
          {names.length > MANY && (
            <Input
              type="search"
              aria-label="Find a field"
              placeholder="Find a field"
              className="max-w-xs"
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
            />
          )}
          <ShownFields {...drawn} names={shown} />
          {shown.length === 0 && <p className="text-muted-foreground text-sm">No matching fields.</p>}
        </div>
      )}
    </div>
  )
}

const MAX_UNFOLDED = 8
// Important fields are first.
const FIRST = 5
const MIN_FOLDED = 4

type Wanted = {
  names: string[]
  required: ReadonlySet<string>
  value: { [key: string]: FormValue }
  wrong: ReadonlySet<string>
  epoch: number
}

/** Decided when a name first appears, after an external change or an error, so that focus stays. */
export function useFolded({ names, required, value, wrong, epoch }: Wanted): (name: string) => boolean {
  const known = useRef({ epoch, shown: new Set<string>(), folded: new Set<string>() })
  const { shown, folded } = known.current
  const isReset = known.current.epoch !== epoch
  known.current.epoch = epoch
  const isNew = (name: string) => !shown.has(name) && !folded.has(name)
  const isFilled = (name: string) => (isNew(name) || isReset) && Object.hasOwn(value, name)
  for (const name of names) {
    if (required.has(name) || wrong.has(name) || isFilled(name)) shown.add(name)
  }
  if (shown.size === 0 && folded.size === 0) for (const name of names.slice(0, FIRST)) shown.add(name)
  const left = names.filter((name) => !shown.has(name))
  const target = names.length <= MAX_UNFOLDED || left.length < MIN_FOLDED ? shown : folded
  for (const name of left) if (isNew(name)) target.add(name)
  return (name) => !shown.has(name)
}
