'use client'

import { ChevronRight } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { isFieldAbout } from '#lib/contracts/forms/fields/field-facts.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Input } from '../../ui/forms/input.tsx'
import { ShownFields } from './field-chunks.tsx'

type OptionalFieldsProps = ComponentProps<typeof ShownFields> & {
  id: string
  properties: ReadonlyMap<string, readonly Json[]>
}

const SEARCH_THRESHOLD = 12

export function OptionalFields({ id, names, properties, ...drawn }: OptionalFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const matches = names.filter((name) => isFieldAbout(name, properties.get(name) ?? [], search))
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
          {names.length > SEARCH_THRESHOLD && (
            <Input
              type="search"
              aria-label="Find a field"
              placeholder="Find a field"
              className="max-w-xs"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <ShownFields {...drawn} names={matches} />
          {matches.length === 0 && <p className="text-muted-foreground text-sm">No matching fields.</p>}
        </div>
      )}
    </div>
  )
}
