import { Star } from 'lucide-react'
import type { Metadata } from 'next'
import { CollectProvider } from '#components/catalog/collections/collect-provider.tsx'
import { SkillCard } from '#components/catalog/skill-card.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { listStarred } from '#lib/catalog/feedback/list-starred.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { createCollection, listCollectionChoices, setInCollection } from '../collections/actions.ts'

export const metadata: Metadata = { title: 'Starred' }

export default async function StarredPage() {
  const { cards, unlisted } = await orNotFound(contextFromCookie().then(listStarred))
  return (
    <Page
      title="Starred"
      description={
        <>
          The skills of the SkillSets that you starred. Sort them into{' '}
          <TextLink href={paths.collections}>collections</TextLink> of your own.
        </>
      }
    >
      {cards.length > 0 ? (
        <CollectProvider actions={{ listCollectionChoices, createCollection, setInCollection }}>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {cards.map((card) => (
              <li key={card.name}>
                <SkillCard card={card} canCollect />
              </li>
            ))}
          </ul>
        </CollectProvider>
      ) : (
        <EmptyState
          icon={Star}
          title="Nothing starred yet"
          action={
            <LinkButton href={paths.home} variant="outline">
              Browse skills
            </LinkButton>
          }
        >
          Press Star on the page of a skill to find it here again.
        </EmptyState>
      )}
      {unlisted > 0 && (
        <p className="text-muted-foreground text-sm">
          {plural(unlisted, 'starred SkillSet')} {unlisted === 1 ? 'is' : 'are'} not listed in the catalogue:
          private, taken down or suspended.
        </p>
      )}
    </Page>
  )
}
