'use client'

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Kbd } from '../ui/kbd.tsx'

type CommandFrameProps = {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  best: string | undefined
  status: string | false
  children: ReactNode
}

export function CommandFrame(props: CommandFrameProps) {
  const { label, placeholder, query, onQuery, best, status, children } = props
  const [selected, setSelected] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (best) setSelected(best)
  }, [best])
  // New results above would scroll the selection out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each question and of each best answer
  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.scrollTo(0, 0))
    return () => cancelAnimationFrame(frame)
  }, [best, query])
  // This list may replace another one, which has had the focus.
  useEffect(() => input.current?.focus(), [])
  return (
    // No filter, because the items are ranked already.
    <Command shouldFilter={false} loop label={label} value={selected} onValueChange={setSelected}>
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <Command.Input
          ref={input}
          value={query}
          onValueChange={onQuery}
          placeholder={placeholder}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
        />
        <Kbd aria-hidden>esc</Kbd>
      </div>
      <Command.List
        ref={list}
        className="[overflow-anchor:none] max-h-[min(24rem,60vh)] overflow-y-auto p-1.5"
      >
        {children}
      </Command.List>
      <p role="status" className="sr-only">
        {status}
      </p>
    </Command>
  )
}

export function useTypedQuery(typed: RefObject<string>): [query: string, setQuery: (query: string) => void] {
  const [query, setQuery] = useState(() => typed.current)
  useEffect(() => {
    typed.current = ''
  }, [typed])
  return [query, setQuery]
}
