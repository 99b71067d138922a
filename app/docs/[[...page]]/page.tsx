import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { guidePage } from '#components/docs/guide.ts'
import { GuideSections, NeighbourLinks } from '#components/docs/guide-article.tsx'
import { GuideFrame } from '#components/docs/guide-frame.tsx'
import { ReviewClockNote } from '#components/publishing/review/review-clock.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { getReviewClock } from '#lib/publishing/review/read/get-review-clock.ts'

/** Pages that tell how long a review takes. */
const CLOCK_PAGES: string[] = [paths.docsPolicies, paths.docsTrust]

type Props = { params: Promise<{ page?: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title, description } = await readGuidePage(params)
  return { title, description }
}

export default async function DocsPage({ params }: Props) {
  const page = await readGuidePage(params)
  return (
    <GuideFrame page={page}>
      <PageContent width="reading">
        <PageHeader title={page.title} description={page.description} />
        <GuideSections page={page} origin={publicOrigin(await headers())} />
        {CLOCK_PAGES.includes(page.href) && (
          <ReviewClockNote clock={await getReviewClock(await contextFromCookie())} />
        )}
        <NeighbourLinks page={page} />
      </PageContent>
    </GuideFrame>
  )
}

async function readGuidePage(params: Props['params']) {
  const { page: [name = 'index', ...more] = [] } = await params
  return (more.length === 0 && guidePage(name)) || notFound()
}
