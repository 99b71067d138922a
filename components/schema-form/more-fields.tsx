'use client'

/** The optional fields that most people leave alone: out of the way, and found by name. */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Input } from '../ui/input.tsx'
import { humanise } from './field-words.ts'

type MoreFieldsProps = {
  id: string
  names: string[]
  properties: ReadonlyMap<string, readonly Json[]>
  children: (name: string) => ReactNode
}

// More than these are searched rather than read.
const MANY = 12

export function MoreFields({ id, names, properties, children }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const shown = names.filter((name) => isAbout(name, properties.get(name) ?? [], wanted))
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
          {shown.map(children)}
          {shown.length === 0 && <p className="text-muted-foreground text-sm">No field is called that.</p>}
        </div>
      )}
    </div>
  )
}

function isAbout(name: string, schemas: readonly Json[], wanted: string): boolean {
  if (wanted.trim() === '') return true
  const texts = schemas.flatMap((each) => (isObject(each) ? [each.title, each.description] : []))
  const words = [name, humanise(name), ...texts].join(' ').toLowerCase()
  return words.includes(wanted.trim().toLowerCase())
}
