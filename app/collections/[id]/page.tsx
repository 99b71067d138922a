import { LibraryBig } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { CollectionEntries } from '#components/catalog/collection-entries.tsx'
import { CollectionActions } from '#components/catalog/collections/collection-dialogs.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { Time } from '#components/ui/time.tsx'
import { type CollectionPage, getCollection } from '#lib/catalog/collections/collections.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import {
  createToolsetFromCollection,
  deleteCollection,
  orderCollection,
  removeEntry,
  updateCollection,
} from '../actions.ts'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ page?: string | string[] }>
}

/** The title and the page need the same, which is read once. */
const readCollection = cache(async (id: string, page: number) =>
  orNotFound(getCollection(await contextFromCookie(), id, page)),
)

async function readPage({ params, searchParams }: Props): Promise<CollectionPage> {
  const [{ id }, { page }] = await Promise.all([params, searchParams])
  return readCollection(id, Number(page ?? 1) || 1)
}

/** What people write here is not the site's, so search engines leave it out. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await readPage(props)).title, robots: { index: false } }
}

export default async function CollectionDetailPage(props: Props) {
  const page = await readPage(props)
  const { viewer } = await contextFromCookie()
  const { id, title, description, isPublic, ownerName, isOwn, updatedAtMs, entries, pages } = page
  const address = publicOrigin(await headers()) + paths.collection(id)
  return (
    <Page
      eyebrow={
        isOwn ? <BackLink href={paths.collections}>Collections</BackLink> : <>Collection by {ownerName}</>
      }
      title={title}
      description={
        <>
          {description && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>}
          <p className="text-sm">
            {isOwn && (isPublic ? 'Public, with your name. ' : 'Only you see it. ')}
            Changed <Time at={updatedAtMs} />.
          </p>
        </>
      }
      actions={
        isOwn && (
          <CollectionActions
            collection={{ id, title, description, isPublic, ownerName }}
            address={address}
            canMakeToolset={entries.length > 0 && viewer !== null && viewer.organisationRole !== 'MEMBER'}
            actions={{ updateCollection, deleteCollection, createToolsetFromCollection }}
          />
        )
      }
    >
      {entries.length > 0 || pages > 1 ? (
        <CollectionEntries
          collection={id}
          entries={entries}
          actions={isOwn ? { orderCollection, removeEntry } : null}
        />
      ) : (
        <EmptyState
          icon={LibraryBig}
          title="Nothing in it yet"
          action={
            isOwn && (
              <LinkButton href={paths.home} variant="outline">
                Browse skills
              </LinkButton>
            )
          }
        >
          {isOwn
            ? 'Press Collect on the page of a skill or SkillSet to add it.'
            : 'Its owner has added nothing that is public.'}
        </EmptyState>
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
          {page.page > 1 && (
            <LinkButton href={`${paths.collection(id)}?page=${page.page - 1}`} variant="outline">
              Previous
            </LinkButton>
          )}
          <span className="text-muted-foreground text-sm">
            Page {page.page} of {pages}
          </span>
          {page.page < pages && (
            <LinkButton href={`${paths.collection(id)}?page=${page.page + 1}`} variant="outline">
              Next
            </LinkButton>
          )}
        </nav>
      )}
    </Page>
  )
}
