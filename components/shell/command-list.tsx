'use client'

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { CommandDescriptor } from '#lib/commands/registry.ts'
import { type CoreCommand, DEEDS } from '#lib/contract/market/core-commands.ts'
import { type Destination, isOffered, type Role } from '#lib/contract/market/destinations.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { Kbd } from '../ui/kbd.tsx'
import { ButtonGroup, DeedGroup, PageGroup, pageValue, SkillGroup } from './command-groups.tsx'
import { type CommandActions, useServerCommand, useSkillCommands } from './use-commands.ts'
import { usePageDeed } from './use-page-deed.ts'
import { useSkillSearch } from './use-skill-search.ts'

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
  const firstHere = foundPages[0] ? pageValue(foundPages[0].href) : (foundDeeds[0]?.id ?? foundButtons[0]?.id)
  const best = typed === '' ? '' : isNamed ? cards[0]?.name : (firstHere ?? cards[0]?.name)
  useEffect(() => {
    if (best) setSelected(best)
  }, [best])

  function go(href: string) {
    close()
    router.push(href)
  }

  function perform({ id, does }: CoreCommand) {
    close()
    if (typeof does === 'string') runOnServer(id)
    else performHere(does)
  }

  function press({ id, ownerHint = '', confidence }: CommandDescriptor) {
    // Words for an agent run nothing here; the skill's page says what they are.
    if (confidence === 'low') return go(skillNamePath(ownerHint))
    close()
    runOnServer(id)
  }

  const skills = typed !== '' && (
    <SkillGroup
      cards={cards.slice(0, MAX_SKILLS)}
      query={query.trim()}
      open={(name) => go(skillNamePath(name))}
      search={() => go(`${paths.home}?${new URLSearchParams({ q: query.trim() })}`)}
    />
  )
  const here = (
    <>
      <PageGroup pages={foundPages} open={go} />
      <DeedGroup deeds={foundDeeds} perform={perform} />
      <ButtonGroup buttons={foundButtons} press={press} />
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
