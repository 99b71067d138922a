'use client'

import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { destinationsFor, isListedFirst, isOffered, type VisitorRole } from '#lib/kernel/site/destinations.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { type CoreCommand, OWN_COMMANDS } from '#lib/tools/command-palette/core-commands.ts'
import type { SkillCommand } from '#lib/tools/command-palette/list-commands.ts'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { fetchSearch, useSearch } from '../browser/use-search.ts'
import { useSkillSearch } from '../catalog/use-skill-search.ts'
import { CommandFrame, useTypedQuery } from './command-frame.tsx'
import {
  ActionGroup,
  ButtonGroup,
  FileGroup,
  fileValue,
  PageGroup,
  pageValue,
  SkillGroup,
} from './command-groups.tsx'
import {
  type CommandActions,
  copyForAgent,
  useBrowserCommand,
  useServerCommand,
  useSkillCommands,
} from './use-commands.ts'

const MAX_SKILLS = 8
const MAX_FILES = 5

type CommandListProps = {
  role: VisitorRole
  actions: CommandActions
  close: () => void
  typed: RefObject<string>
  openFile: () => void
}

/** Skills are ranked by the server, others matched by name. */
export function CommandList({ role, actions, close, typed: begun, openFile }: CommandListProps) {
  const router = useRouter()
  const [query, setQuery] = useTypedQuery(begun)
  const performHere = useBrowserCommand()
  const runOnServer = useServerCommand(actions)
  const found = useFound({ query, role, actions })

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

  function press({ id, agentText }: SkillCommand) {
    close()
    if (agentText === undefined) runOnServer(id)
    else void copyForAgent(agentText)
  }

  const skills = found.typed !== '' && (
    <SkillGroup
      cards={found.cards.slice(0, MAX_SKILLS)}
      query={query.trim()}
      open={(name) => go(skillNamePath(name))}
      search={() => go(`${paths.home}?${new URLSearchParams({ q: query.trim() })}`)}
    />
  )
  const here = (
    <>
      <PageGroup pages={found.pages} open={go} />
      <ActionGroup actions={found.actions} perform={perform} />
      <ButtonGroup buttons={found.buttons} press={press} />
      <FileGroup files={found.files.slice(0, MAX_FILES)} open={(path) => go(paths.vaultFile(path))} />
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
      best={found.best}
      status={found.status}
    >
      {found.isNamed ? skills : here}
      {found.isNamed ? here : skills}
    </CommandFrame>
  )
}

type Wanted = { query: string; role: VisitorRole; actions: CommandActions }

function useFound({ query, role, actions: serverActions }: Wanted) {
  const typed = query.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(typed)
  const { state, cards } = useSkillSearch(query)
  const { files } = useFileSearch(typed === '' || role === null ? null : query)
  const buttons = useSkillCommands(role !== null, serverActions).filter(({ name }) => matches(name))
  const pages = destinationsFor(role).filter(
    (page) => matches(page.label) && (typed !== '' || isListedFirst(page)),
  )
  const actions = OWN_COMMANDS.filter(
    (action) =>
      isOffered(action.for, role) && matches(action.name) && (typed !== '' || !isThemeCommand(action)),
  )

  // Skills with the name come before pages and commands, others after.
  const isNamed = cards.some(({ title, name }) => `${title} ${name}`.toLowerCase().includes(typed))
  const firstHere = pages[0] ? pageValue(pages[0].href) : (actions[0]?.id ?? buttons[0]?.id)
  const firstFile = files[0] && fileValue(files[0].path)
  const best = typed === '' ? '' : isNamed ? cards[0]?.name : (firstHere ?? firstFile ?? cards[0]?.name)
  const counted = typed !== '' && state === 'done' && `${plural(cards.length, 'skill')} found`
  const status = state === 'failed' ? 'The search failed' : counted
  return { typed, cards, files, buttons, pages, actions, isNamed, best, status }
}

/** The initial list contains only the toggle. */
function isThemeCommand({ does }: CoreCommand): boolean {
  return typeof does === 'object' && does.command === 'theme' && does.theme !== 'toggle'
}

/** Null sends no request. */
export function useFileSearch(query: string | null) {
  const { state, items } = useSearch(query, findFiles)
  return { state, files: items }
}

async function findFiles(name: string, signal: AbortSignal): Promise<FileEntry[]> {
  const { items } = await fetchSearch<{ items: FileEntry[] }>(paths.vaultFind(name), signal)
  return items
}
