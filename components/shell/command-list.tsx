'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { CommandDescriptor } from '#lib/commands/registry.ts'
import { type CoreCommand, OWN_COMMANDS } from '#lib/contract/market/core-commands.ts'
import { type Destination, isOffered, type Role } from '#lib/contract/market/destinations.ts'
import { paths, skillNamePath } from '#lib/contract/market/paths.ts'
import { CommandFrame } from './command-frame.tsx'
import {
  ActionGroup,
  ButtonGroup,
  FileGroup,
  fileValue,
  PageGroup,
  pageValue,
  SkillGroup,
} from './command-groups.tsx'
import { type CommandActions, useServerCommand, useSkillCommands } from './use-commands.ts'
import { useFileSearch } from './use-file-search.ts'
import { usePageAction } from './use-page-action.ts'
import { useSkillSearch } from './use-skill-search.ts'

const MAX_SKILLS = 8
const MAX_FILES = 5

type CommandListProps = {
  pages: Destination[]
  role: Role
  actions: CommandActions
  close: () => void
  /** Has a file chosen in this list's place. */
  openFile: () => void
}

/** What is typed, and what it finds: skills by the server's ranking; pages, commands and files by their names. */
export function CommandList({ pages, role, actions, close, openFile }: CommandListProps) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const performHere = usePageAction()
  const runOnServer = useServerCommand(actions)
  const typed = query.trim().toLowerCase()
  const { state, cards } = useSkillSearch(query)
  const { files } = useFileSearch(typed === '' || role === null ? null : query)
  const matches = (label: string) => label.toLowerCase().includes(typed)
  const foundPages = pages.filter(({ label }) => matches(label))
  const foundActions = OWN_COMMANDS.filter(
    (action) => isOffered(action.for, role) && matches(action.name) && (typed !== '' || !isOneTheme(action)),
  )
  const foundButtons = useSkillCommands(role !== null, actions).filter(({ name }) => matches(name))

  // A skill that is called so comes before pages and commands, and those before skills that are only near it. What was
  // found comes after what was typed; the best match is what Enter should open.
  const isNamed = cards.some(({ title, name }) => `${title} ${name}`.toLowerCase().includes(typed))
  const firstHere = foundPages[0]
    ? pageValue(foundPages[0].href)
    : (foundActions[0]?.id ?? foundButtons[0]?.id)
  const firstFile = files[0] && fileValue(files[0].path)
  const best = typed === '' ? '' : isNamed ? cards[0]?.name : (firstHere ?? firstFile ?? cards[0]?.name)

  function go(href: string) {
    close()
    router.push(href)
  }

  function perform({ id, does }: CoreCommand) {
    if (typeof does === 'object' && does.command === 'openFile') return openFile()
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
      <ActionGroup actions={foundActions} perform={perform} />
      <ButtonGroup buttons={foundButtons} press={press} />
      <FileGroup files={files.slice(0, MAX_FILES)} open={(path) => go(paths.vaultFile(path))} />
    </>
  )

  return (
    <CommandFrame
      label="Search skills, pages and commands"
      placeholder={
        role === null ? 'Find a skill, a page or a command' : 'Find a skill, a page, a command or a file'
      }
      query={query}
      onQuery={setQuery}
      best={best}
      status={
        state === 'failed'
          ? 'The search did not answer'
          : typed !== '' && state === 'done' && `${cards.length} skills found`
      }
    >
      {isNamed ? skills : here}
      {isNamed ? here : skills}
    </CommandFrame>
  )
}

/** One of three that are found by their name; the first look shows the one that toggles. */
function isOneTheme({ does }: CoreCommand): boolean {
  return typeof does === 'object' && does.command === 'theme' && does.theme !== 'toggle'
}
