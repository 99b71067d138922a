import { EVERYTHING } from '#lib/catalog/model/catalog-query.ts'
import { searchableText } from '#lib/catalog/model/searchable-text.ts'
import type { NewEntry } from '#lib/catalog/rows/catalog-entries.ts'
import { searchCatalog } from '#lib/catalog/search-catalog.ts'
import type { Context } from '#lib/context/context.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'

export type SearchDocument = { id: string; name: string; description: string; parameters: string[] }
export type SearchQuestion = { text: string; relevant: string[]; kind: string }
export type SearchQuality = { ndcg10: number; recall10: number; questions: number }

/** Inserts skills without runs, in order. */
export async function loadDocuments(documents: readonly SearchDocument[]): Promise<void> {
  const rows = documents.map(({ id, name, description, parameters }, index) => ({
    ...makeEntry(index),
    name: `bench.search.d${id}`,
    title: name,
    description,
    searchTitle: searchableText(name),
    searchDescription: searchableText(description),
    searchText: searchableText(parameters.join(' ')),
  }))
  await database().catalogEntry.createMany({ data: rows })
  await database().$executeRaw`ANALYZE "CatalogEntry"`
}

/** Returns nDCG@10 and recall@10, from 0 to 1, by kind of question. */
export async function measureSearch(
  ctx: Context,
  questions: readonly SearchQuestion[],
): Promise<{ kinds: Record<string, SearchQuality>; durationsMs: number[] }> {
  const kinds: Record<string, SearchQuality> = {}
  const durationsMs: number[] = []
  for (const { text, relevant, kind } of questions) {
    const begun = performance.now()
    const { cards } = await searchCatalog(ctx, { ...EVERYTHING, q: text }, 10)
    durationsMs.push(performance.now() - begun)
    const quality = kinds[kind] ?? { ndcg10: 0, recall10: 0, questions: 0 }
    kinds[kind] = quality
    const hits = cards.map(({ name }) => relevant.includes(name.slice('bench.search.d'.length)))
    quality.questions += 1
    quality.ndcg10 += gainOf(hits) / gainOf(relevant.slice(0, 10).map(() => true))
    quality.recall10 += hits.filter(Boolean).length / relevant.length
  }
  for (const quality of Object.values(kinds)) {
    quality.ndcg10 /= quality.questions
    quality.recall10 /= quality.questions
  }
  return { kinds, durationsMs }
}

function gainOf(hits: readonly boolean[]): number {
  return hits.reduce((sum, hit, index) => sum + (hit ? 1 / Math.log2(index + 2) : 0), 0)
}

function makeEntry(index: number): NewEntry {
  return {
    name: `bench.search.skill_${index}`,
    publisher: 'bench',
    skillSetSlug: 'search',
    skillSlug: `skill_${index}`,
    title: '',
    description: '',
    skillSetName: 'Search',
    versionNumber: '1.0.0',
    kind: 'action',
    runtime: 'javascript',
    riskLevel: 'read-only',
    publishedAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
  }
}
