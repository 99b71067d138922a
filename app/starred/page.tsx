import { Star } from 'lucide-react'
import type { Metadata } from 'next'
import { CollectProvider } from '#components/catalog/collections/collect-provider.tsx'
import { SkillCard } from '#components/catalog/skill-card.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { CatalogCard } from '#lib/catalog/catalog-views.ts'
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
          The SkillSets that you starred, with their skills. Sort them into{' '}
          <TextLink href={paths.collections}>collections</TextLink> of your own.
        </>
      }
    >
      {cards.length > 0 ? (
        <CollectProvider actions={{ listCollectionChoices, createCollection, setInCollection }}>
          {groupBySkillSet(cards).map(({ title, href, skills }) => (
            <section key={href} aria-label={title} className="grid gap-3">
              <h2 className="font-semibold text-base tracking-tight">
                <TextLink href={href}>{title}</TextLink>
              </h2>
              <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
                {skills.map((card) => (
                  <li key={card.name}>
                    <SkillCard card={card} canCollect />
                  </li>
                ))}
              </ul>
            </section>
          ))}
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
          Press Star on the page of a SkillSet, or of one of its skills, to find the SkillSet here again.
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

type Group = { title: string; href: string; skills: CatalogCard[] }

/** Keeps the order of the cards. A star is for a SkillSet, so its skills stand together. */
function groupBySkillSet(cards: readonly CatalogCard[]): Group[] {
  const groups = new Map<string, Group>()
  for (const card of cards) {
    const href = paths.skillSet(card.publisher, card.skillSetSlug)
    const group = groups.get(href) ?? { title: card.skillSetName, href, skills: [] }
    group.skills.push(card)
    groups.set(href, group)
  }
  return [...groups.values()]
}
