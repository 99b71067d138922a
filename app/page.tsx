import type { Metadata } from 'next'
import { CatalogResults } from '#components/catalog/catalog-results.tsx'
import { CatalogSearch } from '#components/catalog/catalog-search.tsx'
import { Welcome } from '#components/catalog/welcome.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { openCatalog } from '#lib/catalog/open-catalog.ts'
import { searchParamsOf } from '#lib/protocol/search-params.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export const metadata: Metadata = { title: 'Skills' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CataloguePage({ searchParams }: Props) {
  const ctx = await contextFromCookie()
  const { query, notes, ...first } = await openCatalog(ctx, searchParamsOf(await searchParams))
  return (
    <Page className="grid grid-cols-1 gap-6">
      <Welcome isVisitor={ctx.viewer === null} />
      <CatalogSearch query={query}>
        <div className="grid grid-cols-1 gap-4">
          {notes.map((note) => (
            <Alert key={note}>{note}</Alert>
          ))}
          <h2 className="font-medium text-muted-foreground text-sm">{headingOf(query.q, query.sort)}</h2>
          <CatalogResults query={query} first={first} />
        </div>
      </CatalogSearch>
    </Page>
  )
}

function headingOf(q: string, sort: string): string {
  if (q) return `Skills for “${q}”`
  const headings: Record<string, string> = {
    used: 'Most used skills',
    newest: 'Newest skills',
    name: 'Skills by name',
  }
  return headings[sort] ?? 'Popular skills'
}
