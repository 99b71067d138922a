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
  DocsGroup,
  type DocsMatch,
  docsValue,
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
/** Beside other results, which would be out of sight below more. */
const MAX_UNNAMED_SKILLS = 4
const MAX_FILES = 5

type CommandListProps = {
  role: VisitorRole
  actions: CommandActions
  close: () => void
  typed: RefObject<string>
  openFile: () => void
}

/** The results: skills as the server ranks them, and all others by their names. */
export function CommandList({ role, actions, close, typed: initialQuery, openFile }: CommandListProps) {
  const router = useRouter()
  const [query, setQuery] = useTypedQuery(initialQuery)
  const performHere = useBrowserCommand()
  const runOnServer = useServerCommand(actions)
  const results = usePaletteResults({ query, role, actions })

  function navigate(href: string) {
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

  const skills = results.typed !== '' && (
    <SkillGroup
      cards={results.cards.slice(0, results.isNamed ? MAX_SKILLS : MAX_UNNAMED_SKILLS)}
      query={query.trim()}
      open={(name) => navigate(skillNamePath(name))}
      search={() => navigate(`${paths.home}?${new URLSearchParams({ q: query.trim() })}`)}
    />
  )
  const docs = results.typed !== '' && (
    <DocsGroup
      matches={results.docs}
      query={query.trim()}
      open={navigate}
      search={() => navigate(`${paths.docsSearch}?${new URLSearchParams({ q: query.trim() })}`)}
    />
  )
  const localGroups = (
    <>
      <PageGroup pages={results.pages} open={navigate} />
      <ActionGroup actions={results.actions} perform={perform} />
      <ButtonGroup buttons={results.buttons} press={press} />
      <FileGroup files={results.files.slice(0, MAX_FILES)} open={(path) => navigate(paths.vaultFile(path))} />
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
      best={results.best}
      status={results.status}
    >
      {results.isNamed ? skills : localGroups}
      {results.isNamed ? localGroups : skills}
      {docs}
    </CommandFrame>
  )
}

type PaletteOptions = { query: string; role: VisitorRole; actions: CommandActions }

function usePaletteResults({ query, role, actions: serverActions }: PaletteOptions) {
  const typed = query.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(typed)
  const { state, cards } = useSkillSearch(query)
  const { items: docs } = useSearch(typed === '' ? null : query, findDocs)
  const { files } = useFileSearch(typed === '' || role === null ? null : query)
  const buttons = useSkillCommands(role !== null, serverActions).filter(({ name }) => matches(name))
  const pages = destinationsFor(role).filter(
    (page) => matches(page.label) && (typed !== '' || isListedFirst(page)),
  )
  const actions = OWN_COMMANDS.filter(
    (action) =>
      isOffered(action.for, role) && matches(action.name) && (typed !== '' || !isThemeCommand(action)),
  )

  // Skills with the text in their name come before pages and commands, other skills after them.
  const isNamed = cards.some(({ title, name }) => `${title} ${name}`.toLowerCase().includes(typed))
  const firstHere = pages[0] ? pageValue(pages[0].href) : (actions[0]?.id ?? buttons[0]?.id)
  const firstDocs = docs[0] && docsValue(docs[0].href)
  const firstFile = files[0] && fileValue(files[0].path)
  const best =
    typed === '' ? '' : isNamed ? cards[0]?.name : (firstHere ?? firstFile ?? cards[0]?.name ?? firstDocs)
  const counted = typed !== '' && state === 'done' && `${plural(cards.length, 'skill')} found`
  const status = state === 'failed' ? 'The search failed' : counted
  return { typed, cards, docs, files, buttons, pages, actions, isNamed, best, status }
}

/** Tells whether a command sets a certain theme; the initial list has only the toggle. */
function isThemeCommand({ does }: CoreCommand): boolean {
  return typeof does === 'object' && does.command === 'theme' && does.theme !== 'toggle'
}

/** Finds files of the vault by their names. A null query sends no request. */
export function useFileSearch(query: string | null) {
  const { state, items } = useSearch(query, findFiles)
  return { state, files: items }
}

async function findDocs(q: string, signal: AbortSignal): Promise<DocsMatch[]> {
  const { items } = await fetchSearch<{ items: DocsMatch[] }>(paths.docsFind(q), signal)
  return items
}

async function findFiles(name: string, signal: AbortSignal): Promise<FileEntry[]> {
  const { items } = await fetchSearch<{ items: FileEntry[] }>(paths.vaultFind(name), signal)
  return items
}
