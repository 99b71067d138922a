'use client'

import { CaseSensitive, Regex, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { plural } from '#lib/kernel/text/plural.ts'
import type { SearchResult } from '#lib/vault/search/search-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { attemptAction } from '../../ui/use-action.ts'
import type { VaultActions } from '../vault-actions.ts'

type SearchPanelProps = {
  organisation: string
  search: VaultActions['search']
  onOpen: (path: string, line: number) => void
}

type SearchSummaryInput = SearchResult & { query: string }

export function SearchPanel({ organisation, search, onOpen }: SearchPanelProps) {
  const [query, setQuery] = useState('')
  const [isRegex, setRegex] = useState(false)
  const [isExact, setExact] = useState(false)
  const [found, setFound] = useState<SearchSummaryInput>()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (query === '') return
    setPending(true)
    const request = { query, mode: isRegex ? ('regex' as const) : ('plain' as const), caseSensitive: isExact }
    const result = await attemptAction(() => search(organisation, request))
    setPending(false)
    setFailure(result.ok ? undefined : result.error.message)
    setFound(result.ok ? { query, ...result.data } : undefined)
  }

  const byFile = Map.groupBy(found?.matches ?? [], ({ path }) => path)
  return (
    <div className="grid gap-3 p-3">
      <search>
        <form onSubmit={send} className="grid gap-2">
          <div className="flex gap-1.5">
            <Input
              type="search"
              aria-label="Search in all files"
              placeholder={isRegex ? 'A pattern, such as TODO|FIXME' : 'Words in your files'}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <Button type="submit" size="icon" aria-label="Search" pending={pending}>
              <Search aria-hidden />
            </Button>
          </div>
          <div className="flex gap-1.5">
            <Choice isOn={isExact} onToggle={() => setExact(!isExact)} Icon={CaseSensitive}>
              Match case
            </Choice>
            <Choice isOn={isRegex} onToggle={() => setRegex(!isRegex)} Icon={Regex}>
              Pattern
            </Choice>
          </div>
        </form>
      </search>
      <SearchMessage failure={failure} found={found} />
      {[...byFile].map(([path, matches]) => (
        <FileMatches key={path} path={path} matches={matches} onOpen={onOpen} />
      ))}
    </div>
  )
}

type SearchMessageProps = { failure: string | undefined; found: SearchSummaryInput | undefined }

function SearchMessage({ failure, found }: SearchMessageProps) {
  return (
    <>
      {failure && (
        <p role="alert" className="text-destructive text-sm">
          {failure}
        </p>
      )}
      {found && (
        <p role="status" className="text-muted-foreground text-xs">
          {formatSearchSummary(found)}
        </p>
      )}
      {!found && !failure && (
        <p className="text-muted-foreground text-sm">
          Searches all files in the vault, line by line. Turn on “Pattern” to use a regular expression.
        </p>
      )}
    </>
  )
}

type FileMatchesProps = Pick<SearchPanelProps, 'onOpen'> & { path: string; matches: SearchResult['matches'] }

function FileMatches({ path, matches, onOpen }: FileMatchesProps) {
  return (
    <section aria-label={path} className="grid gap-0.5">
      <h3 className="truncate font-medium text-sm" title={path}>
        {path}
      </h3>
      <ul>
        {matches.map(({ line, start, snippet }) => (
          <li key={start}>
            <button
              type="button"
              onClick={() => onOpen(path, line)}
              className="flex w-full gap-2 rounded-sm px-1.5 py-1 text-left text-xs hover:bg-muted"
            >
              <span className="w-7 shrink-0 text-right text-muted-foreground tabular-nums">{line + 1}</span>
              <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{snippet}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ChoiceProps = { isOn: boolean; onToggle: () => void; Icon: typeof Regex; children: string }

function Choice({ isOn, onToggle, Icon, children }: ChoiceProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      className="aria-pressed:bg-accent"
      onClick={onToggle}
    >
      <Icon aria-hidden />
      {children}
    </Button>
  )
}

export function formatSearchSummary({ query, matches, truncated }: SearchSummaryInput): string {
  // A search that ended early without a match has timed out.
  if (matches.length === 0)
    return truncated
      ? `The search for “${query}” timed out before it reached all files. Try a longer text or a simpler pattern.`
      : `No file contains “${query}”.`
  const files = new Set(matches.map(({ path }) => path)).size
  const matchCount = plural(matches.length, 'match', 'matches')
  const inFiles = plural(files, 'file')
  return `${truncated ? 'The first ' : ''}${matchCount} in ${inFiles}`
}
