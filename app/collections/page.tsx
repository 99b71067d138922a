import { LibraryBig } from 'lucide-react'
import type { Metadata } from 'next'
import { NewCollectionButton } from '#components/catalog/collections/collection-dialogs.tsx'
import { Page } from '#components/shell/page.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Time } from '#components/ui/time.tsx'
import { type CollectionSummary, listCollections } from '#lib/catalog/collections/collections.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createCollection } from './actions.ts'

export const metadata: Metadata = { title: 'Collections' }

export default async function CollectionsPage() {
  const collections = await orNotFound(contextFromCookie().then(listCollections))
  return (
    <Page
      title="Collections"
      description="Skills and SkillSets that belong together for you. Only you see a collection until you make it public."
      actions={<NewCollectionButton create={createCollection} />}
    >
      {collections.length > 0 ? (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {collections.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={LibraryBig}
          title="No collections yet"
          action={
            <LinkButton href={paths.home} variant="outline">
              Browse skills
            </LinkButton>
          }
        >
          Press Collect on the page of a skill or SkillSet, or the list symbol on a card of the catalogue.
        </EmptyState>
      )}
    </Page>
  )
}

function CollectionCard({
  collection: { id, title, description, isPublic, entries, updatedAtMs },
}: {
  collection: CollectionSummary
}) {
  return (
    <article className="group relative flex h-full flex-col gap-2 rounded-lg border border-border bg-card p-5 shadow-xs transition-colors hover:border-input/70">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-pretty font-semibold leading-snug tracking-tight [overflow-wrap:anywhere]">
          <Link
            href={paths.collection(id)}
            className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg group-hover:underline"
          >
            {title}
          </Link>
        </h2>
        {isPublic && <Badge>Public</Badge>}
      </div>
      <p className="line-clamp-2 grow text-pretty text-sm">{description}</p>
      <p className="text-muted-foreground text-xs">
        {plural(entries, 'entry', 'entries')} · changed <Time at={updatedAtMs} />
      </p>
    </article>
  )
}
