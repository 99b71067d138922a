import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyMigrations } from '#prisma/migrate.ts'
import { ensureDatabase } from '../server/postgres/databases.ts'
import { startTemporaryPostgres } from '../server/postgres/temporary-postgres.ts'
import { computeFigures, formatMs } from './measure-pace.ts'
import type { SearchDocument, SearchQuestion } from './measure-search.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { documents: { type: 'string' }, queries: { type: 'string' }, json: { type: 'boolean' } },
})
const documents = rowsOf<SearchDocument>(values.documents, 'tool-retrieval-documents')
const questions = rowsOf<SearchQuestion>(values.queries, 'tool-retrieval-queries')
if (documents && questions) await printSearch(documents, questions)

async function printSearch(documents: SearchDocument[], questions: SearchQuestion[]): Promise<void> {
  const postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'bench')
  process.env.DATABASE_URL = postgres.url('bench')
  await applyMigrations(process.env.DATABASE_URL)
  // These modules read the environment just set.
  const { loadDocuments, measureSearch } = await import('./measure-search.ts')
  const { database } = await import('#lib/kernel/db/prisma-client.ts')
  await loadDocuments(documents)
  const { kinds, durationsMs } = await measureSearch({ db: database(), viewer: null } as never, questions)
  const { p50, p95 } = computeFigures(durationsMs)
  console.log(`\nsearch, ${documents.length} skills, ${questions.length} questions`)
  for (const [kind, { ndcg10, recall10, questions: count }] of Object.entries(kinds))
    console.log(
      `  ${kind.padEnd(8)} nDCG@10 ${ndcg10.toFixed(3)}   recall@10 ${recall10.toFixed(3)}   (${count})`,
    )
  console.log(`  whole search            p50 ${formatMs(p50)}   p95 ${formatMs(p95)}`)
  if (values.json) console.log(JSON.stringify({ kinds, p95_ms: p95 }))
  await database().$disconnect()
  await postgres.stop()
}

function rowsOf<Row>(file: string | undefined, corpus: string): Row[] | null {
  const folder = process.env.GUILDHALL_CORPORA
  const source = file ?? (folder && path.join(folder, `${corpus}.jsonl`))
  if (!source || !existsSync(source)) {
    console.log('\nsearch: skipped; pass --documents and --queries, or name a folder with GUILDHALL_CORPORA')
    return null
  }
  const lines = readFileSync(source, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}
