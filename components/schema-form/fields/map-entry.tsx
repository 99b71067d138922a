'use client'

/** The name is applied on blur or Enter. */
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input, Label } from '../../ui/forms/input.tsx'

type MapEntryProps = {
  id: string
  name: string
  usedNames: string[]
  suggestions: string[]
  disabled: boolean
  onRename: (to: string) => void
  onRemove: () => void
  children: ReactNode
}

export function MapEntry({ name, usedNames, suggestions, disabled, ...props }: MapEntryProps) {
  const { onRename, onRemove, children } = props
  return (
    <div data-entry className="@container rounded-md border border-border p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2.5 @md:grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)_auto]">
        <NameInput id={`${props.id}__key`} {...{ name, usedNames, suggestions, disabled, onRename }} />
        <div className="col-span-full row-start-2 min-w-0 @md:col-span-1 @md:col-start-2 @md:row-start-1">
          {children}
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

type NameInputProps = Pick<
  MapEntryProps,
  'id' | 'name' | 'usedNames' | 'suggestions' | 'disabled' | 'onRename'
>

/** Escape restores it. */
function NameInput({ id, name, usedNames, suggestions, disabled, onRename }: NameInputProps) {
  const [typed, setTyped] = useState<string>()
  const problem =
    typed !== undefined && typed !== name && usedNames.includes(typed) ? 'This name is taken.' : undefined

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
    <div className="col-start-1 row-start-1 grid min-w-0 gap-1.5">
      <Label htmlFor={id} className="sr-only">
        Field name
      </Label>
      <Input
        id={id}
        data-part="name"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        list={suggestions.length > 0 ? `${id}s` : undefined}
        value={typed ?? name}
        disabled={disabled}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}__error` : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}s`}>
          {suggestions.map((each) => (
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
  )
}
