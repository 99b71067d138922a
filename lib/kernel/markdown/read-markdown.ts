import { AppError } from '../errors.ts'
import { contentKey, resultCache } from '../threads/result-cache.ts'
import { isTooCostly, runInThread } from '../threads/run-in-thread.ts'
import type { MarkdownTree, parseWithinBounds } from './parse-markdown.ts'

/** Characters of source; a tree takes ten times as much. */
const MAX_CACHED_CHARS = 2_000_000
const ENTRY_WEIGHT = 200

const cached = resultCache<MarkdownTree | null>(MAX_CACHED_CHARS)

/** Runs in a thread, scheduled by `owner`. Null if it takes too long or the server is busy: show the source. */
export async function readMarkdown(text: string, owner: string): Promise<MarkdownTree | null> {
  try {
    return await cached(contentKey(text), async () => ({
      value: await parse(text, owner),
      weight: text.length + ENTRY_WEIGHT,
    }))
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED') return null
    throw thrown
  }
}

async function parse(text: string, owner: string): Promise<MarkdownTree | null> {
  try {
    return await runInThread<typeof parseWithinBounds>('markdown', [text], { owner })
  } catch (thrown) {
    if (isTooCostly(thrown) || thrown instanceof RangeError) return null
    throw thrown
  }
}
