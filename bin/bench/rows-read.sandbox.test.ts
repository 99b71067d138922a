// No page reads much more than it shows, however many runs and skills there are.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { seedMarket } from '#prisma/seed.ts'
import { loadPeople, loadRuns, loadSkills } from './load-scale.ts'
import { recordStatements, type Statement } from './record-statements.ts'
import { scalePages } from './scale-pages.ts'
import { SKILL_TEXTS } from './skill-texts.ts'

const isLong = Boolean(process.env.GUILDHALL_LONG)
const SKILLS = isLong ? 100_000 : 3_000
const RUNS = isLong ? 1_000_000 : 20_000
/** Rows that one statement may read. Searches rank up to 3,000 candidates. */
const MAX_ROWS = 4_000
/** The same limit for a search that matches 4% of the entries, in order of popularity. */
const MAX_SEARCHED_ROWS = 15_000
/**
 * A search among runs reads 2,000 of an organisation. For one that has most runs of the site, Postgres may walk over
 * the newest runs of all organisations to find them.
 */
const MAX_ROWS_OF_SEARCHED_RUNS = 6_000
const PAGES_OF_SEARCHED_RUNS = ['runs, searched', 'runs, of a channel']

let client: pg.Client
let pages: Awaited<ReturnType<typeof scalePages>>

beforeAll(async () => {
  await seedMarket()
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await loadPeople(client, SKILLS)
  await loadSkills(client, 1, SKILLS, SKILL_TEXTS)
  await loadRuns(client, 1, RUNS, SKILLS)
  await client.query('vacuum analyze')
  pages = await scalePages()
  return () => client.end()
}, 900_000)

test('every page reads a bounded number of rows', async () => {
  const excessive: string[] = []
  for (const [name, open] of Object.entries(pages)) {
    const limit = maxRows(name)
    for (const statement of await recordStatements(open)) {
      const rows = await countRowsRead(statement)
      if (rows > limit) excessive.push(`${name}: ${rows} rows\n${statement.text.slice(0, 300)}`)
    }
  }
  expect(excessive.join('\n\n')).toBe('')
}, 120_000)

function maxRows(page: string): number {
  if (PAGES_OF_SEARCHED_RUNS.includes(page)) return MAX_ROWS_OF_SEARCHED_RUNS
  return page.startsWith('search') ? MAX_SEARCHED_ROWS : MAX_ROWS
}

type PlanNode = {
  'Node Type': string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the number of rows read from tables and indexes, as Postgres counts them. */
async function countRowsRead({ text, values }: Statement): Promise<number> {
  const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values })
  return sumRows(rows[0]['QUERY PLAN'][0].Plan)
}

function sumRows(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + sumRows(child), 0)
  const isScan =
    /Scan$/.test(node['Node Type']) &&
    !/^(CTE|Function|Values|Subquery|WorkTable|Bitmap Index)/.test(node['Node Type'])
  const own =
    ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
  return isScan ? below + own : below
}
