import { expect, onTestFinished, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { everyNth, readCorpus, withCorpus } from '#lib/testing/corpus.ts'
import { visitor } from '#lib/testing/factories.ts'
import { loadDocuments, measureSearch, type SearchDocument, type SearchQuestion } from './measure-search.ts'

const documents = readCorpus<SearchDocument>('tool-retrieval-documents')
const questions = readCorpus<SearchQuestion>('tool-retrieval-queries')

/** The least nDCG and recall that are accepted. Textbook BM25 reaches an nDCG of 0.59, 0.78 and 0.40. */
const LIMITS = { task: [0.56, 0.75], words: [0.74, 0.95], typo: [0.72, 0.93] } as const

test(
  'questions about 2,101 real functions find the right ones',
  withCorpus(documents, questions),
  async () => {
    await database().catalogEntry.deleteMany()
    // Later files of this worker search the same database.
    onTestFinished(async () => void (await database().catalogEntry.deleteMany()))
    await loadDocuments(documents!)

    const { kinds } = await measureSearch(visitor(), everyNth(questions, 5))

    for (const [kind, [ndcg10, recall10]] of Object.entries(LIMITS)) {
      expect(kinds[kind]?.ndcg10, kind).toBeGreaterThan(ndcg10)
      expect(kinds[kind]?.recall10, kind).toBeGreaterThan(recall10)
    }
  },
)
