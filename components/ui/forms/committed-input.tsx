'use client'

import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { FieldErrors } from './field.tsx'
import { Input } from './input.tsx'

type CommittedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  id: string
  value: string
  /** Describes what is wrong with a text that is not applied. */
  getError?: (text: string) => string | undefined
  onCommit: (text: string) => void
}

/** An input for a name that others refer to: it is applied on blur or Enter, and restored by Escape. */
export function CommittedInput({ id, value, getError, onCommit, ...rest }: CommittedInputProps) {
  const [typed, setTyped] = useState<string>()
  const isChanged = typed !== undefined && typed !== value
  const error = isChanged ? getError?.(typed) : undefined

  function commit() {
    if (isChanged && error === undefined) onCommit(typed)
    setTyped(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    commit()
  }
  return (
    <>
      <Input
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}__error`}
        {...rest}
        id={id}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <FieldErrors id={`${id}__error`} errors={error ? [error] : []} />
    </>
  )
}
