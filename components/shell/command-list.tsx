'use client'

import { Command } from 'cmdk'
import { ArrowRight, Search, Zap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type CoreCommand, DEEDS } from '#lib/contract/market/core-commands.ts'
import { type Destination, isOffered, type Role } from '#lib/contract/market/destinations.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { Kbd } from '../ui/kbd.tsx'
import { type CommandActions, useServerCommand, useSkillCommands } from './use-commands.ts'
import { usePageDeed } from './use-page-deed.ts'
import { useSkillSearch } from './use-skill-search.ts'

const itemClasses =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0'
const groupClasses =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs'
const MAX_SKILLS = 8

type CommandListProps = { pages: Destination[]; role: Role; actions: CommandActions; close: () => void }

/** What is typed, and what it finds: skills by the server's ranking, pages and commands by their names. */
export function CommandList({ pages, role, actions, close }: CommandListProps) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { state, cards } = useSkillSearch(query)
  const performHere = usePageDeed()
  const runOnServer = useServerCommand(actions)
  const [selected, setSelected] = useState('')
  const typed = query.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(typed)
  const foundPages = pages.filter(({ label }) => matches(label))
  const foundDeeds = DEEDS.filter(
    (deed) => isOffered(deed.for, role) && matches(deed.name) && (typed !== '' || !isOneTheme(deed)),
  )
  const foundButtons = useSkillCommands(role !== null, actions).filter(({ name }) => matches(name))

  // A skill that is called so comes before pages and commands, and those before skills that are only near it. What was
  // found comes after what was typed; the best match is what Enter should open.
  const isNamed = cards.some(({ title, name }) => `${title} ${name}`.toLowerCase().includes(typed))
  const firstHere = foundPages[0] ? `page ${foundPages[0].href}` : (foundDeeds[0]?.id ?? foundButtons[0]?.id)
  const best = typed === '' ? '' : isNamed ? cards[0]?.name : (firstHere ?? cards[0]?.name)
  useEffect(() => {
    if (best) setSelected(best)
  }, [best])

  function go(href: string) {
    close()
    router.push(href)
  }

  const skills = typed !== '' && (
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
  )
  const here = (
    <>
      {foundPages.length > 0 && (
        <Command.Group heading="Pages" className={groupClasses}>
          {foundPages.map(({ label, href }) => (
            <Command.Item key={href} value={`page ${href}`} onSelect={() => go(href)} className={itemClasses}>
              <ArrowRight className="text-muted-foreground" aria-hidden />
              {label}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {foundDeeds.length > 0 && (
        <Command.Group heading="Commands" className={groupClasses}>
          {foundDeeds.map(({ id, name, does }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => {
                close()
                if (typeof does === 'string') runOnServer(id)
                else performHere(does)
              }}
              className={itemClasses}
            >
              <Zap className="text-muted-foreground" aria-hidden />
              {name}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {foundButtons.length > 0 && (
        <Command.Group heading="From your skills" className={groupClasses}>
          {foundButtons.map(({ id, name, ownerHint = '', confidence }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => {
                // Words for an agent run nothing here; the skill's page says what they are.
                if (confidence === 'low') return go(skillNamePath(ownerHint))
                close()
                runOnServer(id)
              }}
              className={itemClasses}
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted-foreground text-xs">{ownerHint}</span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )

  return (
    // The server has ranked the skills already, so cmdk must not filter again.
    <Command
      shouldFilter={false}
      loop
      label="Search skills, pages and commands"
      value={selected}
      onValueChange={setSelected}
    >
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Find a skill, a page or a command"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
        />
        <Kbd aria-hidden>esc</Kbd>
      </div>
      <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
        {isNamed ? skills : here}
        {isNamed ? here : skills}
      </Command.List>
      <p role="status" className="sr-only">
        {typed !== '' && state === 'done' && `${cards.length} skills found`}
        {state === 'failed' && 'The search did not answer'}
      </p>
    </Command>
  )
}

/** One of three that are found by their name; the first look shows the one that toggles. */
function isOneTheme({ does }: CoreCommand): boolean {
  return typeof does === 'object' && does.command === 'theme' && does.theme !== 'toggle'
}
