'use client'

/** A text field with suggestions, by the combobox pattern of the ARIA Authoring Practices. Any text is allowed. */
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import { cn } from '../cn.ts'
import { Input } from './input.tsx'

export type ComboboxOption = {
  key: string
  label: string
  /** Shown beside the label, and searched, too. */
  hint?: string
}

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect' | 'list'> & {
  id: string
  value: string
  options: readonly ComboboxOption[]
  onType: (text: string) => void
  onPick: (key: string) => void
  /** Called to load the options. */
  onOpen?: () => void
  /** Set if the options are the matches of the text already, so that none is left out. */
  isSearched?: boolean
}

/** The number of options listed at once; more are found by typing. */
const MAX_SHOWN = 100

export function Combobox(props: ComboboxProps) {
  const { id, value, options, onType, onPick, onOpen, isSearched, className, ...rest } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  // All options are listed until the user types.
  const [isSearching, setSearching] = useState(false)
  const [active, setActive] = useState(-1)
  const matches = isSearching && !isSearched ? options.filter(matchesSearch(value)) : options
  const listed = matches.slice(0, MAX_SHOWN)
  const isListed = isOpen && listed.length > 0
  const current = isListed ? listed[active] : undefined

  function open() {
    if (isOpen) return
    onOpen?.()
    setOpen(true)
    setSearching(false)
    setActive(options.slice(0, MAX_SHOWN).findIndex(({ label }) => label === value))
  }
  function close() {
    setOpen(false)
    setActive(-1)
  }
  function pick(key: string) {
    close()
    onPick(key)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      pick(current.key)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      if (event.altKey) return close()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One position past the ends selects no option; there Enter sends what was typed.
      const count = listed.length + 1
      setActive((now) => ((now + 1 + step + count) % count) - 1)
    }
  }

  return (
    <div className={cn('relative max-w-md', className)}>
      <Input
        {...rest}
        id={id}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && `${listId}-${active}`}
        value={value}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          open()
          setSearching(true)
          setActive(-1)
          onType(target.value)
        }}
      />
      <OptionList id={listId} options={isListed ? listed : []} active={active} onPick={pick} />
      <span role="status" className="sr-only">
        {isOpen && isSearching && `${plural(matches.length, 'option')} found`}
      </span>
    </div>
  )
}

type OptionListProps = {
  id: string
  options: readonly ComboboxOption[]
  active: number
  onPick: (key: string) => void
}

function OptionList({ id, options, active, onPick }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (options.length > 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [options, active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Options"
      hidden={options.length === 0}
      className="absolute z-40 mt-1 max-h-72 w-full min-w-56 overflow-y-auto rounded-md border border-border bg-popover p-1 text-popover-foreground text-sm shadow-lg"
    >
      {options.map(({ key, label, hint }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={cn(
            'flex cursor-pointer flex-wrap items-baseline gap-x-2 rounded-sm px-2 py-1.5 [overflow-wrap:anywhere] hover:bg-muted',
            index === active && 'bg-accent text-accent-foreground hover:bg-accent',
          )}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(key)}
        >
          {label}
          {hint && <span className="text-muted-foreground text-xs">{hint}</span>}
        </div>
      ))}
    </div>
  )
}

/** Returns a filter of options that contain the text, whatever its case and accents. */
function matchesSearch(typed: string): (option: ComboboxOption) => boolean {
  const search = foldText(typed)
  return ({ label, hint = '' }) => foldText(`${label} ${hint}`).includes(search)
}

function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
