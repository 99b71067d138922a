'use client'

import { Command } from 'cmdk'
import { ArrowRight, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Destination } from '#lib/contract/market/destinations.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { Kbd } from '../ui/kbd.tsx'
import { THEME_CHOICES } from './theme-toggle.tsx'
import { useSkillSearch } from './use-skill-search.ts'
import { useTheme } from './use-theme.ts'

const itemClasses =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0'
const groupClasses =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs'
const MAX_SKILLS = 8

/** What is typed, and what it finds: skills by the server's ranking, pages and themes by their names. */
export function CommandList({ pages, close }: { pages: Destination[]; close: () => void }) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { state, cards } = useSkillSearch(query)
  const [, chooseTheme] = useTheme()
  const [selected, setSelected] = useState('')
  const typed = query.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(typed)
  const foundPages = pages.filter(({ label }) => matches(label))
  const foundThemes = THEME_CHOICES.filter(({ label }) => typed !== '' && matches(`Theme ${label}`))

  // What was found comes after what was typed; the best match is what Enter should open.
  const best = typed === '' ? '' : cards[0]?.name
  useEffect(() => {
    if (best) setSelected(best)
  }, [best])

  function go(href: string) {
    close()
    router.push(href)
  }

  return (
    // The server has ranked the skills already, so cmdk must not filter again.
    <Command
      shouldFilter={false}
      loop
      label="Search skills and pages"
      value={selected}
      onValueChange={setSelected}
    >
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Find a skill or a page"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
        />
        <Kbd aria-hidden>esc</Kbd>
      </div>
      <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
        {typed !== '' && (
          <Command.Group heading="Skills" className={groupClasses}>
            {cards.slice(0, MAX_SKILLS).map((card) => (
              <Command.Item
                key={card.name}
                value={card.name}
                onSelect={() => go(skillNamePath(card.name))}
                className={itemClasses}
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium">{card.title}</span>
                  <span className="block truncate text-muted-foreground text-xs">{card.name}</span>
                </span>
              </Command.Item>
            ))}
            <Command.Item
              value="search the catalogue"
              onSelect={() => go(`${paths.home}?${new URLSearchParams({ q: query.trim() })}`)}
              className={itemClasses}
            >
              <Search aria-hidden />
              <span className="truncate">Search the catalogue for “{query.trim()}”</span>
            </Command.Item>
          </Command.Group>
        )}
        {foundPages.length > 0 && (
          <Command.Group heading="Pages" className={groupClasses}>
            {foundPages.map(({ label, href }) => (
              <Command.Item
                key={href}
                value={`page ${href}`}
                onSelect={() => go(href)}
                className={itemClasses}
              >
                <ArrowRight className="text-muted-foreground" aria-hidden />
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {foundThemes.length > 0 && (
          <Command.Group heading="Theme" className={groupClasses}>
            {foundThemes.map(({ theme, label, Icon }) => (
              <Command.Item
                key={theme}
                value={`theme ${theme}`}
                onSelect={() => {
                  chooseTheme(theme)
                  close()
                }}
                className={itemClasses}
              >
                <Icon aria-hidden />
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
      <p role="status" className="sr-only">
        {typed !== '' && state === 'done' && `${cards.length} skills found`}
        {state === 'failed' && 'The search did not answer'}
      </p>
    </Command>
  )
}
