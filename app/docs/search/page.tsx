import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { GuideFrame } from '#components/docs/guide-frame.tsx'
import { searchGuide } from '#components/docs/search-guide.ts'
import { PageContent } from '#components/shell/page.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export const metadata: Metadata = { title: 'Search the documentation', robots: { index: false } }

type Props = { searchParams: Promise<{ q?: string | string[] }> }

export default async function DocsSearchPage({ searchParams }: Props) {
  const { q } = await searchParams
  const query = (typeof q === 'string' ? q : '').trim().slice(0, 200)
  const matches = query === '' ? [] : searchGuide(query, publicOrigin(await headers()))
  return (
    <GuideFrame page={null} query={query}>
      <PageContent width="reading">
        <PageHeader title="Search the documentation" description={summary(query, matches.length)} />
        <ol className="mt-8 grid gap-6">
          {matches.map(({ href, title, excerpt }) => (
            <li key={href} className="grid gap-1">
              <h2 className="font-medium">
                <TextLink href={href} className="text-primary">
                  {title}
                </TextLink>
              </h2>
              <p className="text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {excerpt.map(markOdd)}
              </p>
            </li>
          ))}
        </ol>
      </PageContent>
    </GuideFrame>
  )
}

function markOdd(part: string, index: number) {
  if (index % 2 === 0) return part
  return (
    <mark key={index} className="rounded-sm bg-accent text-accent-foreground">
      {part}
    </mark>
  )
}

function summary(query: string, count: number) {
  if (query === '') return 'Enter a word in the search field.'
  if (count > 0) return `${plural(count, 'result')} for “${query}”`
  return (
    <>
      No results for “{query}”. Try another word, or start at the{' '}
      <TextLink href={paths.docs} className="text-primary">
        overview
      </TextLink>
      .
    </>
  )
}
