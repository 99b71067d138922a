/**
 * Counts views of public pages, for publishers. Nothing about the reader is stored or read but whether the program calls
 * itself a crawler. Views collect in this process and are written with the sweeps, so that a view costs no statement.
 */

import type { Database } from '../kernel/db/prisma-client.ts'
import { oncePerProcess } from '../kernel/process/once-per-process.ts'
import { addPageViews } from './rows/page-views.ts'

const counted = oncePerProcess('page-views', () => new Map<string, number>())

/** More pages than this are not counted until the next sweep. */
const MAX_PAGES = 10_000

const CRAWLER = /bot|crawl|spider|slurp|preview|monitor|curl|wget|python-requests/i

type ViewedPage = {
  skillSetId: string
  /** Absent for the page of the SkillSet itself. */
  skillSlug?: string
}

/** `headers` are those of the request. A server action renders its page again, which is no view. */
export function countPageView({ skillSetId, skillSlug = '' }: ViewedPage, headers: Headers): void {
  if (headers.has('next-action') || CRAWLER.test(headers.get('user-agent') ?? 'bot')) return
  const key = `${skillSetId} ${skillSlug}`
  if (counted.size < MAX_PAGES || counted.has(key)) counted.set(key, (counted.get(key) ?? 0) + 1)
}

/** Writes what was counted. After a failure it is counted again with the next round. */
export async function flushPageViews(db: Database, now = new Date()): Promise<void> {
  const views = [...counted].map(([key, count]) => {
    const [skillSetId = '', skillSlug = ''] = key.split(' ')
    return { skillSetId, skillSlug, count }
  })
  counted.clear()
  if (views.length === 0) return
  try {
    await addPageViews(db, views, now)
  } catch (thrown) {
    for (const { skillSetId, skillSlug, count } of views) {
      const key = `${skillSetId} ${skillSlug}`
      counted.set(key, (counted.get(key) ?? 0) + count)
    }
    throw thrown
  }
}
