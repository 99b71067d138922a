import { SearchX } from 'lucide-react'
import type { CatalogPage } from '#lib/catalog/catalog-views.ts'
import type { CatalogQuery } from '#lib/catalog/model/catalog-query.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CatalogList } from './catalog-list.tsx'
import { catalogPath } from './catalog-path.ts'
import { SkillCard } from './skill-card.tsx'

type CatalogResultsProps = { query: CatalogQuery; first: CatalogPage; canCollect: boolean }

export function CatalogResults({ query, first: { cards, nextCursor }, canCollect }: CatalogResultsProps) {
  if (cards.length === 0) return <NoSkills query={query} />
  return (
    <CatalogList
      query={query}
      first={{ names: cards.map(({ name }) => name), nextCursor }}
      canCollect={canCollect}
    >
      {cards.map((card) => (
        <li key={card.name}>
          <SkillCard card={card} canCollect={canCollect} />
        </li>
      ))}
    </CatalogList>
  )
}

function NoSkills({ query }: { query: CatalogQuery }) {
  const { q, category, runtime, risk, price, verified } = query
  const isFiltered = category || runtime || risk || price || verified
  return (
    <EmptyState
      icon={SearchX}
      title="No skills match"
      action={
        <LinkButton
          href={q && isFiltered ? catalogPath({ q, verified: false, sort: query.sort }) : paths.home}
          variant="outline"
        >
          {q && isFiltered ? 'Search without the filters' : 'Show all skills'}
        </LinkButton>
      }
    >
      {isFiltered ? (
        'No skill matches all filters. Remove a filter, or use fewer words.'
      ) : (
        <>
          Try fewer or different words, such as the input, the output or the topic. Is a skill missing?{' '}
          <TextLink href={paths.publish}>Publish it yourself</TextLink>.
        </>
      )}
    </EmptyState>
  )
}
