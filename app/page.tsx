import { FileCheck2, HandCoins, Plug, ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { CatalogResults } from '#components/catalog/catalog-results.tsx'
import { CatalogSearch } from '#components/catalog/catalog-search.tsx'
import { CollectProvider } from '#components/catalog/collections/collect-provider.tsx'
import { findCategoryIcon, TaskIcon } from '#components/catalog/task-icon.tsx'
import { FeaturedSkillCard } from '#components/runs/front/featured-skill.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { CatalogCard, CatalogPage } from '#lib/catalog/catalog-views.ts'
import { type CatalogQuery, catalogSearchParams } from '#lib/catalog/model/catalog-query.ts'
import { MIN_RUNS_OF_RATE, successShare } from '#lib/catalog/model/run-statistics.ts'
import { openCatalog } from '#lib/catalog/search-catalog.ts'
import { type Category, listOfferedCategories } from '#lib/contracts/document/categories.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { type FrontPage, getFrontPage } from '#lib/runs/start/get-front-page.ts'
import { createCollection, listCollectionChoices, setInCollection } from './collections/actions.ts'
import { runForVisitor } from './runs/actions.ts'

export const metadata: Metadata = { title: 'Skills' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CataloguePage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const params = toSearchParams(await searchParams)
  const { query, categories, notes, counts, ...first } = await openCatalog(ctx, params)
  const isFront = ctx.viewer === null && catalogSearchParams(query).size === 0
  const front = isFront ? await getFrontPage(ctx) : undefined
  return (
    <PageContent className="grid grid-cols-1 gap-6">
      {params.get('deleted') === 'account' && ctx.viewer === null && (
        <Alert variant="success" title="Your account was deleted">
          Your name, address and content are gone. A confirmation was sent to your address, if this site sends
          mail.
        </Alert>
      )}
      <Welcome isVisitor={ctx.viewer === null} isSearching={query.q !== ''} figures={front?.figures} />
      <CatalogSearch query={query} categories={categories} counts={counts?.options}>
        <div className="grid grid-cols-1 gap-4">
          {isFront && <CategoryChips categories={categories} counts={counts?.options ?? {}} />}
          {front?.featured && <FeaturedSkillCard featured={front.featured} runForVisitor={runForVisitor} />}
          {front && front.newest.length > 0 && <NewSkills cards={front.newest} />}
          {notes.map((note) => (
            <Alert key={note}>{note}</Alert>
          ))}
          {first.corrected && <Correction query={query} corrected={first.corrected} />}
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
          {ctx.viewer ? (
            <CollectProvider actions={{ listCollectionChoices, createCollection, setInCollection }}>
              <CatalogResults query={query} first={first} canCollect />
            </CollectProvider>
          ) : (
            <CatalogResults query={query} first={first} canCollect={false} />
          )}
        </div>
      </CatalogSearch>
    </PageContent>
  )
}

/** The categories that have skills, as the first thing to press. */
function CategoryChips({
  categories,
  counts,
}: {
  categories: readonly Category[]
  counts: Record<string, string>
}) {
  const offered = listOfferedCategories(categories).filter(
    ({ id }) => (counts[`category:${id}`] ?? '0') !== '0',
  )
  if (offered.length < 2) return null
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2">
        {offered.map(({ id, label }) => {
          const Icon = findCategoryIcon(id)
          return (
            <li key={id}>
              <Link
                href={`${paths.home}?${new URLSearchParams({ category: id })}`}
                className="inline-flex min-h-8 items-center gap-2 rounded-full border border-border bg-card px-3 text-sm hover:border-input/70 hover:bg-muted"
              >
                <Icon aria-hidden className="size-4 text-primary" />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function NewSkills({ cards }: { cards: CatalogCard[] }) {
  return (
    <section aria-labelledby="new-skills" className="grid min-w-0 gap-2">
      <h2 id="new-skills" className="font-medium text-muted-foreground text-sm">
        New
      </h2>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {cards.map(({ name, title, description, categories, logo }) => (
          <li
            key={name}
            className="relative flex min-w-0 items-center gap-3 rounded-lg border border-border p-3"
          >
            <TaskIcon title={title} categories={categories} logo={logo} className="size-8" />
            <span className="grid min-w-0">
              <Link
                href={skillNamePath(name)}
                className="truncate font-medium text-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <span className="truncate text-muted-foreground text-xs">
                {description.replaceAll('`', '')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says what was searched for instead, and leads back to what was typed, within the same filters. */
function Correction({ query, corrected }: { query: CatalogQuery; corrected: string }) {
  const { q: typed } = query
  const asTyped = catalogSearchParams({ ...query, q: `"${typed.replaceAll('"', '')}"` })
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

/** Returns "24 skills by 5 publishers · 1,204 runs in the last 30 days, of which 98% succeeded". */
function describeFigures({ skills, publishers, runs, succeeded }: FrontPage['figures']): string {
  const offer = `${plural(skills, 'skill')} by ${plural(publishers, 'publisher')}`
  if (runs < MIN_RUNS_OF_RATE) return offer
  return `${offer} · ${plural(runs, 'run')} in the last 30 days, of which ${successShare({ runs, succeeded })} succeeded`
}

type WelcomeProps = { isVisitor: boolean; isSearching: boolean; figures?: FrontPage['figures'] }

/** The introduction. On phones, its text is hidden during a search to leave room for the results. */
function Welcome({ isVisitor, isSearching, figures }: WelcomeProps) {
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
      {figures && figures.skills > 0 && (
        <p className="font-medium text-sm tabular-nums">{describeFigures(figures)}</p>
      )}
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
