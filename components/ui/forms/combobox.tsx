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
  /** Set if no other values are valid: the best match is highlighted while one types, and Enter takes it. */
  mustPick?: boolean
}

/** The number of options listed at once; more are found by typing. */
const MAX_SHOWN = 100

export function Combobox(props: ComboboxProps) {
  const { id, value, options, onType, onPick, onOpen, isSearched, mustPick, className, ...rest } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  // All options are listed until the user types.
  const [isSearching, setSearching] = useState(false)
  const [active, setActive] = useState(-1)
  const matches = isSearching && !isSearched ? findMatches(options, value) : options
  const listed = matches.slice(0, MAX_SHOWN)
  const isListed = isOpen && listed.length > 0
  const hasFoundOne = isSearching && value !== '' && listed.length > 0 && (mustPick || listed.length === 1)
  const highlighted = active < 0 && hasFoundOne ? 0 : active
  const current = isListed ? listed[highlighted] : undefined

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
    } else if (event.key === 'Enter' && isListed && (current || isSearching)) {
      // Enter in an open list never sends a half-typed text: the first one closes the list.
      event.preventDefault()
      if (current) pick(current.key)
      else close()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      if (event.altKey) return close()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One position past the ends selects no option; there Enter sends what was typed.
      const count = listed.length + 1
      setActive(((highlighted + 1 + step + count) % count) - 1)
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
        aria-activedescendant={current && `${listId}-${highlighted}`}
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
      <OptionList id={listId} options={isListed ? listed : []} active={highlighted} onPick={pick} />
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

const NO_MATCH = Number.POSITIVE_INFINITY

/**
 * Returns the options that contain the text, whatever its case and accents: first those with a word that the text
 * completes best, so that “vien” finds Europe/Vienna before Asia/Vientiane, and “mi” the code of the mile.
 */
export function findMatches(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const search = foldText(typed)
  const ranked = options.map((option) => {
    const { label, hint = '' } = option
    // Of equal matches, the one in the label is first.
    return { option, rank: Math.min(rankOf(foldText(label), search), rankOf(foldText(hint), search) + 0.5) }
  })
  const found = ranked.filter(({ rank }) => rank < NO_MATCH)
  return found.sort((a, b) => a.rank - b.rank).map(({ option }) => option)
}

const INSIDE_A_WORD = 1_000

/** Returns how many letters the word that begins with the text has left. */
function rankOf(text: string, search: string): number {
  if (search === '') return 0
  let rank = text.includes(search) ? INSIDE_A_WORD : NO_MATCH
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1)) {
    const isWord = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
    const [left = ''] = /^[\p{L}\p{N}]*/u.exec(text.slice(at + search.length)) ?? []
    if (isWord) rank = Math.min(rank, left.length)
  }
  return rank
}

function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase().trim()
}
