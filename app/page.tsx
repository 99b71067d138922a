import { FileCheck2, HandCoins, Plug, ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { CatalogResults } from '#components/catalog/catalog-results.tsx'
import { CatalogSearch } from '#components/catalog/catalog-search.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import type { CatalogPage } from '#lib/catalog/catalog-views.ts'
import { type CatalogQuery, catalogSearchParams, EVERYTHING } from '#lib/catalog/model/catalog-query.ts'
import { openCatalog } from '#lib/catalog/search-catalog.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { TextLink } from '../components/ui/text-link.tsx'

export const metadata: Metadata = { title: 'Skills' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CataloguePage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const params = toSearchParams(await searchParams)
  const { query, notes, counts, ...first } = await openCatalog(ctx, params)
  return (
    <PageContent className="grid grid-cols-1 gap-6">
      {params.get('deleted') === 'account' && ctx.viewer === null && (
        <Alert variant="success" title="Your account was deleted">
          Your name, address and content are gone. A confirmation was sent to your address, if this site sends
          mail.
        </Alert>
      )}
      <Welcome isVisitor={ctx.viewer === null} isSearching={query.q !== ''} />
      <CatalogSearch query={query} counts={counts?.options}>
        <div className="grid grid-cols-1 gap-4">
          {notes.map((note) => (
            <Alert key={note}>{note}</Alert>
          ))}
          {first.corrected && <Correction typed={query.q} corrected={first.corrected} />}
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="font-medium text-muted-foreground text-sm">
              {describeResults({ ...query, q: first.corrected ?? query.q }, first.total)}
              {counts && <span className="font-normal"> · {counts.total}</span>}
            </h2>
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              <TextLink href={paths.find} className="text-sm">
                Find by what you have and need
              </TextLink>
              <OtherList isBuiltIn={query.runtime === 'built_in'} />
            </p>
          </div>
          <CatalogResults query={query} first={first} />
        </div>
      </CatalogSearch>
    </PageContent>
  )
}

function Correction({ typed, corrected }: { typed: string; corrected: string }) {
  const asTyped = catalogSearchParams({ ...EVERYTHING, q: `"${typed.replaceAll('"', '')}"` })
  return (
    <Alert>
      No exact match. Showing results for “{corrected}”.{' '}
      <TextLink href={`${paths.home}?${asTyped}`}>Search for “{typed}” as typed</TextLink>
    </Alert>
  )
}

function describeResults({ q, sort, runtime }: CatalogQuery, total: CatalogPage['total']): string {
  const [noun, title] = runtime === 'built_in' ? ['built-in tools', 'Built-in tools'] : ['skills', 'Skills']
  if (q && total)
    return `${total.isEstimate ? 'About ' : ''}${plural(total.count, noun.slice(0, -1))} for “${q}”`
  if (q) return `${title} for “${q}”`
  const headings: Record<string, string> = {
    used: `Most used ${noun}`,
    rating: `Best rated ${noun}`,
    newest: `Newest ${noun}`,
    name: `${title} by name`,
  }
  return headings[sort] ?? `Popular ${noun}`
}

function OtherList({ isBuiltIn }: { isBuiltIn: boolean }) {
  return (
    <TextLink href={isBuiltIn ? paths.home : paths.builtInTools} className="text-sm">
      {isBuiltIn ? 'Publishers’ skills' : 'Built-in tools'}
    </TextLink>
  )
}

const PROMISES = [
  { Icon: FileCheck2, text: 'Input and output checked against a contract' },
  { Icon: ShieldCheck, text: 'Runs in a sandbox' },
  { Icon: HandCoins, text: 'Failed runs are free' },
  { Icon: Plug, text: 'From the browser, HTTP, an SDK or MCP' },
]

const ENTRY_LINKS = [
  { href: paths.docs, label: 'How it works' },
  { href: paths.docsMcp, label: 'Connect an AI agent' },
  { href: paths.docsPublishing, label: 'Publish a skill' },
]

/** The introduction. On phones, its text is hidden during a search to leave room for the results. */
function Welcome({ isVisitor, isSearching }: { isVisitor: boolean; isSearching: boolean }) {
  const onPhones = isSearching ? 'max-sm:hidden' : ''
  if (!isVisitor) return <h1 className="w-fit font-semibold text-2xl tracking-tight">Find a skill</h1>
  return (
    <header className="grid gap-4 pt-2 sm:pt-6">
      <h1 className="text-balance font-semibold text-3xl tracking-tight sm:text-4xl">
        Skills you can rely on
      </h1>
      <p className={`max-w-3xl text-pretty text-muted-foreground sm:text-lg ${onPhones}`}>
        Guildhall is a marketplace of small, ready-made functions for people and AI agents. Every skill has a
        contract that defines its input and output. You pay only for results that match it.
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm max-sm:hidden">
        {PROMISES.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-2">
            <Icon className="size-4 shrink-0 text-primary" aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <ul className={`flex flex-wrap gap-x-5 gap-y-1 text-sm ${onPhones}`}>
        {ENTRY_LINKS.map(({ href, label }) => (
          <li key={href}>
            <TextLink href={href} className="text-primary">
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </header>
  )
}
