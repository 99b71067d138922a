import { AppError } from '../errors.ts'
import { contentKey, resultCache } from '../threads/result-cache.ts'
import { isTooCostly, runInThread } from '../threads/run-in-thread.ts'
import type { MarkdownTree, parseWithinBounds } from './parse-markdown.ts'

/** Limits the cache by characters of source, because a tree takes about ten bytes for each. */
const MAX_CACHED_CHARS = 2_000_000
/** Counted for each entry, so that many short texts do not fill the memory either. */
const ENTRY_WEIGHT = 200

const cached = resultCache<MarkdownTree | null>(MAX_CACHED_CHARS)

/**
 * Parses in a thread, scheduled by `owner`. Returns null if that takes too long or the server is busy, so that callers
 * show the source.
 */
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
