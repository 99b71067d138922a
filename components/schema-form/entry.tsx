'use client'

/** One property with a name of the person's own. The name is typed first and takes effect when it is left. */
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Label } from '../ui/label.tsx'
import { fieldId } from './field-notes.tsx'
import { useForm } from './form-context.ts'
import type { Held } from './held.ts'
import type { ObjectParts } from './parts.ts'

type EntryProps = {
  name: string
  taken: string[]
  pointer: string
  parts: ObjectParts
  value: Held
  depth: number
  onRename: (to: string) => void
  onRemove: () => void
}

export function Entry({ name, taken, pointer, parts, value, depth, onRename, onRemove }: EntryProps) {
  const { Field, disabled, idPrefix } = useForm()
  const [typed, setTyped] = useState<string>()
  const id = `${fieldId(idPrefix, pointer)}__key`
  const problem =
    typed !== undefined && typed !== name && taken.includes(typed) ? 'This name is taken.' : undefined
  const schemas = parts.schemasOf(name)

  function commit() {
    if (typed !== undefined && typed !== name && !problem) onRename(typed)
    setTyped(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    commit()
  }
  return (
    <div data-entry className="@container rounded-md border border-border p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2.5 @md:grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)_auto]">
        <div className="col-start-1 row-start-1 grid min-w-0 gap-1.5">
          <Label htmlFor={id} className="sr-only">
            Name of this field
          </Label>
          <Input
            id={id}
            data-part="name"
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            list={parts.names.length > 0 ? `${id}s` : undefined}
            value={typed ?? name}
            disabled={disabled}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}__error` : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={commit}
            onKeyDown={onKeyDown}
          />
          {parts.names.length > 0 && (
            <datalist id={`${id}s`}>
              {parts.names.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
          {problem && (
            <p id={`${id}__error`} className="text-destructive text-sm">
              {problem}
            </p>
          )}
        </div>
        <div className="col-span-full row-start-2 min-w-0 @md:col-span-1 @md:col-start-2 @md:row-start-1">
          <Field
            schemas={schemas ?? REFUSED}
            pointer={pointer}
            place="entry"
            name={name}
            value={value}
            depth={depth}
            required
          />
        </div>
        <Button
          data-part="remove"
          variant="ghost"
          size="icon"
          className="col-start-2 row-start-1 w-8 @md:col-start-3"
          aria-label={`Remove ${name}`}
          disabled={disabled}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
    </div>
  )
}

/** The contract knows no such name: what stands there is shown as it is. */
const REFUSED = [false]
